#pragma once

#include "study/any_result.h"

#include <list>
#include <optional>

namespace planscope::ui {

/// The derivations of both accountings used last, by their training. GUI thread only.
class DerivationCache {
public:
    static constexpr std::size_t mostKept = 64;

    std::optional<AnyDerivation> find(const AnyTraining& training);
    void insert(AnyDerivation derivation);

private:
    std::list<AnyDerivation> m_newestFirst;
};

} // namespace planscope::ui
