#include "derivation/whole/passes/distribute_pass.h"

#include "derivation/passes/lineage_relation.h"
#include "derivation/whole/passes/value_layout.h"

#include <algorithm>
#include <array>

namespace planscope::whole {
namespace {

constexpr std::string_view passName = "distribute_whole_training";

LogicalMesh meshOf(const MappingSpec& mapping)
{
    const std::array<std::int64_t, meshAxisNames.size()> sizes{mapping.tensor.degree, mapping.context.degree,
                                                               mapping.data.degree, mapping.pipeline.degree};
    LogicalMesh mesh;
    for (std::size_t axis = 0; axis < sizes.size(); ++axis)
        mesh.axes.push_back({std::string{meshAxisNames[axis]}, Ranks{sizes[axis]}});
    return mesh;
}

std::vector<PipelineEdge> edgesOf(const ProgramRule& rule, Bytes bytes)
{
    if (rule.stages == 1)
        return {};
    const std::int64_t boundaries = rule.stages * rule.virtualStages - 1;
    return {{Direction::Forward, boundaries, rule.microbatches, bytes},
            {Direction::Backward, boundaries, rule.microbatches, bytes}};
}

/// Makes tasks in the order of the work, each after the one before it in its unit and direction.
class TaskBuilder {
public:
    TaskBuilder(const Digest& specDigest, const Digest& modelDigest, std::vector<DistributedTask>& into)
        : m_specDigest(specDigest)
        , m_digest(modelDigest)
        , m_into(into)
    {
    }

    void add(const TaskWork& work)
    {
        const Invocation& invocation = work.invocation;
        DistributedTask task;
        task.name = taskName(invocation);
        task.id = TaskId::derive(m_digest, task.name);
        task.invocation = invocation;
        task.reduction = reductionOf(invocation);
        task.facts = work.facts;
        const bool forward = invocation.phase == Phase::Forward;
        if (!m_into.empty()) {
            const Invocation& before = m_into.back().invocation;
            if (unitOf(before.row) == unitOf(invocation.row) && (before.phase == Phase::Forward) == forward)
                task.dependencies = {m_into.back().id};
        }
        task.lineage = {LineageKind::Expansion,
                        std::string{passName},
                        {OperationId::derive(m_specDigest, operationNameOf(invocation.row))}};
        if (invocation.phase == Phase::Recompute) {
            task.repeats = forwardOf(invocation);
            task.lineage.kind = LineageKind::Clone;
        }
        m_into.push_back(std::move(task));
    }

private:
    std::optional<TaskId> forwardOf(Invocation invocation) const
    {
        invocation.phase = Phase::Forward;
        const auto found = std::find_if(m_into.begin(), m_into.end(), [&](const DistributedTask& candidate) {
            return candidate.invocation == invocation;
        });
        return found == m_into.end() ? std::nullopt : std::optional{found->id};
    }

    const Digest& m_specDigest; ///< parent of the operations' ids
    const Digest& m_digest;     ///< parent of the tasks' ids
    std::vector<DistributedTask>& m_into;
};

DistributedValue valueOf(std::string_view name, ValueContent content, ValueLayout layout, Elements elements,
                         ElementType type, const std::vector<std::string>& sources, const Digest& modelDigest,
                         const Digest& specDigest)
{
    DistributedValue value;
    value.name = name;
    value.id = DistributedValueId::derive(modelDigest, value.name);
    value.content = std::move(content);
    value.shape = std::move(layout.shape);
    value.sharding = std::move(layout.sharding);
    value.elementType = type;
    value.elements = elements;
    value.lineage = {LineageKind::Expansion, std::string{passName}, {}};
    for (const std::string& source : sources)
        value.lineage.sources.push_back(ModelValueId::derive(specDigest, source));
    return value;
}

/// Whether what the operation's backward reads is kept, and nothing else is.
class BackwardReads {
public:
    BackwardReads(const ModelIR& model, const DistributedTaskIR& tasks)
        : m_model(model)
        , m_tasks(tasks)
    {
    }

