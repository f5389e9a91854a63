#include "derivation/whole/portable_plan/buffer_rules.h"

#include "derivation/dialect/structure_rules.h"
#include "derivation/whole/dialect/bounded_integer.h"

#include <algorithm>
#include <array>

namespace planscope::whole {
namespace {

using UnitSums = std::array<WideInteger, countOf<Unit>()>;

class StageRules {
public:
    StageRules(Findings& found, const PortablePlanIR& ir)
        : m_found(found)
        , m_ir(ir)
    {
        for (const PlanParameter& parameter : ir.parameterTensors)
            if (isCounted(parameter.tensor))
                add(m_parameters, unitOf(ownerOf(parameter.tensor)), parameter.elements.value());
        for (const SavedBuffer& buffer : ir.saved)
            if (!buffer.rebuilt)
                add(m_saved, unitOf(buffer.tensor), buffer.bytes.value());
    }

    void check(std::size_t position)
    {
        const PlanStage& stage = m_ir.stages[position];
        const std::string place = "stages[" + std::to_string(position) + "]";
        const bool lawful = m_ir.program.rule.stages == static_cast<std::int64_t>(m_ir.stages.size())
            && isLawful(m_ir.program.rule);
        if (lawful && stage.inFlight != m_ir.program.rule.inFlight(static_cast<std::int64_t>(position)))
            m_found.add("stages", place, "the rule has another number of chunk-microbatches in flight",
                        std::to_string(stage.inFlight));
        checkPersistent(position, place);
        checkSums(position, place);
        bool legal = true;
        for (std::size_t k = 0; k < stage.step.size(); ++k)
            legal = legal && stage.step[k].bytes.value() >= 0 && stage.step[k].members >= 1
                && (stage.step[k].kind == CollectiveKind::AllReduce || stage.step[k].kind == CollectiveKind::AllGather
                    || stage.step[k].kind == CollectiveKind::ReduceScatter)
                && (k == 0 || stage.step[k - 1].what < stage.step[k].what);
        if (!legal)
            m_found.add("stage_step", place, "step messages come in order, each once, with bytes and members");
    }

    /// Whether the rule can be asked for any stage.
    static bool isLawful(const ProgramRule& rule)
    {
        constexpr std::int64_t most = std::int64_t{1} << 60;
        return rule.stages >= 1 && rule.stages < most && rule.virtualStages >= 1 && rule.group >= 1
            && rule.microbatches >= 1 && boundedProduct(rule.microbatches, rule.virtualStages) < most
            && rule.kind != ScheduleKind::ForwardOnly && (rule.kind == ScheduleKind::SingleStage) == (rule.stages == 1)
            && (rule.kind == ScheduleKind::InterleavedOneForwardOneBackward) == (rule.virtualStages > 1);
    }

private:
    static void add(UnitSums& sums, Unit unit, std::int64_t what)
    {
        WideInteger& sum = sums[static_cast<std::size_t>(unit)];
        sum = boundedSum(sum, what);
    }
    WideInteger ofChunk(const UnitSums& sums, std::size_t chunk) const
    {
        const std::vector<std::int64_t>& chunks = m_ir.program.shape.chunks;
        WideInteger total = boundedProduct(sums[static_cast<std::size_t>(Unit::Block)], chunks[chunk]);
        if (chunk == 0)
            total = boundedSum(total, sums[static_cast<std::size_t>(Unit::Embedding)]);
        if (chunk + 1 == chunks.size())
            total = boundedSum(total, sums[static_cast<std::size_t>(Unit::Head)]);
        return total;
    }

    void checkPersistent(std::size_t position, const std::string& place)
    {
        const PlanStage& stage = m_ir.stages[position];
        const std::size_t expected = m_ir.sizes.ropeTable.value() > 0 ? 4 : 3;
        bool legal = stage.persistent.size() == expected;
        for (std::size_t k = 0; k < stage.persistent.size(); ++k) {
            const PersistentBuffer& buffer = stage.persistent[k];
            legal = legal && static_cast<std::size_t>(buffer.kind) == k && buffer.bytes.value() >= 0;
            const std::string name = "stage." + std::to_string(position) + '.' + std::string{nameOf(buffer.kind)};
            if (buffer.name != name)
                m_found.add("name", EntityPlace{"persistent", k, buffer.name}, "the buffer is " + name,
                            excerpt(buffer.name), {name});
            checkLineage(m_found, buffer.lineage, LineageKind::Expansion, EntityPlace{"persistent", k, buffer.name});
        }
        if (!legal || (expected == 4 && stage.bytesOf(PersistentKind::RopeTable) != m_ir.sizes.ropeTable))
            m_found.add("persistent", place, "the persistent buffers are not weights, gradients, optimizer and table");
    }

