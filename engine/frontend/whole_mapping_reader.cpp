#include "frontend/whole_spec_readers.h"

#include "spec/whole/law_operands.h"

namespace planscope::whole {
namespace {

void readTensor(FieldReader& parent, MappingSpec& to, LawOperands& operands)
{
    const auto tensor = parent.object("tensor");
    if (!tensor)
        return;
    FieldReader fields{parent.faults(), *tensor, parent.inside("tensor"), {"degree", "sequence_parallel"}};
    operands.tensorDegree = to.tensor.degree = fields.size("degree").value_or(0);
    operands.sequenceParallel = fields.boolean("sequence_parallel");
    to.tensor.sequenceParallel = operands.sequenceParallel.value_or(false);
}

void readContext(FieldReader& parent, MappingSpec& to, LawOperands& operands)
{
    const auto context = parent.object("context");
    if (!context)
        return;
    FieldReader fields{parent.faults(), *context, parent.inside("context"), {"degree", "exchange"}};
    operands.contextDegree = to.context.degree = fields.size("degree").value_or(0);
    operands.exchange = fields.enumeration<ContextExchange>("exchange");
    to.context.exchange = operands.exchange.value_or(ContextExchange::AllToAll);
}

Schedule scheduleOf(const LawOperands& operands)
{
    switch (operands.scheduleKind.value_or(ScheduleKind::SingleStage)) {
    case ScheduleKind::SingleStage: return SingleStage{};
    case ScheduleKind::OneForwardOneBackward: return OneForwardOneBackward{};
    case ScheduleKind::InterleavedOneForwardOneBackward:
        return Interleaved{operands.virtualStages.value_or(0),
                           operands.groupStated ? std::optional{operands.group} : std::nullopt};
    case ScheduleKind::ForwardOnly: return ForwardOnly{};
    }
    return SingleStage{};
}

/// virtual_stages and group belong to the interleaved kind alone; while the kind is not known, they may be there or
/// not.
void readSchedule(FieldReader& parent, MappingSpec& to, LawOperands& operands)
{
    const auto schedule = parent.object("schedule");
    if (!schedule)
        return;
    const auto kind = schedule->find("kind");
    const std::string_view written = kind && kind->isString() ? kind->text() : std::string_view{};
    const bool interleaves = written == Interleaved::alternativeName;
    const bool isKnown = enumFromName<ScheduleKind>(written).has_value();
    const std::string path = parent.inside("schedule");
    FieldReader fields = interleaves || !isKnown
        ? FieldReader{parent.faults(), *schedule, path, {"kind", "virtual_stages", "group"}}
        : FieldReader{parent.faults(), *schedule, path, {"kind"}};
    operands.scheduleKind = fields.enumeration<ScheduleKind>("kind");
    if (interleaves) {
        operands.virtualStages = fields.size("virtual_stages");
        operands.groupStated = schedule->find("group").has_value();
        operands.group = fields.optionalSize("group").value_or(0);
    } else if (!isKnown) {
        fields.optionalSize("virtual_stages");
        fields.optionalSize("group");
    }
    to.pipeline.schedule = scheduleOf(operands);
}

/// With how many numbers and what sum, where that is known.
std::string layoutExpected(const LawOperands& operands)
{
    const auto chunks = chunksOfAStage(operands);
    if (operands.pipelineDegree < 1 || !chunks || *chunks < 1 || operands.blockCount < 1)
        return "a list of numbers separated by commas";
    const WideInteger count = static_cast<WideInteger>(operands.pipelineDegree) * *chunks;
    return "a list of " + decimalDigits(count) + (count == 1 ? " number" : " numbers separated by commas")
        + " with the sum " + std::to_string(operands.blockCount);
}

void readLayout(FieldReader& parent, MappingSpec& to, LawOperands& operands)
{
    const auto layout = parent.optional("layout");
    operands.layoutStated = layout.has_value();
    if (!layout)
        return;
    if (!layout->isArray()) {
        parent.faults().wrongType(parent.inside("layout"), layoutExpected(operands), *layout);
        return;
    }
    std::vector<std::int64_t> entries;
    entries.reserve(layout->childCount());
    bool allRead = true;
    for (const JsonValue element : layout->elements()) {
        const auto entry = element.integer();
        const std::string place = elementPath(parent.inside("layout"), entries.size());
        entries.push_back(entry.value_or(0));
        allRead = allRead && entry;
        if (!entry)
            parent.faults().wrongType(place, integerExpected, element);
        else if (*entry < 0)
            parent.faults().add(negative(place, *entry));
    }
    if (allRead)
        to.pipeline.layout = operands.layout = std::move(entries);
}

void readPipeline(FieldReader& parent, MappingSpec& to, LawOperands& operands)
{
    const auto pipeline = parent.object("pipeline");
    if (!pipeline)
        return;
    FieldReader fields{parent.faults(), *pipeline, parent.inside("pipeline"), {"degree", "schedule", "layout"}};
    operands.pipelineDegree = to.pipeline.degree = fields.size("degree").value_or(0);
    readSchedule(fields, to, operands);
    readLayout(fields, to, operands);
}

void readData(FieldReader& parent, MappingSpec& to, LawOperands& operands)
{
    const auto data = parent.object("data");
    if (!data)
        return;
    FieldReader fields{parent.faults(), *data, parent.inside("data"), {"degree", "optimizer_sharding"}};
    operands.dataDegree = to.data.degree = fields.size("degree").value_or(0);
    to.data.optimizerSharding = fields.boolean("optimizer_sharding").value_or(false);
}

void readVocabulary(FieldReader& parent, MappingSpec& to, LawOperands& operands)
{
    const auto vocabulary = parent.object("vocabulary");
    if (!vocabulary)
        return;
    FieldReader fields{parent.faults(), *vocabulary, parent.inside("vocabulary"), {"extra_tokens", "multiple"}};
    constexpr std::int64_t invalid = -1;
    operands.extraTokens = to.vocabulary.extraTokens = fields.count("extra_tokens").value_or(invalid);
    operands.vocabularyMultiple = to.vocabulary.multiple = fields.count("multiple").value_or(invalid);
}

} // namespace

MappingSpec readMapping(FieldReader& parent, std::string_view field, LawOperands& operands)
{
    MappingSpec spec;
    const auto mapping = parent.object(field);
    if (!mapping)
        return spec;
    FieldReader fields{parent.faults(),
                       *mapping,
                       parent.inside(field),
                       {"world_size", "tensor", "context", "pipeline", "data", "recompute", "attention", "loss",
                        "gradient_datatype", "vocabulary"}};
    operands.worldSize = fields.optionalSize("world_size").value_or(0);
    readTensor(fields, spec, operands);
    readContext(fields, spec, operands);
    readPipeline(fields, spec, operands);
    readData(fields, spec, operands);
    spec.recompute = fields.enumeration<RecomputeKind>("recompute").value_or(RecomputeKind::None);
    operands.attention = fields.enumeration<AttentionKernel>("attention");
    spec.attention = operands.attention.value_or(AttentionKernel::Fused);
    spec.loss = fields.enumeration<LossKernel>("loss").value_or(LossKernel::Fused);
    spec.gradientDatatype =
        fields.enumeration<GradientDatatype>("gradient_datatype").value_or(GradientDatatype::Float32);
    readVocabulary(fields, spec, operands);
    return spec;
}

} // namespace planscope::whole