    bool isRead(const DistributedValue& value, const SavedContent& saved) const
    {
        if (saved.tensor == SavedTensor::BlockInput)
            return value.lineage.sources == std::vector{*m_model.bodies[1].input};
        const bool fused = m_tasks.mapping.attention == AttentionKernel::Fused;
        const ModelOperation* const owner = find(operationNameOf(ownerOf(saved.tensor, fused)));
        return owner != nullptr
            && std::all_of(value.lineage.sources.begin(), value.lineage.sources.end(),
                           [&](ModelValueId source) { return reads(*owner, source); });
    }
    /// An operation that this case runs, and whose backward reads what the model makes, keeps some of it.
    bool isKept(const ModelOperation& operation) const
    {
        if (!isRun(operation) || readValues(operation).empty())
            return true;
        const std::vector<ModelValueId> wanted = readValues(operation);
        return std::any_of(m_tasks.values.begin(), m_tasks.values.end(), [&](const DistributedValue& value) {
            return std::holds_alternative<SavedContent>(value.content)
                && std::any_of(value.lineage.sources.begin(), value.lineage.sources.end(), [&](ModelValueId source) {
                       return std::find(wanted.begin(), wanted.end(), source) != wanted.end();
                   });
        });
    }

private:
    const ModelOperation* find(std::string_view name) const
    {
        for (const ModelOperation& operation : m_model.operations)
            if (operation.name == name)
                return &operation;
        return nullptr;
    }
    static std::vector<ModelValueId> readValues(const ModelOperation& operation)
    {
        std::vector<ModelValueId> values;
        for (const auto* const list : {&operation.operands, &operation.results})
            for (const ModelOperand& operand : *list)
                if (readInBackward(operation.kind, operand.role))
                    values.push_back(operand.value);
        return values;
    }
    static bool reads(const ModelOperation& operation, ModelValueId value)
    {
        const std::vector<ModelValueId> values = readValues(operation);
        return std::find(values.begin(), values.end(), value) != values.end();
    }
    bool isRun(const ModelOperation& operation) const
    {
        return std::any_of(m_tasks.tasks.begin(), m_tasks.tasks.end(), [&](const DistributedTask& task) {
            return operationNameOf(task.invocation.row) == operation.name;
        });
    }

