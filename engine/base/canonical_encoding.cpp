#include "base/canonical_encoding.h"

#include <bit>
#include <charconv>

namespace planscope {

void CanonicalEncoder::write(double value)
{
    const auto bits = std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value);
    std::uint8_t bytes[sizeof bits];
    for (std::size_t k = 0; k < sizeof bits; ++k)
        bytes[k] = static_cast<std::uint8_t>(bits >> (56 - 8 * k));
    std::string text;
    appendHex(text, bytes, sizeof bytes);
    m_writer.string(text);
}

void CanonicalDecoder::read(JsonValue from, const Path& path, bool& to)
{
    if (from.kind() == JsonKind::Boolean)
        to = from.text() == "true";
    else
        fault("encoding.type", path, "true or false is expected", from.brief());
}

void CanonicalDecoder::read(JsonValue from, const Path& path, std::int64_t& to)
{
    if (const auto value = from.integer())
        to = *value;
    else
        fault("encoding.type", path, "a 64-bit integer is expected", from.brief());
}

void CanonicalDecoder::read(JsonValue from, const Path& path, double& to)
{
    const std::string_view digits = from.isString() ? from.text() : std::string_view{};
    std::uint64_t bits = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits, 16);
    if (digits.size() == 16 && error == std::errc{} && end == digits.data() + digits.size())
        to = std::bit_cast<double>(bits);
    else
        fault("encoding.type", path, "16 hexadecimal digits of a double are expected", from.brief());
}

void CanonicalDecoder::read(JsonValue from, const Path& path, std::string& to)
{
    if (from.isString())
        to = from.text();
    else
        fault("encoding.type", path, "a string is expected", from.brief());
}

void CanonicalDecoder::read(JsonValue from, const Path& path, Digest& to)
{
    const auto digest = from.isString() ? Digest::parse(from.text()) : std::nullopt;
    if (digest)
        to = *digest;
    else
        fault("encoding.value", path, "not a digest", from.brief());
}

std::string CanonicalDecoder::Path::text() const
{
    std::string place = outer == nullptr ? std::string{} : outer->text();
    if (!key.empty())
        return place.empty() ? std::string{key} : place + "." + std::string{key};
    return outer == nullptr ? place : place + "[" + std::to_string(index) + "]";
}

std::optional<JsonValue> CanonicalDecoder::find(std::string_view key)
{
    if (!m_members)
        return std::nullopt;
    std::optional<JsonValue> value;
    if (m_members->first != m_members->last && (*m_members->first).name == key) {
        value = (*m_members->first).value;
        ++m_members->first;
    } else {
        value = m_value.find(key);
    }
    if (value)
        ++m_found;
    return value;
}

void CanonicalDecoder::fault(std::string_view code, const Path& path, std::string message, std::string given,
                             std::vector<std::string> legal)
{
    if (isFull())
        return;
    if (m_faults.size() == maximumFaults)
        m_faults.push_back({Severity::Error,
                            Origin::Import,
                            "encoding.more",
                            {},
                            "reading stopped after " + std::to_string(maximumFaults) + " faults",
                            {},
                            {}});
    else
        m_faults.push_back({Severity::Error, Origin::Import, std::string{code}, path.text(), std::move(message),
                            std::move(given), std::move(legal)});
}

} // namespace planscope
