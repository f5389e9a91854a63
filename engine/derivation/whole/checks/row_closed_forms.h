#pragma once

#include "derivation/checks/exact_count.h"
#include "derivation/whole/dialect/rows.h"
#include "spec/whole/training.h"

namespace planscope::whole {

/// Operations and local bytes of one invocation on one rank.
struct RowWork {
    ExactCount operations, read, write;
};

/// What each local task must do, told as the tensors that it moves: written apart from the algebra, from the specs
/// alone.
class RowClosedForms {
public:
    explicit RowClosedForms(const Training& training);

    /// Of a row's forward (its recompute is the same), activation gradient or weight gradient; fused core attention by
    /// its part. A task that the row does not have does nothing.
    RowWork of(const Invocation& invocation) const;

private:
    RowWork forward(const Invocation& invocation) const;
    RowWork activationGradient(Row row) const;
    RowWork weightGradient(Row row) const;
    RowWork lookupGradient() const;

    struct Matrix {
        ExactCount inputs, outputs;
    };
    Matrix matrixOf(Row row) const;
    struct Norm {
        ExactCount elements, parameters, statistics;
    };
    Norm normOf(Row row) const;

    bool m_layerNorm, m_gated, m_fusedLoss;
    std::int64_t m_gradientBytes;
    // Elements on one rank.
    ExactCount m_tokens, m_hiddenSize, m_hidden, m_whole, m_statistics, m_query, m_key, m_scores, m_logSumExp, m_inner,
        m_logits, m_wordTable, m_positionTable, m_headSize, m_normedHeads;
    Matrix m_qkv, m_proj, m_fc1, m_fc2, m_head;
};

} // namespace planscope::whole
