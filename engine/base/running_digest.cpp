#include "base/running_digest.h"

#include <stdexcept>

#include <openssl/evp.h>

namespace planscope {
namespace {

/// Each step succeeds where the library has SHA-256.
void require(bool succeeded)
{
    if (!succeeded)
        throw std::runtime_error("the cryptographic library offers no SHA-256");
}

} // namespace

RunningDigest::RunningDigest()
    : m_context(EVP_MD_CTX_new())
{
    static const EVP_MD* const algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    require(algorithm != nullptr && m_context != nullptr
            && EVP_DigestInit_ex2(m_context.get(), algorithm, nullptr) == 1);
}

void RunningDigest::add(std::string_view bytes)
{
    require(EVP_DigestUpdate(m_context.get(), bytes.data(), bytes.size()) == 1);
}

Digest RunningDigest::value() const
{
    const std::unique_ptr<EVP_MD_CTX, FreeContext> copy{EVP_MD_CTX_new()};
    std::array<std::uint8_t, 32> bytes{};
    unsigned length = 0;
    require(copy != nullptr && EVP_MD_CTX_copy_ex(copy.get(), m_context.get()) == 1
            && EVP_DigestFinal_ex(copy.get(), bytes.data(), &length) == 1);
    std::string text{"sha256:"};
    appendHex(text, bytes.data(), bytes.size());
    return *Digest::parse(text);
}

void RunningDigest::FreeContext::operator()(EVP_MD_CTX* context) const
{
    EVP_MD_CTX_free(context);
}

} // namespace planscope
