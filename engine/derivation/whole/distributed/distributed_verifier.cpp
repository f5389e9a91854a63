#include "derivation/whole/distributed/distributed_verifier.h"

#include "derivation/dialect/structure_rules.h"
#include "derivation/whole/dialect/bounded_integer.h"
#include "derivation/whole/distributed/value_rules.h"

#include <algorithm>
#include <array>
#include <set>

namespace planscope::whole {
namespace {

class HeaderRules {
public:
    HeaderRules(Findings& found, const DistributedTaskIR& ir)
        : m_found(found)
        , m_ir(ir)
    {
    }

    void check()
    {
        checkSchema(m_found, m_ir.schema, DistributedTaskIR::currentSchema());
        if (m_ir.sourceDigest == Digest{})
            m_found.add("source_digest", "source_digest", "the digest of the model IR is missing");
        checkMesh();
        checkShape();
        checkRule();
    }

private:
    void checkMesh()
    {
        const MappingSpec& mapping = m_ir.mapping;
        const std::array<std::int64_t, meshAxisNames.size()> sizes{mapping.tensor.degree, mapping.context.degree,
                                                                   mapping.data.degree, mapping.pipeline.degree};
        bool legal = m_ir.mesh.axes.size() == sizes.size();
        for (std::size_t axis = 0; legal && axis < sizes.size(); ++axis)
            legal = m_ir.mesh.axes[axis].name == meshAxisNames[axis] && m_ir.mesh.axes[axis].size == Ranks{sizes[axis]}
                && sizes[axis] >= 1;
        if (!legal)
            m_found.add("mesh", "mesh", "the axes are not tp, cp, dp and pp of the mapping's degrees");
    }

    void checkShape()
    {
        const MappingSpec& mapping = m_ir.mapping;
        const Shape& shape = m_ir.shape;
        const auto product = [](std::initializer_list<std::int64_t> factors) {
            WideInteger value = 1;
            for (const std::int64_t factor : factors)
                value = boundedProduct(value, factor);
            return value;
        };
        if (product({mapping.tensor.degree, mapping.context.degree, mapping.pipeline.degree, mapping.data.degree})
                != shape.worldSize
            || shape.worldSize < 1)
            m_found.add("shape", "shape.world_size", "the ranks are not the product of the degrees",
                        std::to_string(shape.worldSize));
        if (product({mapping.data.degree, m_ir.workload.microbatchSize, shape.microbatchCount})
                != m_ir.workload.globalBatchSize
            || shape.microbatchCount < 1)
            m_found.add("shape", "shape.microbatch_count", "the microbatches do not make up the global batch",
                        std::to_string(shape.microbatchCount));
        const WideInteger chunks = product({mapping.pipeline.degree, virtualStagesOf(mapping.pipeline.schedule)});
        if (chunks != static_cast<WideInteger>(shape.chunks.size()) || shape.chunks.empty()
            || std::any_of(shape.chunks.begin(), shape.chunks.end(), [](std::int64_t blocks) { return blocks < 0; }))
            m_found.add("shape", "shape.chunks", "there are not p·v chunks of at least 0 blocks",
                        std::to_string(shape.chunks.size()), {decimalDigits(chunks)});
        if (mapping.tensor.degree < 1 || shape.paddedVocabulary < 1
            || shape.paddedVocabulary % mapping.tensor.degree != 0)
            m_found.add("shape", "shape.padded_vocabulary", "the tensor ranks cannot share the rows evenly",
                        std::to_string(shape.paddedVocabulary));
        if (m_ir.chunkClasses != chunkClassesOf(shape))
            m_found.add("chunk_classes", "chunk_classes", "the classes are not those of the chunks");
    }

    void checkRule()
    {
        const ScheduleKind kind = kindOf(m_ir.mapping.pipeline.schedule);
        const bool single = kind == ScheduleKind::SingleStage;
        if (m_ir.rule != programRuleOf(m_ir.mapping, m_ir.shape) || kind == ScheduleKind::ForwardOnly
            || single != (m_ir.mapping.pipeline.degree == 1) || m_ir.rule.group < 1 || m_ir.rule.virtualStages < 1)
            m_found.add("program_rule", "rule", "the rule is not the one of the mapping");
    }

    Findings& m_found;
    const DistributedTaskIR& m_ir;
};

class TaskRules {
public:
    TaskRules(Findings& found, const DistributedTaskIR& ir, const EntityIndex<TaskKind>& index)
        : m_found(found)
        , m_ir(ir)
        , m_index(index)
    {
    }

    void check(std::size_t position)
    {
        const DistributedTask& task = m_ir.tasks[position];
        const EntityPlace place{"tasks", position, task.name};
        const Invocation& invocation = task.invocation;
        if (task.name != taskName(invocation))
            m_found.add("name", place, "the invocation is " + taskName(invocation), excerpt(task.name),
                        {taskName(invocation)});
        const bool exchange = invocation.engine == Engine::Collective;
        if (invocation.part.has_value() != (invocation.row == Row::CoreAttention)
            || invocation.collective.has_value() != exchange || invocation.site.has_value() != exchange
            || invocation.group.has_value() != exchange)
            m_found.add("invocation", place, "kernel part, kind, site and group do not fit row and engine");
        if (task.reduction != reductionOf(invocation))
            m_found.add("reduction", place, "the reduction does not fit kind and site");
        checkFacts(task, place);
        checkOrder(position, place);
        checkRepeats(task, position, place);
        checkLineage(m_found, task.lineage,
                     invocation.phase == Phase::Recompute ? LineageKind::Clone : LineageKind::Expansion, place);
    }

private:
    void checkFacts(const DistributedTask& task, const EntityPlace& place)
    {
        const WorkloadFacts& facts = task.facts;
        const bool negative = facts.operations.value() < 0 || facts.read.value() < 0 || facts.write.value() < 0
            || facts.message.value() < 0;
        const bool exchange = task.invocation.engine == Engine::Collective;
        const bool local = facts.read.value() != 0 || facts.write.value() != 0;
        const bool misplaced = exchange ? facts.message.value() < 1 || local : facts.message.value() != 0;
        if (negative || misplaced)
            m_found.add("facts", place,
                        exchange ? "a collective has a message and touches no local memory"
                                 : "a local task has no message and nothing negative");
    }

