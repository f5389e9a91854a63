#pragma once

#include "base/canonical_encoding.h"
#include "derivation/whole/dialect/program_rule.h"
#include "derivation/whole/dialect/rows.h"

#include <cstdint>
#include <string_view>

namespace planscope::whole {

/// What a stage exchanges once a step, in the order in which it does.
enum class StepMessageKind {
    Gradients, ///< reduced over the replicas, or reduced and scattered to the optimizer's shards
    Weights,   ///< gathered from the optimizer's shards
    TiedEmbeddingGradient, ///< first and last stage add their gradients of one matrix
    ReplicatedGradients,   ///< tensor ranks add theirs of what each holds whole but saw a part of the sequence for
};

/// Once a step, on each rank of a stage.
struct StepMessage {
    StepMessageKind what = StepMessageKind::Gradients;
    CollectiveKind kind = CollectiveKind::AllReduce;
    GroupAxis group = GroupAxis::Data;
    std::int64_t members = 1; ///< ranks that take part
    Bytes bytes;
    friend bool operator==(const StepMessage&, const StepMessage&) = default;
};

/// The messages between neighbouring chunks in one direction, once a microbatch and boundary.
struct PipelineEdge {
    Direction direction = Direction::Forward;
    std::int64_t boundaries = 0; ///< p·v − 1; no edge at p = 1
    std::int64_t count = 0;      ///< m, on each boundary
    Bytes bytes;                 ///< of one message
    friend bool operator==(const PipelineEdge&, const PipelineEdge&) = default;
};

enum class MessageKind { Send, Receive, AllReduce, ReduceScatter, AllGather };

/// What a rank of a stage sends and receives in one step, as answers list it.
struct StageMessage {
    std::string_view what; ///< "pipeline.send_forward", "gradients"
    MessageKind kind = MessageKind::Send;
    GroupAxis group = GroupAxis::Pipeline;
    Bytes bytes;           ///< of one message
    std::int64_t count = 0; ///< a step

    friend bool operator==(const StageMessage&, const StageMessage&) = default;
};

template <class Io, Described<StepMessage> Self>
void describe(Io& io, Self& message)
{
    io.field("bytes", message.bytes);
    io.field("group", message.group);
    io.field("kind", message.kind);
    io.field("members", message.members);
    io.field("what", message.what);
}
template <class Io, Described<PipelineEdge> Self>
void describe(Io& io, Self& edge)
{
    io.field("boundaries", edge.boundaries);
    io.field("bytes", edge.bytes);
    io.field("count", edge.count);
    io.field("direction", edge.direction);
}

} // namespace planscope::whole

namespace planscope {

template <>
struct EnumNames<whole::StepMessageKind> {
    static constexpr std::array<std::string_view, 4> names{"gradients", "weights", "tied_embedding_gradient",
                                                           "replicated_gradients"};
};
template <>
struct EnumNames<whole::MessageKind> {
    static constexpr std::array<std::string_view, 5> names{"send", "recv", "all_reduce", "reduce_scatter",
                                                           "all_gather"};
};

} // namespace planscope
