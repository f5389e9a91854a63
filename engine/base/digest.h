#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace planscope {

/// A SHA-256 of bytes. Equal bytes, equal digest, on every machine.
class Digest {
public:
    Digest() = default; ///< all zero: the digest of nothing, never of some bytes
    static Digest of(std::string_view bytes);
    /// Reads "sha256:" and 64 lower-case hexadecimal digits; nothing else.
    static std::optional<Digest> parse(std::string_view text);

    std::string toString() const; ///< "sha256:9f86d0…", 71 characters
    std::string brief() const;    ///< the first 12 hexadecimal digits, for people
    const std::array<std::uint8_t, 32>& bytes() const { return m_bytes; }

    friend auto operator<=>(const Digest&, const Digest&) = default;

private:
    std::array<std::uint8_t, 32> m_bytes{};
};

/// Appends two lower-case hexadecimal digits a byte.
void appendHex(std::string& out, const std::uint8_t* bytes, std::size_t count);

} // namespace planscope
