#include "derivation/distributed/distributed_task_ir.h"

namespace planscope {

StageKind stageOf(Phase phase)
{
    switch (phase) {
    case Phase::Forward: return StageKind::Forward;
    case Phase::Recompute:
    case Phase::Recommunication: return StageKind::Recompute;
    case Phase::ActivationGradient:
    case Phase::WeightGradient: return StageKind::Backward;
    case Phase::Optimizer: return StageKind::Optimizer;
    }
    return StageKind::Forward;
}

} // namespace planscope
