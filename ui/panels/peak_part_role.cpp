#include "ui/panels/peak_part_role.h"

namespace planscope::ui {

Role roleOf(whole::PeakPart part)
{
    using whole::PeakPart;
    switch (part) {
    case PeakPart::Weights: return Role::MemoryWeights;
    case PeakPart::Gradients: return Role::MemoryWeightGradients;
    case PeakPart::Optimizer: return Role::MemoryOptimizer;
    case PeakPart::SavedOtherMicrobatches: return Role::MemoryActivations;
    case PeakPart::ThisMicrobatchAndTransients: return Role::MemoryActivationGradients;
    case PeakPart::RopeTable:
    case PeakPart::GemmWorkspace:
    case PeakPart::BlasWorkspace:
    case PeakPart::DummyWeightGradients:
    case PeakPart::GatherBuffer:
    case PeakPart::LossMask:
    case PeakPart::PreviousInputGradient:
    case PeakPart::AllocatorRounding: return Role::MemoryActivationCheckpoints;
    }
    Q_UNREACHABLE();
}

} // namespace planscope::ui
