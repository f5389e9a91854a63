#pragma once

#include "base/digest.h"

#include <memory>
#include <string_view>

struct evp_md_ctx_st;

namespace planscope {

/// The digest of bytes that come piece by piece; where they are cut plays no part. A moved-from one
/// may only be assigned.
class RunningDigest {
public:
    RunningDigest(); ///< of no bytes
    void add(std::string_view bytes);
    /// Of all bytes so far; more may follow.
    Digest value() const;

private:
    struct FreeContext {
        void operator()(evp_md_ctx_st* context) const;
    };
    std::unique_ptr<evp_md_ctx_st, FreeContext> m_context;
};

} // namespace planscope
