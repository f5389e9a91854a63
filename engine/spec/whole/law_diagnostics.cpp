#include "spec/law_wording.h"
#include "spec/whole/law_operands.h"
#include "spec/whole/laws.h"

#include <algorithm>

namespace planscope::whole {
namespace {

std::string number(std::int64_t value)
{
    return std::to_string(value);
}

struct Told {
    std::string given;
    std::string message;
};

Told tellTensor(const LawOperands& o, const std::string& why, const std::vector<std::string>& legal)
{
    return {number(o.tensorDegree),
            "tensor degree " + number(o.tensorDegree) + why + wayOut("tensor degree", legal, o.tensorDegree)};
}

Told tellKeyValueHeads(const LawOperands& o, const std::vector<std::string>& legal)
{
    const std::int64_t k = o.keyValueHeads, t = o.tensorDegree;
    const bool divides = !keyValueHeadsCount(o) || k % t == 0 || t % k == 0;
    return tellTensor(o,
                      divides ? " does not divide the rows of the query, key and value weight: ("
                              + number(o.attentionHeads) + " + 2 × " + number(k) + ") × " + number(o.attentionHeadSize)
                              : " and the " + number(k) + " key-value heads do not divide one another",
                      legal);
}

Told tellContext(const LawOperands& o, const std::string& why, const std::vector<std::string>& legal)
{
    return {number(o.contextDegree),
            "context degree " + number(o.contextDegree) + why + wayOut("context degree", legal, o.contextDegree)};
}

Told tellVirtualStages(const LawOperands& o, const std::vector<std::string>& legal)
{
    return {number(*o.virtualStages),
            "1 virtual stage does not interleave: at least 2 are needed"
                + wayOut("number of virtual stages", legal, *o.virtualStages)};
}

Told tellLayout(const LawOperands& o)
{
    std::string given;
    WideInteger sum = 0;
    for (const std::int64_t entry : *o.layout) {
        given += (given.empty() ? "[" : ",") + number(entry);
        sum += entry;
    }
    given += given.empty() ? "[]" : "]";
    const WideInteger wanted = static_cast<WideInteger>(o.pipelineDegree) * *chunksOfAStage(o);
    return {given,
            "the layout has " + std::to_string(o.layout->size()) + " entries that sum to " + decimalDigits(sum)
                + ", but " + decimalDigits(wanted) + " chunks hold " + number(o.blockCount) + " blocks"};
}

Told tellGroup(const LawOperands& o, const std::vector<std::string>& legal)
{
    const std::int64_t p = o.pipelineDegree, m = *microbatches(o), group = o.groupStated ? o.group : p;
    std::string message = o.groupStated ? "a group of " + number(group) + " microbatches"
                                        : "a group of as many microbatches as stages, " + number(p) + ",";
    if (group < p)
        message += " is smaller than the " + number(p) + " stages";
    else if (group > std::max(m, p))
        message += " is larger than the " + number(m) + " microbatches of a replica";
    else
        message += " leaves a last group of " + number(m % group) + " of the " + number(m)
            + " microbatches, fewer than the " + number(p) + " stages";
    return {o.groupStated ? number(group) : std::string{}, message + wayOut("group", legal, group)};
}

Told tell(Law law, const LawOperands& o, const std::vector<std::string>& legal)
{
    switch (law) {
    case Law::WorldSize:
        return {number(o.worldSize),
                "world_size is stated as " + number(o.worldSize) + ", but tensor " + number(o.tensorDegree)
                    + " × context " + number(o.contextDegree) + " × pipeline " + number(o.pipelineDegree) + " × data "
                    + number(o.dataDegree) + " is " + joined(legal)};
    case Law::VirtualStages: return tellVirtualStages(o, legal);
    case Law::KeyValueHeadsDivideHeads:
        return {number(o.keyValueHeads),
                number(o.keyValueHeads) + " key-value heads do not divide the " + number(o.attentionHeads)
                    + " attention heads" + wayOut("number of key-value heads", legal, o.keyValueHeads)};
    case Law::TensorDividesHeads:
        return tellTensor(o, " does not divide the " + number(o.attentionHeads) + " attention heads", legal);
    case Law::TensorKeyValueHeads: return tellKeyValueHeads(o, legal);
    case Law::TensorDividesFeedforward:
        return tellTensor(o, " does not divide the feed-forward size " + number(o.feedforwardSize), legal);
    case Law::TensorDividesSequence:
        return tellTensor(o,
                          " does not divide the " + number(*contextShard(o))
                              + " tokens of a sequence that sequence parallelism cuts",
                          legal);
    case Law::TensorDividesVocabulary:
        return tellTensor(o,
                          " does not divide the vocabulary of " + decimalDigits(*unpaddedVocabulary(o))
                              + ", which nothing pads",
                          legal);
    case Law::ContextDividesSequence:
        return tellContext(o, " does not divide the sequence length " + number(o.sequenceLength), legal);
    case Law::ContextDividesHeads:
        return tellContext(o,
                           " does not divide the heads of a rank, which all_to_all exchanges ("
                               + number(o.attentionHeads) + " attention heads and " + number(o.keyValueHeads)
                               + " key-value heads on " + number(o.tensorDegree) + ")",
                           legal);
    case Law::UnfusedContext:
        return {std::string{nameOf(*o.attention)},
                "unfused attention needs the whole sequence, but the context degree is " + number(o.contextDegree)
                    + "; legal is fused"};
    case Law::SequenceExceedsPositions:
        return {number(o.sequenceLength),
                "a sequence of " + number(o.sequenceLength) + " tokens exceeds the " + number(o.maximumPositions)
                    + " learned positions"};
    case Law::Layout: return tellLayout(o);
    case Law::Group: return tellGroup(o, legal);
    case Law::ScheduleKind:
    case Law::DataDividesBatch:
    case Law::MicrobatchDividesLocalBatch:
    case Law::PipelineDividesBlocks: return {}; // told by spec/laws.h
    }
    return {};
}

/// The law of spec/laws.h that tells this one.
std::optional<planscope::Law> toldElsewhere(Law law, const LawOperands& o)
{
    switch (law) {
    case Law::ScheduleKind: return planscope::Law::ScheduleKind;
    case Law::VirtualStages:
        return o.layoutStated ? std::nullopt : std::optional{planscope::Law::VirtualStages};
    case Law::DataDividesBatch: return planscope::Law::DataDividesBatch;
    case Law::MicrobatchDividesLocalBatch: return planscope::Law::MicrobatchDividesLocalBatch;
    case Law::PipelineDividesBlocks: return planscope::Law::PipelineDividesBlocks;
    case Law::WorldSize:
    case Law::KeyValueHeadsDivideHeads:
    case Law::TensorDividesHeads:
    case Law::TensorKeyValueHeads:
    case Law::TensorDividesFeedforward:
    case Law::TensorDividesSequence:
    case Law::TensorDividesVocabulary:
    case Law::ContextDividesSequence:
    case Law::ContextDividesHeads:
    case Law::UnfusedContext:
    case Law::SequenceExceedsPositions:
    case Law::Layout:
    case Law::Group: return std::nullopt;
    }
    return std::nullopt;
}

} // namespace

std::string_view pathOf(Law law)
{
    switch (law) {
    case Law::WorldSize: return "mapping.world_size";
    case Law::ScheduleKind: return "mapping.pipeline.schedule.kind";
    case Law::VirtualStages: return "mapping.pipeline.schedule.virtual_stages";
    case Law::DataDividesBatch: return "mapping.data.degree";
    case Law::MicrobatchDividesLocalBatch: return "workload.microbatch_size";
    case Law::KeyValueHeadsDivideHeads: return "model.key_value_heads";
    case Law::TensorDividesHeads:
    case Law::TensorKeyValueHeads:
    case Law::TensorDividesFeedforward:
    case Law::TensorDividesSequence:
    case Law::TensorDividesVocabulary: return "mapping.tensor.degree";
    case Law::ContextDividesSequence:
    case Law::ContextDividesHeads: return "mapping.context.degree";
    case Law::UnfusedContext: return "mapping.attention";
    case Law::SequenceExceedsPositions: return "workload.sequence_length";
    case Law::Layout: return "mapping.pipeline.layout";
    case Law::PipelineDividesBlocks: return "mapping.pipeline.degree";
    case Law::Group: return "mapping.pipeline.schedule.group";
    }
    return {};
}

Diagnostics describeBrokenLaws(const LawOperands& operands, LawSet broken)
{
    Diagnostics diagnostics;
    for (std::size_t k = 0; k < countOf<Law>(); ++k) {
        const auto law = static_cast<Law>(k);
        if (!broken.contains(law))
            continue;
        if (const auto shared = toldElsewhere(law, operands)) {
            planscope::LawSet one;
            one.insert(*shared);
            append(diagnostics, planscope::describeBrokenLaws(sharedOperands(operands), one));
            if (law == Law::PipelineDividesBlocks)
                diagnostics.back().message += "; stages of unequal blocks are lawful with a stated layout";
            continue;
        }
        const std::string_view path = pathOf(law);
        // Laws on one field stand together and share their legal values, which cost a factorisation.
        std::vector<std::string> legal = !diagnostics.empty() && diagnostics.back().path == path
            ? diagnostics.back().legal
            : legalValues(law, operands);
        Told told = tell(law, operands, legal);
        diagnostics.push_back({Severity::Error, Origin::Import, std::string{nameOf(law)}, std::string{path},
                               std::move(told.message), std::move(told.given), std::move(legal)});
    }
    return diagnostics;
}

} // namespace planscope::whole
