#pragma once

#include "base/digest.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace planscope {

/// Names an entity of an IR by content: the first 64 bits of the SHA-256 over the parent's digest,
/// the kind and a stable name. Ids of different kinds are different types. Text: "task:9f86d081884c7d65".
///
/// Kind has a `static constexpr std::string_view prefix`.
template <class Kind>
class EntityId {
public:
    EntityId() = default; ///< names nothing
    static EntityId derive(const Digest& parent, std::string_view name);
    static std::optional<EntityId> parse(std::string_view text);

    std::string toString() const;
    std::uint64_t value() const { return m_value; }
    friend auto operator<=>(EntityId, EntityId) = default;

private:
    std::uint64_t m_value = 0;
};

std::uint64_t deriveIdValue(const Digest& parent, std::string_view kind, std::string_view name);
std::string idText(std::string_view kind, std::uint64_t value);
std::optional<std::uint64_t> parseIdText(std::string_view kind, std::string_view text);

template <class Kind>
EntityId<Kind> EntityId<Kind>::derive(const Digest& parent, std::string_view name)
{
    EntityId id;
    id.m_value = deriveIdValue(parent, Kind::prefix, name);
    return id;
}

template <class Kind>
std::optional<EntityId<Kind>> EntityId<Kind>::parse(std::string_view text)
{
    const auto value = parseIdText(Kind::prefix, text);
    if (!value)
        return std::nullopt;
    EntityId id;
    id.m_value = *value;
    return id;
}

template <class Kind>
std::string EntityId<Kind>::toString() const
{
    return idText(Kind::prefix, m_value);
}

} // namespace planscope