    void checkSums(std::size_t position, const std::string& place)
    {
        const PlanStage& stage = m_ir.stages[position];
        const std::vector<std::int64_t>& chunks = m_ir.program.shape.chunks;
        WideInteger parameters = 0;
        std::size_t local = 0;
        bool saved = true;
        for (std::size_t chunk = position; chunk < chunks.size(); chunk += m_ir.stages.size(), ++local) {
            parameters = boundedSum(parameters, ofChunk(m_parameters, chunk));
            saved = saved && local < stage.savedPerMicrobatch.size()
                && stage.savedPerMicrobatch[local].value() == ofChunk(m_saved, chunk);
        }
        if (!saved || local != stage.savedPerMicrobatch.size())
            m_found.add("stage_saved", place, "its chunks keep something else than their units and blocks");
        if (stage.parameters.value() != parameters
            || stage.bytesOf(PersistentKind::Weights).value() != boundedProduct(2, parameters))
            m_found.add("stage_parameters", place,
                        "it has " + std::to_string(stage.parameters.value()) + " parameters of "
                            + decimalDigits(parameters),
                        std::to_string(stage.parameters.value()), {decimalDigits(parameters)});
    }

    Findings& m_found;
    const PortablePlanIR& m_ir;
    UnitSums m_parameters{};
    UnitSums m_saved{};
};

void checkEdges(Findings& found, const PortablePlanIR& ir)
{
    std::vector<PipelineEdge> expected;
    if (ir.program.rule.stages > 1)
        for (const Direction direction : {Direction::Forward, Direction::Backward})
            expected.push_back({direction, static_cast<std::int64_t>(ir.program.shape.chunks.size()) - 1,
                                ir.program.rule.microbatches, ir.sizes.hiddenShard});
    if (ir.edges != expected)
        found.add("edges", "edges", "the messages between chunks are not those of the program");
}

void checkProgram(Findings& found, const PortablePlanIR& ir)
{
    const PlanProgram& program = ir.program;
    const Shape& shape = program.shape;
    const ProgramRule& rule = program.rule;
    WideInteger world = 1;
    for (const std::int64_t degree : {program.tensorDegree, program.contextDegree, program.dataDegree, rule.stages})
        world = boundedProduct(world, degree);
    const bool positive = program.tensorDegree >= 1 && program.contextDegree >= 1 && program.dataDegree >= 1
        && program.globalBatchSize >= 1 && program.sequenceLength >= 1;
    const WideInteger chunks = boundedProduct(rule.stages, rule.virtualStages);
    const bool chunked = chunks == static_cast<WideInteger>(shape.chunks.size())
        && std::all_of(shape.chunks.begin(), shape.chunks.end(), [](std::int64_t blocks) { return blocks >= 0; });
    if (!positive || world != shape.worldSize || !chunked || !StageRules::isLawful(rule)
        || rule.microbatches != shape.microbatchCount)
        found.add("program", "program", "degrees, shape and rule do not fit together");
}

} // namespace

void checkStages(Findings& found, const PortablePlanIR& ir)
{
    checkProgram(found, ir);
    checkEdges(found, ir);
    if (static_cast<WideInteger>(ir.stages.size()) != ir.program.rule.stages || ir.stages.empty())
        return found.add("stages", "stages",
                         "there are " + std::to_string(ir.stages.size()) + " stages instead of "
                             + std::to_string(ir.program.rule.stages),
                         std::to_string(ir.stages.size()), {std::to_string(ir.program.rule.stages)});
    StageRules rules{found, ir};
    for (std::size_t k = 0; k < ir.stages.size(); ++k)
        rules.check(k);
}

} // namespace planscope::whole
