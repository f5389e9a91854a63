#pragma once

#include "base/canonical_encoding.h"
#include "spec/transformer_training.h"

#include <cassert>
#include <ostream>

#include <rapidcheck.h>

namespace planscope {

/// Shown with a counterexample: enough to write the case again.
inline void showValue(const TransformerTraining& training, std::ostream& out)
{
    out << encodeCanonical(training.model()) << " " << encodeCanonical(training.workload()) << " "
        << encodeCanonical(training.mapping());
}

/// Lawful trainings, by construction: every extent is a multiple of what must divide it. Tensor degree 1, odd
/// microbatch counts, every schedule, sharding, policy and flag occur; some are too large for 64 bits.
inline rc::Gen<TransformerTraining> anyTraining()
{
    return rc::gen::exec([] {
        const auto upTo = [](std::int64_t most) { return *rc::gen::inRange<std::int64_t>(1, most + 1); };
        const auto flag = [] { return *rc::gen::arbitrary<bool>(); };
        TransformerTrainingMappingSpec mapping;
        const std::int64_t t = *rc::gen::elementOf(std::vector<std::int64_t>{1, 1, 2, 3, 4, 7, 8, 16});
        mapping.tensor = {t, flag() ? TensorCommunication::AllReduce : TensorCommunication::ReduceScatterAllGather};
        const bool sequenceParallel = mapping.tensor.communication == TensorCommunication::ReduceScatterAllGather;

        std::int64_t blocksPerStage = upTo(6);
        const std::int64_t p = flag() ? 1 : upTo(7) + 1;
        mapping.pipeline.degree = p;
        if (p > 1 && flag()) {
            const std::int64_t v = upTo(4) + 1;
            mapping.pipeline.schedule = InterleavedOneForwardOneBackward{v};
            blocksPerStage *= v;
        } else if (p > 1) {
            mapping.pipeline.schedule = OneForwardOneBackward{};
        }
        mapping.data.degree = upTo(9);
        mapping.data.optimizerSharding = mapping.data.degree > 1 && flag();
        mapping.recompute = *rc::gen::element(RecomputePolicy::None, RecomputePolicy::Attention, RecomputePolicy::Full);
        mapping.fusedActivation = flag();
        mapping.sequenceParallelAllGatherRedo = sequenceParallel && mapping.recompute != RecomputePolicy::Full
            && flag();

        TransformerTrainingWorkloadSpec workload;
        workload.microbatchSize = upTo(5);
        workload.globalBatchSize = mapping.data.degree * workload.microbatchSize * upTo(33);
        workload.datatype = flag() ? Datatype::Float16 : Datatype::BFloat16;

        TransformerModelSpec model;
        model.name = *rc::gen::element<std::string>("gpt", "", "naïve \"one\"\n");
        const std::int64_t largest = *rc::gen::weightedElement<std::int64_t>({{8, 9}, {8, 700}, {1, 1'000'000}});
        model.hiddenSize = t * upTo(largest);
        model.feedforwardSize = t * upTo(largest);
        model.attentionHeads = t * upTo(40);
        model.attentionHeadSize = upTo(largest);
        model.sequenceLength = (sequenceParallel ? t : 1) * upTo(largest);
        model.blockCount = p * blocksPerStage;
        auto training = TransformerTraining::create(model, workload, mapping);
        assert(training && "lawful by construction");
        return *std::move(training);
    });
}

} // namespace planscope
