#pragma once

#include "frontend/import_account.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace planscope::whole {

/// What a planscope.case/1 does not say of the model around its blocks.
struct ConversionSettings {
    std::optional<std::int64_t> vocabularySize; ///< rows of the embedding; nothing is converted without
    std::int64_t maximumPositions = 0;          ///< rows of a learned position table; 0: there is none
    bool tiedEmbeddings = false;
};

/// A planscope.case/1 as a planscope.case/2, a planscope.study/1 as a planscope.study/2: all its candidates or none.
///
/// Exact is a conversion whose blocks do the same matrix operations, exchange the same messages and keep and recompute
/// the same activations in the same schedule. That is so for bfloat16 (float16 is not in case/2); recompute none or
/// full (attention recomputes query_key, softmax and drop-out, core_attention probability_value too); no fused
/// activation; all_reduce, or reduce_scatter_all_gather with the redo flag and without full recompute, as case/2 always
/// gathers again for the weight gradients (at one tensor rank these say nothing). The blocks of case/1 are those of
/// case/2 with plain feed-forward, layer_norm, as many KV as query heads, no bias, both dropouts, unfused attention and
/// bfloat16 gradients. What is not exact is refused by name (convert.*). Vector work, the optimizer and static memory
/// are counted by each accounting's own conventions, and case/2 adds embedding, head and loss.
///
/// Fails as reading the file does, and with the laws of whole models.
CaseImport convertToWhole(std::string_view bytes, const ConversionSettings& settings);

} // namespace planscope::whole
