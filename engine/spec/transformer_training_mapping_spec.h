#pragma once

#include "base/canonical_encoding.h"

#include <cstdint>
#include <variant>

namespace planscope {

/// How the ranks of a tensor-parallel group exchange activations.
enum class TensorCommunication {
    AllReduce,              ///< arXiv 1909.08053: activations outside the sharded layers are replicated
    ReduceScatterAllGather, ///< arXiv 2205.05198: sequence parallelism, they are sharded over the sequence
};
template <>
struct EnumNames<TensorCommunication> {
    static constexpr std::array<std::string_view, 2> names{"all_reduce", "reduce_scatter_all_gather"};
};

/// What the backward pass computes again instead of keeping it.
enum class RecomputePolicy {
    None,
    Attention, ///< selective: query_key, softmax and probability_dropout (arXiv 2205.05198)
    Full,      ///< every forward layer of the block
};
template <>
struct EnumNames<RecomputePolicy> {
    static constexpr std::array<std::string_view, 3> names{"none", "attention", "full"};
};

struct SingleStage {
    static constexpr std::string_view alternativeName = "single_stage";
    friend bool operator==(const SingleStage&, const SingleStage&) = default;
};
struct OneForwardOneBackward {
    static constexpr std::string_view alternativeName = "one_forward_one_backward";
    friend bool operator==(const OneForwardOneBackward&, const OneForwardOneBackward&) = default;
};
struct InterleavedOneForwardOneBackward {
    static constexpr std::string_view alternativeName = "interleaved_one_forward_one_backward";
    std::int64_t virtualStages = 0; ///< v, model chunks a stage; lawful from 2
    friend bool operator==(const InterleavedOneForwardOneBackward&, const InterleavedOneForwardOneBackward&) = default;
};
struct ForwardOnly {
    static constexpr std::string_view alternativeName = "forward_only";
    friend bool operator==(const ForwardOnly&, const ForwardOnly&) = default;
};
/// Closed. Its index is ScheduleKind.
using PipelineSchedule = std::variant<SingleStage, OneForwardOneBackward, InterleavedOneForwardOneBackward, ForwardOnly>;

enum class ScheduleKind { SingleStage, OneForwardOneBackward, InterleavedOneForwardOneBackward, ForwardOnly };
template <>
struct EnumNames<ScheduleKind> {
    static constexpr std::array<std::string_view, 4> names{SingleStage::alternativeName, OneForwardOneBackward::alternativeName,
                                                           InterleavedOneForwardOneBackward::alternativeName,
                                                           ForwardOnly::alternativeName};
};

inline ScheduleKind kindOf(const PipelineSchedule& schedule)
{
    return static_cast<ScheduleKind>(schedule.index());
}
/// v: 1 unless the schedule is interleaved.
std::int64_t virtualStagesOf(const PipelineSchedule& schedule);

struct TensorParallel {
    std::int64_t degree = 0; ///< t, ranks
    TensorCommunication communication = TensorCommunication::AllReduce;
    friend bool operator==(const TensorParallel&, const TensorParallel&) = default;
};
struct PipelineParallel {
    std::int64_t degree = 0; ///< p, stages
    PipelineSchedule schedule;
    friend bool operator==(const PipelineParallel&, const PipelineParallel&) = default;
};
struct DataParallel {
    std::int64_t degree = 0;         ///< D, replicas
    bool optimizerSharding = false;  ///< optimizer state split over the replicas
    friend bool operator==(const DataParallel&, const DataParallel&) = default;
};

/// How a training workload is laid over t·p·D ranks: tensor × pipeline × data parallelism (arXiv 2104.04473),
/// what is recomputed and what is kept.
struct TransformerTrainingMappingSpec {
    TensorParallel tensor;
    PipelineParallel pipeline;
    DataParallel data;
    RecomputePolicy recompute = RecomputePolicy::None;
    bool fusedActivation = false;                ///< GeLU keeps nothing of its own
    bool sequenceParallelAllGatherRedo = false;  ///< inputs of the sharded layers are gathered again in backward

    friend bool operator==(const TransformerTrainingMappingSpec&, const TransformerTrainingMappingSpec&) = default;
};

template <class Io, Described<SingleStage> Self>
void describe(Io&, Self&)
{
}
template <class Io, Described<OneForwardOneBackward> Self>
void describe(Io&, Self&)
{
}
template <class Io, Described<InterleavedOneForwardOneBackward> Self>
void describe(Io& io, Self& schedule)
{
    io.field("virtual_stages", schedule.virtualStages);
}
template <class Io, Described<ForwardOnly> Self>
void describe(Io&, Self&)
{
}
template <class Io, Described<TensorParallel> Self>
void describe(Io& io, Self& tensor)
{
    io.field("communication", tensor.communication);
    io.field("degree", tensor.degree);
}
template <class Io, Described<PipelineParallel> Self>
void describe(Io& io, Self& pipeline)
{
    io.field("degree", pipeline.degree);
    io.field("schedule", pipeline.schedule);
}
template <class Io, Described<DataParallel> Self>
void describe(Io& io, Self& data)
{
    io.field("degree", data.degree);
    io.field("optimizer_sharding", data.optimizerSharding);
}
template <class Io, Described<TransformerTrainingMappingSpec> Self>
void describe(Io& io, Self& mapping)
{
    io.field("data", mapping.data);
    io.field("fused_activation", mapping.fusedActivation);
    io.field("pipeline", mapping.pipeline);
    io.field("recompute", mapping.recompute);
    io.field("sequence_parallel_all_gather_redo", mapping.sequenceParallelAllGatherRedo);
    io.field("tensor", mapping.tensor);
}

} // namespace planscope