    /// 0 forward, 1 recompute, 2 backward.
    static int part(const Invocation& invocation)
    {
        return invocation.phase == Phase::Forward ? 0 : invocation.phase == Phase::Recompute ? 1 : 2;
    }
    void checkOrder(std::size_t position, const EntityPlace& place)
    {
        const DistributedTask& task = m_ir.tasks[position];
        const DistributedTask* const before = position == 0 ? nullptr : &m_ir.tasks[position - 1];
        const Unit unit = unitOf(task.invocation.row);
        const bool sameUnit = before != nullptr && unitOf(before->invocation.row) == unit;
        const bool sameDirection = sameUnit && (part(before->invocation) == 0) == (part(task.invocation) == 0);
        std::vector<TaskId> expected;
        if (sameDirection)
            expected = {before->id};
        if (task.dependencies != expected)
            m_found.add("chain", place, "a task depends on the one before it in its unit and direction alone");
        if (before == nullptr)
            return;
        const int then = part(before->invocation);
        const int now = part(task.invocation);
        const bool rowsInOrder = now == 2 ? before->invocation.row >= task.invocation.row
                                          : before->invocation.row <= task.invocation.row;
        const bool legal = sameUnit ? then < now || (then == now && rowsInOrder)
                                    : unitOf(before->invocation.row) < unit;
        if (!legal)
            m_found.add("order", place, "the task stands after " + excerpt(before->name));
    }

    void checkRepeats(const DistributedTask& task, std::size_t position, const EntityPlace& place)
    {
        const bool recomputed = task.invocation.phase == Phase::Recompute;
        if (task.repeats.has_value() == recomputed && (!recomputed || isForwardOf(task, position)))
            return;
        m_found.add("repeats", place, "exactly a recomputed task repeats the forward task of its row",
                    task.repeats ? task.repeats->toString() : std::string{});
    }
    /// Whether what the task repeats is an earlier forward task of its row with its work.
    bool isForwardOf(const DistributedTask& task, std::size_t position) const
    {
        const std::size_t original = m_index.find(*task.repeats).value_or(position);
        if (original >= position)
            return false;
        Invocation forward = task.invocation;
        forward.phase = Phase::Forward;
        return m_ir.tasks[original].invocation == forward && m_ir.tasks[original].facts == task.facts;
    }

    Findings& m_found;
    const DistributedTaskIR& m_ir;
    const EntityIndex<TaskKind>& m_index;
};

void checkTransients(Findings& found, const DistributedTaskIR& ir)
{
    std::set<std::pair<Moment, TransientTerm>> seen;
    for (std::size_t k = 0; k < ir.transients.size(); ++k) {
        const MomentTerm& term = ir.transients[k];
        const bool inOrder = k == 0 || ir.transients[k - 1].moment <= term.moment;
        if (term.moment == Moment::ForwardEnd || !inOrder || term.bytes.value() < 0
            || !seen.emplace(term.moment, term.term).second)
            found.add("transients", EntityPlace{"transients", k, nameOf(term.moment)},
                      "terms come once, in the order of the walk, and are at least 0 bytes");
    }
}

void checkEdges(Findings& found, const DistributedTaskIR& ir)
{
    std::vector<PipelineEdge> expected;
    if (ir.mapping.pipeline.degree > 1)
        for (const Direction direction : {Direction::Forward, Direction::Backward})
            expected.push_back({direction, static_cast<std::int64_t>(ir.shape.chunks.size()) - 1,
                                ir.shape.microbatchCount, ir.sizes.hiddenShard});
    if (ir.edges != expected)
        found.add("edges", "edges", "the messages between chunks are not those of the mapping");
}

} // namespace

Diagnostics verify(const DistributedTaskIR& ir)
{
    Findings found{"distributed", Origin::Distribution};
    HeaderRules{found, ir}.check();
    const EntityIndex<TaskKind> tasks{ir.tasks};
    const EntityIndex<DistributedValueKind> values{ir.values};
    const auto name = [](const auto& entity) -> std::string_view { return entity.name; };
    checkIds(found, "tasks", ir.tasks, tasks, ir.sourceDigest, name);
    checkIds(found, "values", ir.values, values, ir.sourceDigest, name);
    TaskRules rules{found, ir, tasks};
    for (std::size_t k = 0; k < ir.tasks.size(); ++k)
        rules.check(k);
    checkValues(found, ir);
    for (std::size_t k = 0; k < ir.values.size(); ++k)
        checkLineage(found, ir.values[k].lineage, LineageKind::Expansion, EntityPlace{"values", k, ir.values[k].name});
    checkTransients(found, ir);
    checkEdges(found, ir);
    checkStages(found, ir);
    return std::move(found).take();
}

} // namespace planscope::whole
