#include "derivation/whole/passes/plan_pass.h"

#include "derivation/passes/lineage_relation.h"
#include "derivation/passes/task_demand.h"
#include "derivation/whole/passes/liveness.h"

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_map>

namespace planscope::whole {
namespace {

constexpr std::string_view passName = "plan_whole_training";

/// Translates one DistributedTaskIR. Ids of tasks follow from names, so any entity can be named before it is made.
class PlanBuilder {
public:
    PlanBuilder(const DistributedTaskIR& tasks, const Digest& tasksDigest)
        : m_tasks(tasks)
        , m_digest(tasksDigest)
        , m_liveness(tasks)
    {
        m_planIds.reserve(tasks.tasks.size());
        for (const DistributedTask& task : tasks.tasks)
            m_planIds.emplace(task.id.value(), PlanTaskId::derive(m_digest, task.name));
    }

    PortablePlanIR build(const StrategyBinding& strategy)
    {
        PortablePlanIR plan;
        plan.schema = PortablePlanIR::currentSchema();
        plan.sourceDigest = m_digest;
        plan.strategyFingerprint = Digest::of(encodeCanonical(strategy));
        plan.program = program();
        plan.parameters = m_tasks.parameters;
        plan.flops = m_tasks.flops;
        plan.sizes = m_tasks.sizes;
        plan.tasks.reserve(m_tasks.tasks.size());
        for (const DistributedTask& task : m_tasks.tasks)
            plan.tasks.push_back(planTask(task));
        for (const DistributedValue& value : m_tasks.values) {
            if (const auto* const parameter = std::get_if<ParameterContent>(&value.content))
                plan.parameterTensors.push_back({parameter->tensor, value.elements, parameter->linear});
            else
                plan.saved.push_back(savedBuffer(value, std::get<SavedContent>(value.content)));
        }
        addMoments(plan);
        plan.edges = m_tasks.edges;
        for (std::size_t stage = 0; stage < m_tasks.stages.size(); ++stage)
            plan.stages.push_back(planStage(static_cast<std::int64_t>(stage), m_tasks.stages[stage]));
        plan.objectives = {{Metric::Latency, Sense::Minimise}, {Metric::PeakMemory, Sense::Minimise}};
        return plan;
    }

    PlanProgram program() const
    {
        const MappingSpec& mapping = m_tasks.mapping;
        PlanProgram program;
        program.tensorDegree = mapping.tensor.degree;
        program.contextDegree = mapping.context.degree;
        program.dataDegree = mapping.data.degree;
        program.sequenceParallel = mapping.tensor.sequenceParallel && mapping.tensor.degree > 1;
        program.optimizerSharding = mapping.data.optimizerSharding;
        program.recompute = mapping.recompute;
        program.attention = mapping.attention;
        program.loss = mapping.loss;
        program.datatype = m_tasks.workload.datatype;
        program.globalBatchSize = m_tasks.workload.globalBatchSize;
        program.sequenceLength = m_tasks.workload.sequenceLength;
        program.shape = m_tasks.shape;
        program.rule = m_tasks.rule;
        return program;
    }

private:
    template <class SourceId>
    static Lineage<SourceId> from(LineageKind kind, std::vector<SourceId> sources)
    {
        return {kind, std::string{passName}, std::move(sources)};
    }
    PlanTaskId planned(TaskId id) const { return m_planIds.at(id.value()); }

    PlanTask planTask(const DistributedTask& source) const
    {
        PlanTask task;
        task.name = source.name;
        task.id = planned(source.id);
        task.invocation = source.invocation;
        task.facts = source.facts;
        task.demand = demandOf(source.facts);
        TaskRequirement requirement = requirementOf(source.invocation.engine, source.invocation.collective);
        task.requires_ = requirement.capability;
        task.alternatives = std::move(requirement.alternatives);
        task.concurrency = requirement.group;
        for (const TaskId dependency : source.dependencies)
            task.dependencies.push_back(planned(dependency));
        task.lineage = from<TaskId>(LineageKind::Translation, {source.id});
        return task;
    }

    SavedBuffer savedBuffer(const DistributedValue& source, const SavedContent& content) const
    {
        const Lifetime life = m_liveness.of(content);
        SavedBuffer buffer;
        buffer.name = source.name;
        buffer.id = BufferId::derive(m_digest, buffer.name);
        buffer.tensor = content.tensor;
        buffer.owner = ownerOf(content.tensor, m_tasks.mapping.attention == AttentionKernel::Fused);
        buffer.elementType = source.elementType;
        buffer.elements = source.elements;
        buffer.bytes = Bytes{source.elements.value() * bytesOf(source.elementType)};
        buffer.reason = reasonOf(content.tensor);
        buffer.aliases = life.aliases;
        buffer.rebuilt = content.rebuilt;
        buffer.birth = planned(life.birth);
        buffer.death = planned(life.death);
        buffer.lineage = from<DistributedValueId>(LineageKind::Translation, {source.id});
        return buffer;
    }

