#include "engine/sweep/bundled_space.h"
#include "property/random_training.h"
#include "property/swept_evaluation.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace planscope::sweep {
namespace {

RC_GTEST_PROP(SweepProperty, isEvaluateToTheLastBit, ())
{
    const TransformerTraining training = *anyTraining();
    const auto tier = [] { return *rc::gen::weightedElement<std::int64_t>({{4, 0}, {8, 1}, {1, 9}}); };
    MappingSpace space = bundledSpace();
    space.model = training.model();
    space.globalBatchSize = training.workload().globalBatchSize;
    space.datatype = training.workload().datatype;
    const Point point{training.mapping(), training.workload().microbatchSize, {tier(), tier(), tier()}};
    const auto result = evaluate(Candidate{"one", training, space.system, point.tiers});
    RC_CLASSIFY(result->estimate && result->estimate->modes, "has times");
    const auto system = std::make_shared<SystemModel>(*space.system, space.datatype);
    const Evaluation evaluation = PointEvaluator{space, system}.evaluate(point);
    RC_ASSERT(sameButForMessages(evaluation, evaluationOf(*result, space, point)));
    PointEvaluator reusing{space, system, Reuse::Blocks};
    for (int time = 0; time < 2; ++time)
        RC_ASSERT(reusing.evaluate(point) == evaluation);
}

} // namespace
} // namespace planscope::sweep
