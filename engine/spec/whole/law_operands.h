#pragma once

#include "base/quantity.h"
#include "spec/laws.h"
#include "spec/whole/laws.h"

#include <cstdint>
#include <optional>

/// What several laws read off the operands; nothing where an operand is invalid or a division is not exact.
namespace planscope::whole {

/// The operands of the laws that both accountings have and tell alike: schedule kind, virtual stages without a layout,
/// batches, even blocks.
planscope::LawOperands sharedOperands(const LawOperands& o);

/// m.
std::optional<std::int64_t> microbatches(const LawOperands& o);
/// v: 1 unless the schedule is interleaved.
std::optional<std::int64_t> chunksOfAStage(const LawOperands& o);
/// s/c.
std::optional<std::int64_t> contextShard(const LawOperands& o);
/// V′ as far as nothing pads it: V + extra tokens, of a multiple of 0.
std::optional<WideInteger> unpaddedVocabulary(const LawOperands& o);
/// Whether k divides a, or one of both is invalid: only then the laws on KV heads speak.
bool keyValueHeadsCount(const LawOperands& o);
/// max(1, k/t).
std::optional<std::int64_t> keyValueHeadsOfARank(const LawOperands& o);

/// Whether a tensor degree and the KV heads divide one another, and the degree the rows of qkv; invalid operands left
/// out.
bool fitsKeyValueHeads(const LawOperands& o, std::int64_t tensorDegree);
/// Requires: p >= 1, m >= 1.
bool isLawfulGroup(std::int64_t group, std::int64_t stages, std::int64_t microbatches);

} // namespace planscope::whole
