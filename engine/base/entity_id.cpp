#include "base/entity_id.h"

#include <charconv>

namespace planscope {

std::uint64_t deriveIdValue(const Digest& parent, std::string_view kind, std::string_view name)
{
    std::string bytes;
    bytes.reserve(parent.bytes().size() + kind.size() + name.size() + 1);
    bytes.append(reinterpret_cast<const char*>(parent.bytes().data()), parent.bytes().size());
    bytes.append(kind).append(1, '\0').append(name);
    const Digest digest = Digest::of(bytes);
    std::uint64_t value = 0;
    for (std::size_t k = 0; k < sizeof value; ++k)
        value = value << 8 | digest.bytes()[k];
    return value;
}

std::string idText(std::string_view kind, std::uint64_t value)
{
    std::uint8_t bytes[sizeof value];
    for (std::size_t k = 0; k < sizeof value; ++k)
        bytes[k] = static_cast<std::uint8_t>(value >> (56 - 8 * k));
    std::string text{kind};
    text.push_back(':');
    appendHex(text, bytes, sizeof bytes);
    return text;
}

std::optional<std::uint64_t> parseIdText(std::string_view kind, std::string_view text)
{
    constexpr std::size_t digits = 16;
    if (text.size() != kind.size() + 1 + digits || !text.starts_with(kind) || text[kind.size()] != ':')
        return std::nullopt;
    text.remove_prefix(kind.size() + 1);
    if (text.find_first_not_of("0123456789abcdef") != std::string_view::npos)
        return std::nullopt;
    std::uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value, 16);
    return value;
}

} // namespace planscope
