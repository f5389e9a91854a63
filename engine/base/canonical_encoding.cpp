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

void CanonicalDecoder::read(JsonValue from, const std::string& path, bool& to)
{
    if (from.kind() == JsonKind::Boolean)
        to = from.text() == "true";
    else
        fault("encoding.type", path, "true or false is expected", from.asGiven());
}

void CanonicalDecoder::read(JsonValue from, const std::string& path, std::int64_t& to)
{
    if (const auto value = from.integer())
        to = *value;
    else
        fault("encoding.type", path, "a 64-bit integer is expected", from.asGiven());
}

void CanonicalDecoder::read(JsonValue from, const std::string& path, double& to)
{
    const std::string_view digits = from.isString() ? from.text() : std::string_view{};
    std::uint64_t bits = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits, 16);
    if (digits.size() == 16 && error == std::errc{} && end == digits.data() + digits.size())
        to = std::bit_cast<double>(bits);
    else
        fault("encoding.type", path, "16 hexadecimal digits of a double are expected", from.asGiven());
}

void CanonicalDecoder::read(JsonValue from, const std::string& path, std::string& to)
{
    if (from.isString())
        to = from.text();
    else
        fault("encoding.type", path, "a string is expected", from.asGiven());
}

void CanonicalDecoder::read(JsonValue from, const std::string& path, Digest& to)
{
    const auto digest = from.isString() ? Digest::parse(from.text()) : std::nullopt;
    if (digest)
        to = *digest;
    else
        fault("encoding.value", path, "not a digest", from.asGiven());
}

std::string CanonicalDecoder::inside(std::string_view key) const
{
    return m_path.empty() ? std::string{key} : m_path + "." + std::string{key};
}

void CanonicalDecoder::fault(std::string code, std::string path, std::string message, std::string given,
                             std::vector<std::string> legal)
{
    constexpr std::size_t longestGiven = 200;
    if (given.size() > longestGiven)
        given = given.substr(0, longestGiven) + "…";
    m_faults.push_back({Severity::Error, Origin::Import, std::move(code), std::move(path), std::move(message),
                        std::move(given), std::move(legal)});
}

} // namespace planscope