    void addMoments(PortablePlanIR& plan) const
    {
        for (const Moment moment : m_liveness.moments())
            plan.moments.push_back({moment, unitOf(moment), Bytes{}, {}});
        for (const MomentTerm& term : m_tasks.transients) {
            TransientBuffer buffer;
            buffer.name = std::string{nameOf(term.moment)} + '.' + std::string{nameOf(term.term)};
            buffer.id = BufferId::derive(m_digest, buffer.name);
            buffer.moment = term.moment;
            buffer.term = term.term;
            buffer.bytes = term.bytes;
            buffer.lineage = from<TaskId>(LineageKind::Expansion, m_liveness.tasksAt(term.moment));
            plan.transients.push_back(std::move(buffer));
        }
        for (PlanMoment& moment : plan.moments) {
            Total<struct BytesUnit> sum;
            for (const MomentTerm& term : m_tasks.transients)
                if (term.moment == moment.moment)
                    sum += term.bytes;
            moment.transient = sum.narrow().value_or(Bytes{std::numeric_limits<std::int64_t>::max()});
        }
        for (const SavedBuffer& buffer : plan.saved) {
            if (buffer.tensor == SavedTensor::BlockInput)
                continue; // taken over by what is rebuilt from it
            const Moment release = m_liveness.releaseOf({buffer.tensor, buffer.rebuilt});
            const auto at = std::find_if(plan.moments.begin(), plan.moments.end(),
                                         [&](const PlanMoment& candidate) { return candidate.moment == release; });
            at->releases.push_back(buffer.tensor);
        }
    }

    PlanStage planStage(std::int64_t number, const StageFacts& facts) const
    {
        PlanStage stage;
        stage.parameters = facts.parameters;
        stage.savedPerMicrobatch = facts.savedPerMicrobatch;
        stage.inFlight = m_tasks.rule.inFlight(number);
        stage.step = facts.step;
        stage.optimized = facts.optimized;
        stage.optimizer = facts.optimizerWork;
        const std::vector<DistributedValueId> parameters = parametersOf(number);
        stage.persistent = {persistent(number, PersistentKind::Weights, facts.weights, parameters),
                            persistent(number, PersistentKind::Gradients, facts.gradients, parameters),
                            persistent(number, PersistentKind::Optimizer, facts.optimizer, parameters)};
        if (m_tasks.sizes.ropeTable.value() > 0)
            stage.persistent.push_back(persistent(number, PersistentKind::RopeTable, m_tasks.sizes.ropeTable,
                                                  {valueId(nameOf(SavedTensor::CoreAttentionQuery))}));
        return stage;
    }
    PersistentBuffer persistent(std::int64_t stage, PersistentKind kind, Bytes bytes,
                                std::vector<DistributedValueId> sources) const
    {
        PersistentBuffer buffer;
        buffer.name = "stage." + std::to_string(stage) + '.' + std::string{nameOf(kind)};
        buffer.id = BufferId::derive(m_digest, buffer.name);
        buffer.kind = kind;
        buffer.bytes = bytes;
        buffer.lineage = from<DistributedValueId>(LineageKind::Expansion, std::move(sources));
        return buffer;
    }
    DistributedValueId valueId(std::string_view name) const
    {
        return DistributedValueId::derive(m_tasks.sourceDigest, name);
    }
    /// The parameters that a stage's chunks are made of; a stage without any names those of the block.
    std::vector<DistributedValueId> parametersOf(std::int64_t stage) const
    {
        std::array<bool, countOf<Unit>()> has{};
        for (auto chunk = static_cast<std::size_t>(stage); chunk < m_tasks.shape.chunks.size();
             chunk += static_cast<std::size_t>(m_tasks.rule.stages)) {
            for (const Unit unit : unitsOf(chunkKindOf(m_tasks.shape, static_cast<std::int64_t>(chunk))))
                if (unit != Unit::Block || m_tasks.shape.chunks[chunk] > 0)
                    has[static_cast<std::size_t>(unit)] = true;
        }
        if (std::none_of(has.begin(), has.end(), [](bool one) { return one; }))
            has[static_cast<std::size_t>(Unit::Block)] = true;
        std::vector<DistributedValueId> ids;
        for (const DistributedValue& value : m_tasks.values)
            if (const auto* const parameter = std::get_if<ParameterContent>(&value.content))
                if (has[static_cast<std::size_t>(unitOf(ownerOf(parameter->tensor)))])
                    ids.push_back(value.id);
        return ids;
    }

