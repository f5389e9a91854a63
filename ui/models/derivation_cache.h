#pragma once

#include "study/candidate_result.h"

#include <list>

namespace planscope::ui {

/// Whether two trainings state the same: then their derivations are equal too.
bool sameTraining(const TransformerTraining& a, const TransformerTraining& b);

/// The derivations used last, by their training. GUI thread only.
class DerivationCache {
public:
    static constexpr std::size_t mostKept = 64;

    /// Null when there is none of that training.
    DerivationPtr find(const TransformerTraining& training);
    void insert(DerivationPtr derivation);

private:
    std::list<DerivationPtr> m_newestFirst;
};

} // namespace planscope::ui