    const ModelIR& m_model;
    const DistributedTaskIR& m_tasks;
};

} // namespace

DistributedTaskIR distributedTasksFor(const WholeWork& work, const ModelIR& model, const Digest& modelDigest,
                                      const WorkloadBinding& workload, const StrategyBinding& strategy)
{
    const AlgebraInputs inputs{model.spec, workload.workload, strategy.mapping, strategy.shape};
    DistributedTaskIR ir;
    ir.schema = DistributedTaskIR::currentSchema();
    ir.sourceDigest = modelDigest;
    ir.mesh = meshOf(strategy.mapping);
    ir.workload = workload.workload;
    ir.mapping = strategy.mapping;
    ir.shape = strategy.shape;
    ir.rule = programRuleOf(strategy.mapping, strategy.shape);
    ir.chunkClasses = chunkClassesOf(strategy.shape);

    ir.tasks.reserve(work.tasks.size());
    TaskBuilder builder{model.specDigest, modelDigest, ir.tasks};
    for (const TaskWork& task : work.tasks)
        builder.add(task);

    ir.values.reserve(work.parameterRows.size() + work.saved.size());
    for (const ParameterRow& row : work.parameterRows)
        ir.values.push_back(valueOf(nameOf(row.tensor), ParameterContent{row.tensor, row.linear},
                                    layoutOf(row.tensor, inputs), row.elements, ElementType::BFloat16,
                                    modelValuesOf(row.tensor), modelDigest, model.specDigest));
    for (const SavedRow& row : work.saved)
        ir.values.push_back(valueOf(nameOf(row.tensor), SavedContent{row.tensor, row.rebuilt},
                                    layoutOf(row.tensor, inputs), row.elements, elementTypeOf(row.tensor),
                                    modelValuesOf(row.tensor, model.spec), modelDigest, model.specDigest));
    ir.transients = work.transients;
    ir.edges = edgesOf(ir.rule, work.sizes.hiddenShard);
    ir.stages = work.stages;
    ir.sizes = work.sizes;
    ir.parameters = work.parameters;
    ir.flops = work.flops;
    return ir;
}

const PassContract& DistributePass::contract() const
{
    static const PassContract contract{
        .name = passName,
        .revision = 1,
        .accounting = Accounting::Whole,
        .input = IrKind::Model,
        .oldestInput = ModelIR::currentSchema(),
        .newestInput = ModelIR::currentSchema(),
        .output = IrKind::Distributed,
        .outputSchema = DistributedTaskIR::currentSchema(),
        .bindings = {BindingKind::Workload, BindingKind::Strategy},
        .required = {},
        .preserved = {},
        .produced = {},
        .deterministic = true,
        .origin = Origin::Distribution,
    };
    return contract;
}

Result<AnyIr> DistributePass::run(const IrSnapshot& input, PassContext& context) const
{
    const ModelIR& model = input.as<ModelIR>();
    const WorkloadBinding& workload = *context.wholeWorkload;
    const StrategyBinding& strategy = *context.wholeStrategy;
    const auto work = deriveWholeWork({model.spec, workload.workload, strategy.mapping, strategy.shape});
    if (!work)
        return tl::unexpected(work.error());
    return AnyIr{distributedTasksFor(*work, model, input.digest(), workload, strategy)};
}

Diagnostics DistributePass::checkRelation(const IrSnapshot& input, const IrSnapshot& output,
                                          const SynthesisSession& session) const
{
    const ModelIR& model = input.as<ModelIR>();
    const DistributedTaskIR& tasks = output.as<DistributedTaskIR>();
    const Bindings& bindings = session.wholeBindings();
    LineageRelation relation{passName, Origin::Distribution};

    std::vector<OperationId> operations;
    for (const ModelOperation& operation : model.operations)
        operations.push_back(operation.id);
    std::vector<ModelValueId> values;
    for (const ModelValue& value : model.values)
        values.push_back(value.id);

    for (std::size_t k = 0; k < tasks.tasks.size(); ++k) {
        const DistributedTask& task = tasks.tasks[k];
        relation.requireSources({"tasks", k}, task, operations);
        relation.require((task.lineage.kind == LineageKind::Clone) == (task.invocation.phase == Phase::Recompute),
                         {"tasks", k}, "being a clone exactly when recomputed");
        const auto operation = OperationId::derive(model.specDigest, operationNameOf(task.invocation.row));
        relation.require(task.lineage.sources == std::vector{operation}, {"tasks", k}, "the operation of the same row");
    }
    const BackwardReads backward{model, tasks};
    for (std::size_t k = 0; k < tasks.values.size(); ++k) {
        const DistributedValue& value = tasks.values[k];
        relation.requireSources({"values", k}, value, values);
        if (const auto* const saved = std::get_if<SavedContent>(&value.content))
            relation.require(backward.isRead(value, *saved), {"values", k}, "being read by its owner's backward");
    }
    for (std::size_t k = 0; k < model.operations.size(); ++k)
        relation.require(backward.isKept(model.operations[k]), {"operations", k}, "keeping what its backward reads");
    for (const ModelValue& weight : model.values)
        if (weight.role == OperandRole::Weight)
            relation.requireCoverage("values", std::vector{weight.id}, tasks.values);
    relation.require(tasks.workload == bindings.workload.workload, {"workload"}, "equality with the workload binding");
    relation.require(tasks.mapping == bindings.strategy.mapping, {"mapping"}, "equality with the strategy binding");
    relation.require(tasks.shape == bindings.strategy.shape, {"shape"}, "equality with the strategy binding");
    return relation.take();
}

} // namespace planscope::whole
