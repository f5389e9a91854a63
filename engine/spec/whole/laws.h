#pragma once

#include "base/diagnostic.h"
#include "base/enum_names.h"
#include "spec/law_set.h"
#include "spec/whole/mapping_spec.h"
#include "spec/whole/model_spec.h"
#include "spec/whole/workload_spec.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The laws that tie a whole model, its workload and its mapping together, in the manner of spec/laws.h: over operands
/// that need not be legal or even there. Laws that both accountings have are those of spec/laws.h, asked and told
/// there.
/// All functions are pure; any thread.
namespace planscope::whole {

/// In the order in which broken laws are told.
enum class Law {
    WorldSize, ///< world_size, when stated, is t·c·p·D
    ScheduleKind,
    VirtualStages, ///< v >= 2; without a layout v divides L/p
    DataDividesBatch,
    MicrobatchDividesLocalBatch,
    KeyValueHeadsDivideHeads,
    TensorDividesHeads,
    TensorKeyValueHeads, ///< t divides k or k divides t; t divides the rows of qkv
    TensorDividesFeedforward,
    TensorDividesSequence,   ///< with sequence parallelism t divides s/c
    TensorDividesVocabulary, ///< t divides V′ that is not padded
    ContextDividesSequence,
    ContextDividesHeads, ///< with all_to_all c divides a/t and the KV heads of a rank
    UnfusedContext,      ///< context parallelism needs fused attention
    SequenceExceedsPositions,
    Layout, ///< p·v entries that sum to L
    PipelineDividesBlocks,
    Group, ///< p <= g <= max(m, p), and no last group of fewer than p microbatches
};

/// What the laws speak of. An integer below 1 (extra tokens, multiple: below 0) and an empty optional are invalid: a
/// law with an invalid operand is skipped, and a list of legal values leaves that operand out.
struct LawOperands {
    std::int64_t feedforwardSize = 0;
    std::int64_t attentionHeads = 0;
    std::int64_t keyValueHeads = 0;
    std::int64_t attentionHeadSize = 0;
    std::int64_t blockCount = 0;
    std::int64_t vocabularySize = 0;
    std::optional<PositionEncoding> position;
    std::int64_t maximumPositions = 0;
    std::int64_t sequenceLength = 0;
    std::int64_t globalBatchSize = 0;
    std::int64_t microbatchSize = 0;
    std::int64_t worldSize = 0; ///< as stated; 0 when it is not
    std::int64_t tensorDegree = 0;
    std::optional<bool> sequenceParallel;
    std::int64_t contextDegree = 0;
    std::optional<ContextExchange> exchange;
    std::int64_t pipelineDegree = 0;
    std::optional<ScheduleKind> scheduleKind;
    std::optional<std::int64_t> virtualStages; ///< as stated, also below 1; of the interleaved kind alone
    bool groupStated = false;                  ///< of the interleaved kind alone; not stated, the group counts as p
    std::int64_t group = 0;                    ///< as stated
    bool layoutStated = false;
    std::optional<std::vector<std::int64_t>> layout; ///< as stated; invalid also with an entry below 0
    std::int64_t dataDegree = 0;
    std::optional<AttentionKernel> attention;
    std::int64_t extraTokens = -1;
    std::int64_t vocabularyMultiple = -1;
};

LawOperands lawOperands(const ModelSpec& model, const WorkloadSpec& workload, const MappingSpec& mapping);

using LawSet = LawSetOf<Law>;

/// Every broken law whose operands are valid. Does not allocate.
LawSet brokenLaws(const LawOperands& operands);

/// The place of the field a law is told at: "mapping.tensor.degree".
std::string_view pathOf(Law law);

/// One diagnostic for each law of the set, in order: what is wrong, the value given, every legal value, nearest named
/// first. Requires: the laws are brokenLaws(operands) or some of them.
Diagnostics describeBrokenLaws(const LawOperands& operands, LawSet broken);

/// The values of a law's field that satisfy every law on that field with the other fields as they are, as files write
/// them: numbers ascending, names in the order of the files' reference. Empty where no finite list exists.
std::vector<std::string> legalValues(Law law, const LawOperands& operands);

/// The same, field by field; the field's own value plays no part. Ascending.
std::vector<std::int64_t> legalTensorDegrees(const LawOperands& operands);
std::vector<std::int64_t> legalContextDegrees(const LawOperands& operands);
std::vector<std::int64_t> legalPipelineDegrees(const LawOperands& operands);
std::vector<std::int64_t> legalVirtualStages(const LawOperands& operands);
std::vector<std::int64_t> legalGroups(const LawOperands& operands); ///< empty also when there are more than 100,000
std::vector<std::int64_t> legalDataDegrees(const LawOperands& operands);
std::vector<std::int64_t> legalMicrobatchSizes(const LawOperands& operands);
std::vector<std::int64_t> legalKeyValueHeads(const LawOperands& operands);

/// spec.positive of a field that may be 0: extra tokens, a multiple, a layout's entry, a position table's rows.
Diagnostic negative(std::string path, std::int64_t given);

} // namespace planscope::whole

namespace planscope {

/// The names are the diagnostics' codes.
template <>
struct EnumNames<whole::Law> {
    static constexpr std::array<std::string_view, 18> names{"mapping.world_size",
                                                            "mapping.pipeline.schedule_kind",
                                                            "mapping.pipeline.virtual_stages",
                                                            "mapping.data.divides_batch",
                                                            "workload.microbatch.divides_local_batch",
                                                            "model.kv_divides_heads",
                                                            "mapping.tensor.divides_heads",
                                                            "mapping.tensor.kv_heads",
                                                            "mapping.tensor.divides_feedforward",
                                                            "mapping.tensor.divides_sequence",
                                                            "mapping.tensor.divides_vocabulary",
                                                            "mapping.context.divides_sequence",
                                                            "mapping.context.divides_heads",
                                                            "mapping.attention.unfused_context",
                                                            "workload.sequence_length.exceeds_positions",
                                                            "mapping.pipeline.layout",
                                                            "mapping.pipeline.divides_blocks",
                                                            "mapping.pipeline.group"};
};

} // namespace planscope
