#pragma once

#include "base/canonical_encoding.h"
#include "base/digest.h"
#include "evaluation/system/system_profile.h"

#include <cstdint>
#include <string>

namespace planscope {

/// What the training software itself holds in a rank's memory, each entry from its source. Binds right of the red
/// boundary like the system. Lawful when the bytes are 0 or more.
struct FrameworkProfile {
    std::string name;
    std::int64_t gemmWorkspaceBytes = 0; ///< on every rank
    std::int64_t blasWorkspaceBytes = 0; ///< on the ranks with the head
    bool dummyWeightGradients = false;   ///< a buffer for each distinct shape of linear weight on the rank
    bool headGatherBuffer = false;       ///< keeps the gathered input of the head, with sequence parallelism
    bool lossMask = false;               ///< fp32, one element a token, on the ranks with the head
    bool roundLogits = false;            ///< the allocator rounds the logits up to its own sizes

    friend bool operator==(const FrameworkProfile&, const FrameworkProfile&) = default;
};

template <class Io, Described<FrameworkProfile> Self>
void describe(Io& io, Self& profile)
{
    io.field("blas_workspace_bytes", profile.blasWorkspaceBytes);
    io.field("dummy_weight_gradients", profile.dummyWeightGradients);
    io.field("gemm_workspace_bytes", profile.gemmWorkspaceBytes);
    io.field("head_gather_buffer", profile.headGatherBuffer);
    io.field("loss_mask", profile.lossMask);
    io.field("name", profile.name);
    io.field("round_logits", profile.roundLogits);
}

/// The evidence revision of a whole model's result: the digest of the canonical bytes of both profiles, with the schema
/// names and versions.
Digest evidenceRevision(const SystemProfile& system, const FrameworkProfile& framework);

} // namespace planscope
