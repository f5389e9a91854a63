#pragma once

#include "base/diagnostic.h"
#include "spec/law_set.h"
#include "spec/transformer_model_spec.h"
#include "spec/transformer_training_mapping_spec.h"
#include "spec/transformer_training_workload_spec.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The laws that tie a model, a workload and a mapping together, over operands that need not be legal or even there.
///
/// brokenLaws() is the inner loop of a mapping search: no allocation, tens of nanoseconds. The rest tells a person what
/// is broken and which values would mend it, and gives an editor the values to step through.
/// All functions are pure; any thread.
namespace planscope {

/// In the order in which broken laws are told.
enum class Law {
    WorldSize, ///< world_size, when stated, is t·p·D
    TensorDividesHidden,
    TensorDividesFeedforward,
    TensorDividesHeads,
    TensorDividesSequence, ///< with reduce_scatter_all_gather
    ScheduleKind,          ///< one stage: single_stage; more: another, and never forward_only
    PipelineDividesBlocks,
    VirtualStages, ///< v >= 2 and v divides L/p
    DataDividesBatch,
    MicrobatchDividesLocalBatch,
    OptimizerSharding, ///< needs replicas
    RedoCommunication, ///< redo needs reduce_scatter_all_gather
    RedoFullRecompute, ///< redo and full recompute exclude each other
};
/// The names are the diagnostics' codes.
template <>
struct EnumNames<Law> {
    static constexpr std::array<std::string_view, 13> names{"mapping.world_size",
                                                            "mapping.tensor.divides_hidden",
                                                            "mapping.tensor.divides_feedforward",
                                                            "mapping.tensor.divides_heads",
                                                            "mapping.tensor.divides_sequence",
                                                            "mapping.pipeline.schedule_kind",
                                                            "mapping.pipeline.divides_blocks",
                                                            "mapping.pipeline.virtual_stages",
                                                            "mapping.data.divides_batch",
                                                            "workload.microbatch.divides_local_batch",
                                                            "mapping.data.optimizer_sharding",
                                                            "mapping.redo.communication",
                                                            "mapping.redo.full_recompute"};
};

/// What the laws speak of. An integer below 1 and an empty optional are invalid: a law with an invalid operand is
/// skipped, and a list of legal values leaves that operand out.
struct LawOperands {
    std::int64_t hiddenSize = 0;
    std::int64_t feedforwardSize = 0;
    std::int64_t sequenceLength = 0;
    std::int64_t attentionHeads = 0;
    std::int64_t blockCount = 0;
    std::int64_t globalBatchSize = 0;
    std::int64_t microbatchSize = 0;
    std::int64_t worldSize = 0; ///< as stated; 0 when it is not
    std::int64_t tensorDegree = 0;
    std::optional<TensorCommunication> communication;
    std::int64_t pipelineDegree = 0;
    std::optional<ScheduleKind> scheduleKind;
    std::optional<std::int64_t> virtualStages; ///< as stated, also below 1; of the interleaved kind alone
    std::int64_t dataDegree = 0;
    std::optional<bool> optimizerSharding;
    std::optional<RecomputePolicy> recompute;
    std::optional<bool> allGatherRedo;
};

LawOperands lawOperands(const TransformerModelSpec& model, const TransformerTrainingWorkloadSpec& workload,
                        const TransformerTrainingMappingSpec& mapping);

using LawSet = LawSetOf<Law>;

/// Every broken law whose operands are valid.
LawSet brokenLaws(const LawOperands& operands);

/// The place of the field a law is told at: "mapping.tensor.degree".
std::string_view pathOf(Law law);

/// One diagnostic for each law of the set, in order: what is wrong, the value given, every legal value, nearest named
/// first. Requires: the laws are brokenLaws(operands) or some of them.
Diagnostics describeBrokenLaws(const LawOperands& operands, LawSet broken);

/// The values of a law's field that satisfy every law on that field with the other fields as they are, as files write
/// them: numbers ascending, names in the order of the files' reference. Empty where no finite list exists.
std::vector<std::string> legalValues(Law law, const LawOperands& operands);

/// The same, field by field; the field's own value plays no part. Degrees and sizes ascend.
std::vector<std::int64_t> legalTensorDegrees(const LawOperands& operands);
std::vector<ScheduleKind> legalScheduleKinds(const LawOperands& operands);
std::vector<std::int64_t> legalPipelineDegrees(const LawOperands& operands);
std::vector<std::int64_t> legalVirtualStages(const LawOperands& operands);
std::vector<std::int64_t> legalDataDegrees(const LawOperands& operands);
std::vector<std::int64_t> legalMicrobatchSizes(const LawOperands& operands);

/// t·p·D, or t·c·p·D, digit for digit: it may need 252 bits. Requires: all >= 1.
std::string worldSizeDigits(std::int64_t tensor, std::int64_t pipeline, std::int64_t data, std::int64_t context = 1);

/// spec.positive: an integer of a model, workload or mapping below 1.
Diagnostic notPositive(std::string path, std::int64_t given);

} // namespace planscope
