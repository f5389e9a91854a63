#pragma once

#include "derivation/checks/exact_count.h"
#include "derivation/whole/dialect/backward_moments.h"
#include "derivation/whole/dialect/rows.h"
#include "spec/whole/training.h"

#include <optional>

namespace planscope::whole {

/// What a whole training must come to, in closed forms over the specs alone, written apart from the algebra. Sums are
/// over all ranks of a replica unless they say otherwise, so that no partition stands in them.
class ModelClosedForms {
public:
    explicit ModelClosedForms(const Training& training);
    ModelClosedForms(const ModelClosedForms&) = delete; ///< it refers to its own training
    ModelClosedForms& operator=(const ModelClosedForms&) = delete;

    const Training& training() const { return m_training; }
    std::int64_t replicas() const { return m_training.mapping().data.degree * m_training.mapping().context.degree; }
    std::int64_t gradientBytes() const;
    bool sequenceParallel() const;

    /// Of the published model, with `vocabulary` rows of embedding.
    ExactCount parameters(std::int64_t vocabulary) const;
    ExactCount blockParameters() const;
    /// Parameters that each tensor rank holds whole.
    ExactCount replicatedParameters() const;
    /// Of all tensor ranks of all stages: what is cut once, what is replicated t times, and the copy of tied
    /// embeddings.
    ExactCount heldParameters() const;

    /// L·(h(a + 2k)d + a·d·h + F1·h + f·h).
    ExactCount blockMatrices() const;
    /// Forward matrix operations of one microbatch: 2 a parameter and token, and the full square of scores.
    ExactCount forwardMatrixOperations(Unit unit) const;
    /// Those of the core attention alone, of one block.
    ExactCount attentionOperations() const;

    /// The full logical message of one collective.
    ExactCount messageBytes(MessageSite site) const;
    /// Message bytes of one pass through a unit, on one rank, forward and backward.
    ExactCount forwardMessages(Unit unit) const;
    ExactCount activationGradientMessages(Unit unit) const;
    ExactCount weightGradientMessages(Unit unit) const;

    /// Bytes that one microbatch keeps in one unit, summed over tensor and context ranks.
    ExactCount savedBytes(Unit unit) const;
    /// The same of a block that nothing recomputes in full.
    ExactCount blockSavedBytes() const;

    /// Bytes on one rank that exist only while a moment of the backward walk lasts; 0 where the case has no such
    /// moment.
    ExactCount transientBytes(Moment moment) const;
    ExactCount hiddenBytes() const;      ///< w·T·h on one rank
    ExactCount hiddenShardBytes() const; ///< the same, of this rank's sequence shard
    ExactCount logitsBytes() const;
    ExactCount ropeTableBytes() const; ///< 0 without rotary positions

    /// Table 2 of Korthikanti et al. (arXiv 2205.05198), a block on one rank, where the case is the paper's: unfused
    /// attention, every dropout, LayerNorm, GELU, f = 4h, a·d = h, one key-value head a query head, no context
    /// parallelism, nothing recomputed in full.
    std::optional<ExactCount> korthikantiBytes() const;
    /// What the paper leaves out: fp32 statistics of the norms, a block on one rank.
    ExactCount statisticsBytes() const;

private:
    ExactCount tokens() const; ///< b·s
    ExactCount f1() const;
    std::int64_t vectors() const; ///< ν, σ

    const Training m_training;
    const ModelSpec& m;
    const WorkloadSpec& w;
    const MappingSpec& p;
    ExactCount h, f, a, k, d, L, s, b, t, c;
};

} // namespace planscope::whole
