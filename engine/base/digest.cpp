#include "base/digest.h"

#include <memory>
#include <stdexcept>

#include <openssl/evp.h>

namespace planscope {
namespace {

struct FreeContext {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

std::optional<std::uint8_t> hexValue(char digit)
{
    if (digit >= '0' && digit <= '9')
        return static_cast<std::uint8_t>(digit - '0');
    if (digit >= 'a' && digit <= 'f')
        return static_cast<std::uint8_t>(digit - 'a' + 10);
    return std::nullopt;
}

constexpr std::string_view prefix = "sha256:";

} // namespace

Digest Digest::of(std::string_view bytes)
{
    static const EVP_MD* const algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    thread_local const std::unique_ptr<EVP_MD_CTX, FreeContext> context{EVP_MD_CTX_new()};
    Digest digest;
    unsigned length = 0;
    if (algorithm == nullptr || context == nullptr
        || EVP_DigestInit_ex2(context.get(), algorithm, nullptr) != 1
        || EVP_DigestUpdate(context.get(), bytes.data(), bytes.size()) != 1
        || EVP_DigestFinal_ex(context.get(), digest.m_bytes.data(), &length) != 1)
        throw std::runtime_error("the cryptographic library offers no SHA-256");
    return digest;
}

std::optional<Digest> Digest::parse(std::string_view text)
{
    Digest digest;
    if (text.size() != prefix.size() + 2 * digest.m_bytes.size() || !text.starts_with(prefix))
        return std::nullopt;
    text.remove_prefix(prefix.size());
    for (std::size_t k = 0; k < digest.m_bytes.size(); ++k) {
        const auto high = hexValue(text[2 * k]);
        const auto low = hexValue(text[2 * k + 1]);
        if (!high || !low)
            return std::nullopt;
        digest.m_bytes[k] = static_cast<std::uint8_t>(*high << 4 | *low);
    }
    return digest;
}

std::string Digest::toString() const
{
    std::string text{prefix};
    appendHex(text, m_bytes.data(), m_bytes.size());
    return text;
}

std::string Digest::brief() const
{
    std::string text;
    appendHex(text, m_bytes.data(), 6);
    return text;
}

void appendHex(std::string& out, const std::uint8_t* bytes, std::size_t count)
{
    constexpr char digits[] = "0123456789abcdef";
    const std::size_t begin = out.size();
    out.resize(begin + 2 * count);
    for (std::size_t k = 0; k < count; ++k) {
        out[begin + 2 * k] = digits[bytes[k] >> 4];
        out[begin + 2 * k + 1] = digits[bytes[k] & 15];
    }
}

} // namespace planscope
