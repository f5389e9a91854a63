#pragma once

#include "base/digest.h"
#include "base/entity_id.h"
#include "base/enum_names.h"
#include "base/json_document.h"
#include "base/json_writer.h"
#include "base/quantity.h"

#include <cassert>
#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

/// The one canonical encoder and decoder; the grammar stands in canonical_encoding.md.
///
/// A type takes part by one free function found by argument-dependent lookup, which names its fields
/// in the order of their keys and serves both directions:
///
///     template <class Io, Described<Mesh> Self>
///     void describe(Io& io, Self& mesh) { io.field("name", mesh.name); io.field("size", mesh.size); }
///
/// An alternative of a closed variant also has `static constexpr std::string_view alternativeName`.
namespace planscope {

/// Self is T or const T: one describe() for reading and writing.
template <class Self, class T>
concept Described = std::same_as<std::remove_const_t<Self>, T>;

/// Writes described values as canonical bytes. Keys must come in byte order (asserted).
class CanonicalEncoder {
public:
    CanonicalEncoder() { m_writer.reserve(4096); }

    template <class T>
    void field(std::string_view key, const T& value)
    {
        assert(m_lastKey < key && "keys of an object come sorted");
        m_lastKey = key;
        m_writer.key(key);
        write(value);
    }

    void write(bool value) { m_writer.boolean(value); }
    void write(std::int64_t value) { m_writer.integer(value); }
    /// Right of the red boundary only: IEEE-754 bits, big end first, negative zero as zero.
    void write(double value);
    void write(const std::string& text) { m_writer.string(text); }
    void write(std::string_view text) { m_writer.string(text); }
    void write(const Digest& digest) { m_writer.string(digest.toString()); }
    template <NamedEnum E>
    void write(E value)
    {
        m_writer.string(nameOf(value));
    }
    template <class Unit>
    void write(Quantity<Unit> quantity)
    {
        m_writer.integer(quantity.value());
    }
    template <class Kind>
    void write(EntityId<Kind> id)
    {
        m_writer.string(id.toString());
    }
    template <class T>
    void write(const std::optional<T>& value)
    {
        if (value)
            write(*value);
        else
            m_writer.null();
    }
    template <class T>
    void write(const std::vector<T>& values)
    {
        m_writer.beginArray();
        for (const T& value : values)
            write(value);
        m_writer.endArray();
    }
    template <class... Ts>
    void write(const std::variant<Ts...>& value)
    {
        m_writer.beginObject();
        std::visit(
            [this](const auto& alternative) {
                m_writer.key(std::remove_cvref_t<decltype(alternative)>::alternativeName);
                write(alternative);
            },
            value);
        m_writer.endObject();
    }
    template <class T>
    requires requires(CanonicalEncoder& io, const T& value) { describe(io, value); }
    void write(const T& value)
    {
        const std::string_view outer = std::exchange(m_lastKey, std::string_view{});
        m_writer.beginObject();
        describe(*this, value);
        m_writer.endObject();
        m_lastKey = outer;
    }

    std::string take() { return m_writer.take(); }

private:
    JsonWriter m_writer;
    std::string_view m_lastKey; ///< keys are literals: the view stays valid
};

/// Reads described values back. Collects one diagnostic for each missing, unknown, mistyped or
/// misspelt field (encoding.*), with its path. A hostile text can hold millions of faults: reading
/// stops after `maximumFaults`, and a last diagnostic (encoding.more) says so.
class CanonicalDecoder {
public:
    static constexpr std::size_t maximumFaults = 1'000;

    explicit CanonicalDecoder(JsonValue value)
        : CanonicalDecoder(value, {}, m_own)
    {
    }
    CanonicalDecoder(const CanonicalDecoder&) = delete;
    CanonicalDecoder& operator=(const CanonicalDecoder&) = delete;

    template <class T>
    void field(std::string_view key, T& value)
    {
        const Path path{&m_path, key, 0};
        if (const auto member = find(key))
            read(*member, path, value);
        else
            fault("encoding.missing_field", path, "the field is missing", {});
    }

    template <class T>
    void decode(T& value)
    {
        read(m_value, m_path, value);
    }

    Diagnostics take() { return std::move(m_own); }

private:
    /// A place in the text, linked to the ones around it; spelt out only for a fault.
    struct Path {
        const Path* outer = nullptr;
        std::string_view key;
        std::size_t index = 0; ///< when key is empty
        std::string text() const;
    };

    CanonicalDecoder(JsonValue value, const Path& path, Diagnostics& faults)
        : m_value(value)
        , m_path(path)
        , m_faults(faults)
    {
        if (value.isObject())
            m_members = value.members();
    }