    const DistributedTaskIR& m_tasks;
    const Digest& m_digest;
    Liveness m_liveness;
    std::unordered_map<std::uint64_t, PlanTaskId> m_planIds; ///< by distributed id; looked up only
};

} // namespace

PortablePlanIR portablePlanFor(const DistributedTaskIR& tasks, const Digest& tasksDigest,
                               const StrategyBinding& strategy)
{
    return PlanBuilder{tasks, tasksDigest}.build(strategy);
}

const PassContract& PlanPass::contract() const
{
    static const PassContract contract{
        .name = passName,
        .revision = 1,
        .accounting = Accounting::Whole,
        .input = IrKind::Distributed,
        .oldestInput = DistributedTaskIR::currentSchema(),
        .newestInput = DistributedTaskIR::currentSchema(),
        .output = IrKind::PortablePlan,
        .outputSchema = PortablePlanIR::currentSchema(),
        .bindings = {BindingKind::Strategy},
        .required = {},
        .preserved = {},
        .produced = {},
        .deterministic = true,
        .origin = Origin::Plan,
    };
    return contract;
}

Result<AnyIr> PlanPass::run(const IrSnapshot& input, PassContext& context) const
{
    return AnyIr{portablePlanFor(input.as<DistributedTaskIR>(), input.digest(), *context.wholeStrategy)};
}

Diagnostics PlanPass::checkRelation(const IrSnapshot& input, const IrSnapshot& output,
                                    const SynthesisSession& session) const
{
    const DistributedTaskIR& tasks = input.as<DistributedTaskIR>();
    const PortablePlanIR& plan = output.as<PortablePlanIR>();
    LineageRelation relation{passName, Origin::Plan};

    std::vector<TaskId> taskIds;
    for (const DistributedTask& task : tasks.tasks)
        taskIds.push_back(task.id);
    std::vector<DistributedValueId> savedIds;
    std::vector<DistributedValueId> parameterIds;
    for (const DistributedValue& value : tasks.values)
        (std::holds_alternative<SavedContent>(value.content) ? savedIds : parameterIds).push_back(value.id);
    std::vector<DistributedValueId> valueIds = parameterIds;
    valueIds.insert(valueIds.end(), savedIds.begin(), savedIds.end());

    relation.require(plan.tasks.size() == tasks.tasks.size(), {"tasks"}, "one plan task for each task class");
    for (std::size_t k = 0; k < plan.tasks.size(); ++k) {
        const PlanTask& task = plan.tasks[k];
        relation.requireSources({"tasks", k}, task, taskIds);
        if (k >= tasks.tasks.size())
            continue;
        const DistributedTask& source = tasks.tasks[k];
        relation.require(task.lineage.sources == std::vector{source.id}, {"tasks", k}, "the order of the task classes");
        relation.require(task.facts == source.facts, {"tasks", k}, "equality of work to the unit");
        relation.require(task.name == source.name && task.invocation == source.invocation, {"tasks", k},
                         "the same role");
    }
    for (std::size_t k = 0; k < plan.saved.size(); ++k) {
        const SavedBuffer& buffer = plan.saved[k];
        relation.requireSources({"saved", k}, buffer, savedIds);
        const auto source = std::find_if(tasks.values.begin(), tasks.values.end(), [&](const DistributedValue& value) {
            return buffer.lineage.sources == std::vector{value.id};
        });
        relation.require(source != tasks.values.end() && buffer.elements == source->elements
                             && buffer.elementType == source->elementType && buffer.name == source->name,
                         {"saved", k}, "the elements of its value");
    }
    for (std::size_t k = 0; k < plan.transients.size(); ++k)
        relation.requireSources({"transients", k}, plan.transients[k], taskIds);
    for (const PlanStage& stage : plan.stages)
        for (std::size_t k = 0; k < stage.persistent.size(); ++k)
            relation.requireSources({"persistent", k}, stage.persistent[k], valueIds);
    relation.requireCoverage("tasks", taskIds, plan.tasks);
    relation.requireCoverage("values", savedIds, plan.saved);
    std::vector<PersistentBuffer> persistent;
    for (const PlanStage& stage : plan.stages)
        if (!stage.persistent.empty())
            persistent.push_back(stage.persistent.front());
    relation.requireCoverage("values", parameterIds, persistent);

    relation.require(plan.program == PlanBuilder{tasks, input.digest()}.program(), {"program"},
                     "equality with the tasks' choices");
    relation.require(plan.parameters == tasks.parameters && plan.flops == tasks.flops && plan.sizes == tasks.sizes
                         && plan.edges == tasks.edges,
                     {"facts"}, "equality of facts to the unit");
    relation.require(plan.strategyFingerprint == session.strategyFingerprint, {"strategy_fingerprint"},
                     "equality with the session's fingerprint");
    return relation.take();
}

} // namespace planscope::whole
