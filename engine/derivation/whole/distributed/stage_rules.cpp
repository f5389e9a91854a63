#include "derivation/whole/distributed/value_rules.h"

#include "derivation/whole/dialect/bounded_integer.h"

#include <array>
#include <limits>

namespace planscope::whole {
namespace {

/// Sums over the values of each unit, in 128 bits; and of a stage or chunk from them.
class UnitSums {
public:
    explicit UnitSums(const DistributedTaskIR& ir)
    {
        for (const DistributedValue& value : ir.values) {
            if (const auto* const parameter = std::get_if<ParameterContent>(&value.content)) {
                if (isCounted(parameter->tensor))
                    add(m_parameters[index(unitOf(ownerOf(parameter->tensor)))], value.elements.value());
            } else if (const auto& saved = std::get<SavedContent>(value.content); !saved.rebuilt) {
                add(m_saved[index(unitOf(saved.tensor))],
                    WideInteger{value.elements.value()} * bytesOf(value.elementType));
            }
        }
    }
    WideInteger parametersOf(const DistributedTaskIR& ir, std::size_t chunk) const
    {
        return sum(m_parameters, ir, chunk);
    }
    WideInteger savedOf(const DistributedTaskIR& ir, std::size_t chunk) const { return sum(m_saved, ir, chunk); }

private:
    using Sums = std::array<WideInteger, countOf<Unit>()>;
    static std::size_t index(Unit unit) { return static_cast<std::size_t>(unit); }
    static void add(WideInteger& to, WideInteger what) { to = boundedSum(to, what); }
    static WideInteger sum(const Sums& sums, const DistributedTaskIR& ir, std::size_t chunk)
    {
        WideInteger total = boundedProduct(sums[index(Unit::Block)], ir.shape.chunks[chunk]);
        if (chunk == 0)
            add(total, sums[index(Unit::Embedding)]);
        if (chunk + 1 == ir.shape.chunks.size())
            add(total, sums[index(Unit::Head)]);
        return total;
    }

    Sums m_parameters{};
    Sums m_saved{};
};

class StageRules {
public:
    StageRules(Findings& found, const DistributedTaskIR& ir)
        : m_found(found)
        , m_ir(ir)
        , m_sums(ir)
    {
    }

    void check(std::size_t position)
    {
        const StageFacts& stage = m_ir.stages[position];
        const std::string place = "stages[" + std::to_string(position) + "]";
        const std::size_t stages = m_ir.stages.size();
        WideInteger parameters = 0;
        bool saved = true;
        std::size_t chunks = 0;
        for (std::size_t chunk = position; chunk < m_ir.shape.chunks.size(); chunk += stages, ++chunks) {
            parameters = boundedSum(parameters, m_sums.parametersOf(m_ir, chunk));
            saved = saved && chunks < stage.savedPerMicrobatch.size()
                && stage.savedPerMicrobatch[chunks].value() == m_sums.savedOf(m_ir, chunk);
        }
        if (!saved || chunks != stage.savedPerMicrobatch.size())
            m_found.add("stage_saved", place, "its chunks keep something else than their units and blocks");
        checkParameters(stage, place, parameters);
        if (stage.step != expectedStep(position))
            m_found.add("stage_step", place, "the messages of a step are others than the mapping gives");
    }

private:
    std::int64_t gradientBytes() const { return m_ir.mapping.gradientDatatype == GradientDatatype::Float32 ? 4 : 2; }
    WideInteger replicas() const { return boundedProduct(m_ir.mapping.data.degree, m_ir.mapping.context.degree); }

    void checkParameters(const StageFacts& stage, const std::string& place, WideInteger parameters)
    {
        const WideInteger shards = m_ir.mapping.data.optimizerSharding && replicas() > 0 ? replicas() : 1;
        const WideInteger optimized = (parameters + shards - 1) / shards;
        if (stage.parameters.value() != parameters || stage.optimized.value() != optimized
            || stage.weights.value() != 2 * parameters || stage.gradients.value() != gradientBytes() * parameters
            || stage.optimizer.value() != 12 * optimized || stage.optimizerWork.operations.value() != 11 * optimized
            || stage.optimizerWork.read.value() != (12 + gradientBytes()) * optimized
            || stage.optimizerWork.write.value() != 14 * optimized || stage.optimizerWork.message.value() != 0)
            m_found.add("stage_parameters", place,
                        "it has " + std::to_string(stage.parameters.value()) + " parameters of "
                            + decimalDigits(parameters) + ", or bytes that are not theirs",
                        std::to_string(stage.parameters.value()), {decimalDigits(parameters)});
    }