    void read(JsonValue from, const Path& path, bool& to);
    void read(JsonValue from, const Path& path, std::int64_t& to);
    void read(JsonValue from, const Path& path, double& to);
    void read(JsonValue from, const Path& path, std::string& to);
    void read(JsonValue from, const Path& path, Digest& to);
    template <NamedEnum E>
    void read(JsonValue from, const Path& path, E& to)
    {
        const auto value = from.isString() ? enumFromName<E>(from.text()) : std::nullopt;
        if (value)
            to = *value;
        else
            fault("encoding.value", path, "the name is not one of this closed set", from.brief(), allNames<E>());
    }
    template <class Unit>
    void read(JsonValue from, const Path& path, Quantity<Unit>& to)
    {
        std::int64_t value = 0;
        read(from, path, value);
        to = Quantity<Unit>{value};
    }
    template <class Kind>
    void read(JsonValue from, const Path& path, EntityId<Kind>& to)
    {
        const auto id = from.isString() ? EntityId<Kind>::parse(from.text()) : std::nullopt;
        if (id)
            to = *id;
        else
            fault("encoding.value", path, "not an id of kind " + std::string{Kind::prefix}, from.brief());
    }
    template <class T>
    void read(JsonValue from, const Path& path, std::optional<T>& to)
    {
        to.reset();
        if (from.kind() != JsonKind::Null)
            read(from, path, to.emplace());
    }
    template <class T>
    void read(JsonValue from, const Path& path, std::vector<T>& to)
    {
        to.clear();
        if (!from.isArray())
            return fault("encoding.type", path, "an array is expected", from.brief());
        for (const JsonValue element : from.elements()) {
            if (isFull())
                return;
            const Path place{&path, {}, to.size()};
            read(element, place, to.emplace_back());
        }
    }
    template <class... Ts>
    void read(JsonValue from, const Path& path, std::variant<Ts...>& to)
    {
        bool known = false;
        if (from.isObject() && from.childCount() == 1) {
            const JsonValue::Member member = *from.members().begin();
            known = (tryAlternative<Ts>(member, path, to) || ...);
        }
        if (!known)
            fault("encoding.value", path, "not one of the alternatives of this closed variant", from.brief(),
                  {std::string{Ts::alternativeName}...});
    }
    template <class T, class Variant>
    bool tryAlternative(const JsonValue::Member& member, const Path& path, Variant& to)
    {
        if (member.name != T::alternativeName)
            return false;
        const Path place{&path, member.name, 0};
        read(member.value, place, to.template emplace<T>());
        return true;
    }
    template <class T>
    requires requires(CanonicalDecoder& io, T& value) { describe(io, value); }
    void read(JsonValue from, const Path& path, T& to)
    {
        if (!from.isObject())
            return fault("encoding.type", path, "an object is expected", from.brief());
        CanonicalDecoder inner{from, path, m_faults};
        describe(inner, to);
        if (inner.m_found < from.childCount())
            fault("encoding.unknown_field", path, "the object has fields that are not known or stand twice",
                  from.brief());
    }

    std::optional<JsonValue> find(std::string_view key);
    bool isFull() const { return m_faults.size() > maximumFaults; }
    void fault(std::string_view code, const Path& path, std::string message, std::string given,
               std::vector<std::string> legal = {});

    JsonValue m_value;
    Path m_path;
    Diagnostics m_own;
    Diagnostics& m_faults; ///< m_own of the outermost decoder
    std::size_t m_found = 0;
    std::optional<JsonValue::Range<JsonValue::MemberIterator>> m_members; ///< those not yet read, in canonical text
};

template <class T>
std::string encodeCanonical(const T& value)
{
    CanonicalEncoder encoder;
    encoder.write(value);
    return encoder.take();
}

/// The value whose canonical bytes these are. Fails with encoding.* when the bytes do not describe a
/// T, and with encoding.not_canonical when they do but are not the canonical ones.
template <class T>
Result<T> decodeCanonical(std::string_view bytes)
{
    const auto document = JsonDocument::parse(bytes);
    if (!document)
        return tl::unexpected(document.error());
    return decodeCanonical<T>(document->root(), bytes);
}

/// The same for a value already parsed, where `bytes` is its text (as in a bundle).
template <class T>
Result<T> decodeCanonical(JsonValue json, std::string_view bytes)
{
    T value;
    CanonicalDecoder decoder{json};
    decoder.decode(value);
    if (Diagnostics faults = decoder.take(); !faults.empty())
        return refuse(std::move(faults));
    if (encodeCanonical(value) != bytes)
        return refuse(Diagnostic{Severity::Error,
                                 Origin::Import,
                                 "encoding.not_canonical",
                                 {},
                                 "the bytes are not the canonical encoding of what they say",
                                 {},
                                 {}});
    return value;
}

} // namespace planscope
