#pragma once

#include "base/json_document.h"
#include "frontend/field_reader.h"
#include "frontend/import_account.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace planscope {

/// One word of Calculon's for a field, and what it is in a case.
struct CalculonChoice {
    std::string_view word;    ///< "attn_only", or "true" and "false"
    std::string_view meaning; ///< "attention"; empty when the derivation has no such thing
    std::string_view code;    ///< then the code of the refusal
    std::string_view reason;  ///< and its message
};

/// Reads the mandatory fields of one object of a Calculon file and notes in the account where each went.
/// A field that cannot be used is a fault of the account; the value returned then only keeps the reading
/// going.
class CalculonFields {
public:
    /// `path` is the object's: "execution", "system.networks[0]". The account outlives this.
    CalculonFields(ImportAccount& account, JsonValue object, std::string path,
                   std::initializer_list<std::string_view> known);

    std::optional<std::int64_t> integer(std::string_view name, std::string_view destination);
    std::string_view number(std::string_view name, std::string_view destination); ///< its digits
    bool flag(std::string_view name, std::string_view destination);
    /// The meaning of a string, or of "true" or "false".
    std::string_view choice(std::string_view name, std::span<const CalculonChoice> choices,
                            std::string_view destination);
    std::string_view flagChoice(std::string_view name, std::span<const CalculonChoice> choices,
                                std::string_view destination);
    std::optional<JsonValue> object(std::string_view name) { return m_reader.object(name); }
    /// An object that need not be there.
    std::optional<JsonValue> optionalObject(std::string_view name);
    /// An array of at most 1000 elements.
    std::optional<JsonValue> array(std::string_view name);
    /// A field that may be there and has no meaning here.
    void ignore(std::string_view name, std::string reason);

    std::string pathOf(std::string_view name) const { return m_reader.inside(name); }

private:
    std::string_view meaningOf(std::string_view name, const std::optional<std::string>& word,
                               std::span<const CalculonChoice> choices, std::string_view destination);

    ImportAccount& m_account;
    FieldReader m_reader;
};

} // namespace planscope