    /// The messages by the values, with their bytes where they follow from those.
    std::vector<StepMessage> expectedStep(std::size_t position) const
    {
        const StageFacts& stage = m_ir.stages[position];
        const MappingSpec& mapping = m_ir.mapping;
        std::vector<StepMessage> messages;
        const std::int64_t members = narrow(replicas()).value();
        if (replicas() > 1 && mapping.data.optimizerSharding) {
            messages.push_back(
                {StepMessageKind::Gradients, CollectiveKind::ReduceScatter, GroupAxis::Data, members, stage.gradients});
            messages.push_back(
                {StepMessageKind::Weights, CollectiveKind::AllGather, GroupAxis::Data, members, stage.weights});
        } else if (replicas() > 1) {
            messages.push_back(
                {StepMessageKind::Gradients, CollectiveKind::AllReduce, GroupAxis::Data, members, stage.gradients});
        }
        WideInteger tied = 0;
        WideInteger reduced = 0;
        for (const DistributedValue& value : m_ir.values) {
            const auto* const parameter = std::get_if<ParameterContent>(&value.content);
            if (parameter == nullptr)
                continue;
            if (parameter->tensor == ParameterTensor::HeadTiedCopy)
                tied = WideInteger{gradientBytes()} * value.elements.value();
            if (isReducedOverSequence(parameter->tensor))
                reduced = boundedSum(
                    reduced,
                    boundedProduct(value.elements.value(), times(unitOf(ownerOf(parameter->tensor)), position)));
        }
        if (tied != 0 && (position == 0 || position + 1 == m_ir.stages.size()))
            messages.push_back({StepMessageKind::TiedEmbeddingGradient, CollectiveKind::AllReduce, GroupAxis::Embedding,
                                2, narrow(tied)});
        if (mapping.tensor.sequenceParallel && mapping.tensor.degree > 1)
            messages.push_back({StepMessageKind::ReplicatedGradients, CollectiveKind::AllReduce, GroupAxis::Tensor,
                                mapping.tensor.degree, narrow(boundedProduct(reduced, gradientBytes()))});
        return messages;
    }
    /// How often a stage has a unit.
    WideInteger times(Unit unit, std::size_t position) const
    {
        if (unit == Unit::Embedding)
            return position == 0 ? 1 : 0;
        if (unit == Unit::Head)
            return position + 1 == m_ir.stages.size() ? 1 : 0;
        WideInteger blocks = 0;
        for (std::size_t chunk = position; chunk < m_ir.shape.chunks.size(); chunk += m_ir.stages.size())
            blocks = boundedSum(blocks, m_ir.shape.chunks[chunk]);
        return blocks;
    }
    static Bytes narrow(WideInteger bytes)
    {
        constexpr WideInteger limit = std::numeric_limits<std::int64_t>::max();
        return Bytes{static_cast<std::int64_t>(bytes > limit || bytes < -limit ? -limit : bytes)};
    }

    Findings& m_found;
    const DistributedTaskIR& m_ir;
    UnitSums m_sums;
};

} // namespace

void checkStages(Findings& found, const DistributedTaskIR& ir)
{
    if (static_cast<WideInteger>(ir.stages.size()) != ir.mapping.pipeline.degree || ir.stages.empty())
        return found.add("stages", "stages",
                         "there are " + std::to_string(ir.stages.size()) + " stages instead of "
                             + std::to_string(ir.mapping.pipeline.degree),
                         std::to_string(ir.stages.size()), {std::to_string(ir.mapping.pipeline.degree)});
    StageRules rules{found, ir};
    for (std::size_t k = 0; k < ir.stages.size(); ++k)
        rules.check(k);
}

} // namespace planscope::whole
