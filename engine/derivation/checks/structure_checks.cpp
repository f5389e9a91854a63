#include "derivation/checks/structure_checks.h"

#include <algorithm>
#include <array>

namespace planscope {

namespace {

template <NamedEnum E>
constexpr E valueAt(std::size_t index)
{
    return static_cast<E>(index);
}

std::optional<CollectiveKind> kindOf(const DistributedTask& task)
{
    const Collective* collective = std::get_if<Collective>(&task.body);
    return collective ? std::optional{collective->kind} : std::nullopt;
}

constexpr std::array localPhases{Phase::Forward, Phase::ActivationGradient, Phase::WeightGradient, Phase::Optimizer};

/// Tasks that the specs ask for, counted by primitive and by phase.
struct ExpectedCounts {
    std::array<std::int64_t, countOf<Primitive>()> byPrimitive{};
    std::array<std::int64_t, countOf<Phase>()> byPhase{};
    std::int64_t total = 0;

    explicit ExpectedCounts(const BlockClosedForms& forms)
    {
        for (const Phase phase : localPhases)
            for (std::size_t half = 0; half < countOf<BlockHalf>(); ++half)
                for (std::size_t k = 0; k < countOf<Primitive>(); ++k)
                    add(phase, valueAt<Primitive>(k),
                        forms.local(phase, valueAt<BlockHalf>(half), valueAt<Primitive>(k)).tasks);
        for (std::size_t k = 0; k < countOf<Layer>(); ++k)
            if (forms.isRecomputed(valueAt<Layer>(k)))
                add(Phase::Recompute, primitiveOf(valueAt<Layer>(k)), 1);
        // A half exchanges once each way; sharding over the sequence splits each exchange in two.
        const std::int64_t exchanges = !forms.exchanges() ? 0 : forms.sequenceSharded() ? 4 : 2;
        add(Phase::Forward, Primitive::Collective, exchanges);
        add(Phase::ActivationGradient, Primitive::Collective, exchanges);
        add(Phase::Recommunication, Primitive::Collective, forms.recommunication().count());
    }

private:
    void add(Phase phase, Primitive primitive, std::int64_t tasks)
    {
        byPhase[static_cast<std::size_t>(phase)] += tasks;
        byPrimitive[static_cast<std::size_t>(primitive)] += tasks;
        total += tasks;
    }
};

void checkCounts(const DistributedTaskIR& ir, const BlockClosedForms& forms, std::vector<CheckOutcome>& outcomes)
{
    const ExpectedCounts expected{forms};
    std::array<std::int64_t, countOf<Primitive>()> byPrimitive{};
    std::array<std::int64_t, countOf<Phase>()> byPhase{};
    for (const DistributedTask& task : ir.tasks) {
        ++byPrimitive[static_cast<std::size_t>(task.primitive)];
        ++byPhase[static_cast<std::size_t>(task.phase)];
    }
    const auto total = static_cast<std::int64_t>(ir.tasks.size());

    Check primitives{outcomes, "check.primitive_count", "tasks, primitive by primitive"};
    for (std::size_t k = 0; k < byPrimitive.size(); ++k)
        primitives.equal(expected.byPrimitive[k], byPrimitive[k],
                         [k] { return std::string{EnumNames<Primitive>::names[k]}; });
    primitives.total(expected.total, total);

    Check phases{outcomes, "check.phase_coverage", "tasks, phase by phase"};
    for (std::size_t k = 0; k < byPhase.size(); ++k)
        phases.equal(expected.byPhase[k], byPhase[k], [k] { return std::string{EnumNames<Phase>::names[k]}; });
    phases.total(expected.total, total);
}

/// "layer.phase" or "layer.phase.kind", compared piece by piece.
bool isNamedAfter(const DistributedTask& task)
{
    std::string_view rest = task.name;
    const auto take = [&rest](std::string_view piece) {
        const bool starts = rest.starts_with(piece);
        rest.remove_prefix(starts ? piece.size() : rest.size());
        return starts;
    };
    const auto kind = kindOf(task);
    return take(nameOf(task.layer)) && take(".") && take(nameOf(task.phase))
        && (!kind || (take(".") && take(nameOf(*kind)))) && rest.empty();
}

void checkIdentity(const DistributedTaskIR& ir, std::vector<CheckOutcome>& outcomes)
{
    Check check{outcomes, "check.task_identity", "name, primitive and body of each task"};
    for (const DistributedTask& task : ir.tasks) {
        const auto culprit = [&task] { return task.name; };
        const Primitive primitive = task.phase == Phase::Optimizer ? Primitive::Adam : primitiveOf(task.layer);
        check.holds(task.primitive == primitive, nameOf(primitive), nameOf(task.primitive), culprit);
        check.holds(std::holds_alternative<Collective>(task.body) == (primitive == Primitive::Collective)
                        && (primitive == Primitive::Collective || std::holds_alternative<LocalCompute>(task.body)),
                    primitive == Primitive::Collective ? "collective" : "local_compute", "another body", culprit);
        check.holds(isNamedAfter(task), "layer.phase[.kind]", task.name, culprit);
    }
    check.total("each follows from layer and phase");
}

/// Grows from task to task of a block in program order.
std::int64_t placeInProgram(const DistributedTask& task)
{
    constexpr std::int64_t section = 1000;
    constexpr auto lastLayer = static_cast<std::int64_t>(countOf<Layer>()) - 1;
    const auto layer = static_cast<std::int64_t>(task.layer);
    switch (task.phase) {
    case Phase::Forward: return layer;
    case Phase::Recompute:
    case Phase::Recommunication: return section + layer;
    case Phase::ActivationGradient: return 2 * section + 2 * (lastLayer - layer);
    case Phase::WeightGradient: return 2 * section + 2 * (lastLayer - layer) + 1;
    case Phase::Optimizer: return 3 * section + layer;
    }
    return 0;
}

void checkOrder(const DistributedTaskIR& ir, std::vector<CheckOutcome>& outcomes)
{
    Check order{outcomes, "check.program_order", "tasks in program order, each once"};
    std::int64_t place = -1;
    for (const DistributedTask& task : ir.tasks) {
        const std::int64_t next = placeInProgram(task);
        order.holds(next > place, "after the task before it", next == place ? "twice" : "before it",
                    [&task] { return task.name; });
        place = next;
    }
    order.total("forward, recompute, backward, optimizer");

    Check chain{outcomes, "check.serial_chain", "dependencies of the tasks"};
    std::int64_t edges = 0;
    const DistributedTask* before = nullptr;
    for (const DistributedTask& task : ir.tasks) {
        edges += static_cast<std::int64_t>(task.dependencies.size());
        const bool follows = before ? task.dependencies.size() == 1 && task.dependencies[0] == before->id
                                    : task.dependencies.empty();
        chain.holds(follows, "the task before it, alone", "other dependencies", [&task] { return task.name; });
        before = &task;
    }
    chain.total(ir.tasks.empty() ? std::int64_t{0} : static_cast<std::int64_t>(ir.tasks.size()) - 1, edges);

    Check stages{outcomes, "check.stage_partition", "tasks in stages"};
    ExactCount covered;
    StageKind least = StageKind::Forward;
    for (const TaskStage& stage : ir.stages) {
        const auto culprit = [&stage] { return std::string{nameOf(stage.kind)}; };
        stages.equal(covered, stage.firstTask, culprit);
        stages.holds(stage.kind >= least, "forward, recompute, backward, optimizer", nameOf(stage.kind), culprit);
        least = valueAt<StageKind>(static_cast<std::size_t>(stage.kind) + 1);
        const auto inStage = std::count_if(ir.tasks.begin(), ir.tasks.end(), [&stage](const DistributedTask& task) {
            return stageOf(task.phase) == stage.kind;
        });
        stages.equal(std::int64_t{inStage}, stage.taskCount, culprit);
        covered += stage.taskCount;
    }
    stages.total(static_cast<std::int64_t>(ir.tasks.size()), covered);
}

void checkMesh(const DistributedTaskIR& ir, const TransformerTraining& training, std::vector<CheckOutcome>& outcomes)
{
    const std::int64_t degree = training.mapping().tensor.degree;
    const auto anAxis = [] { return std::string{"mesh"}; };
    Check mesh{outcomes, "check.mesh", "ranks of the tensor-parallel group"};
    mesh.equal(1, static_cast<std::int64_t>(ir.mesh.axes.size()), anAxis);
    ExactCount ranks = 1;
    for (const MeshAxis& axis : ir.mesh.axes) {
        mesh.holds(axis.name == "tp", "tp", axis.name, anAxis);
        ranks = ranks * axis.size.value();
    }
    mesh.total(degree, ranks);

    Check check{outcomes, "check.rank_consistency", "task copies over all ranks"};
    ExactCount copies = 0;
    for (const DistributedTask& task : ir.tasks) {
        const auto culprit = [&task] { return task.name; };
        check.equal(0, task.ranks.first, culprit);
        check.equal(degree, task.ranks.count.value(), culprit);
        if (const Collective* collective = std::get_if<Collective>(&task.body)) {
            check.holds(collective->participants == task.ranks, "the ranks of the task", "other participants", culprit);
            const bool reduces = collective->kind == CollectiveKind::AllReduce
                || collective->kind == CollectiveKind::ReduceScatter;
            check.holds(collective->reduction.has_value() == reduces, reduces ? "sum" : "no reduction",
                        reduces ? "no reduction" : "sum", culprit);
        }
        copies += task.ranks.count.value();
    }
    check.total(ExactCount{static_cast<std::int64_t>(ir.tasks.size())} * degree, copies);
}

void checkDistribution(const DistributedTaskIR& ir, const TransformerTraining& training, const BlockClosedForms& forms,
                       std::vector<CheckOutcome>& outcomes)
{
    const TransformerTrainingMappingSpec& mapping = training.mapping();
    const BlockDistribution& stated = ir.distribution;
    const auto field = [](std::string_view name) { return [name] { return std::string{name}; }; };
    Check check{outcomes, "check.distribution", "choices stated with the tasks"};
    check.equal(training.workload().microbatchSize, stated.microbatchSize, field("microbatch_size"));
    check.equal(forms.optimizerShards(), stated.optimizerShards, field("optimizer_shards"));
    check.holds(stated.datatype == training.workload().datatype, nameOf(training.workload().datatype),
                nameOf(stated.datatype), field("datatype"));
    check.holds(stated.communication == mapping.tensor.communication, nameOf(mapping.tensor.communication),
                nameOf(stated.communication), field("communication"));
    check.holds(stated.recompute == mapping.recompute, nameOf(mapping.recompute), nameOf(stated.recompute),
                field("recompute"));
    check.holds(stated.fusedActivation == mapping.fusedActivation, mapping.fusedActivation ? "true" : "false",
                stated.fusedActivation ? "true" : "false", field("fused_activation"));
    check.holds(stated.sequenceParallelAllGatherRedo == mapping.sequenceParallelAllGatherRedo,
                mapping.sequenceParallelAllGatherRedo ? "true" : "false",
                stated.sequenceParallelAllGatherRedo ? "true" : "false", field("sequence_parallel_all_gather_redo"));
    check.total("as the specs");
}

void checkBoundary(const DistributedTaskIR& ir, const TransformerTraining& training,
                   std::vector<CheckOutcome>& outcomes)
{
    const std::array<std::int64_t, 3> shape{training.workload().microbatchSize, training.model().sequenceLength,
                                            training.model().hiddenSize};
    const bool sharded = training.mapping().tensor.communication == TensorCommunication::ReduceScatterAllGather;
    const DistributedTask* first = ir.tasks.empty() ? nullptr : &ir.tasks.front();
    const DistributedTask* last = nullptr;
    for (const DistributedTask& task : ir.tasks)
        if (task.phase == Phase::Forward)
            last = &task;

    Check check{outcomes, "check.boundary_values", "elements of the block's input and output"};
    ExactCount elements = 0;
    std::array<std::int64_t, countOf<BoundaryRole>()> roles{};
    for (const DistributedValue& value : ir.values) {
        const auto culprit = [&value] { return value.name; };
        ++roles[static_cast<std::size_t>(value.role)];
        check.holds(value.shape.size() == shape.size()
                        && std::equal(shape.begin(), shape.end(), value.shape.begin(),
                                      [](std::int64_t a, Elements b) { return a == b.value(); }),
                    "[batch, sequence, hidden] of the specs", "another shape", culprit);
        const bool onSequence = value.sharding.size() == 1 && value.sharding[0].tensorAxis == 1
            && value.sharding[0].meshAxis == "tp";
        check.holds(sharded ? onSequence : value.sharding.empty(), sharded ? "sharded on the sequence" : "replicated",
                    "another sharding", culprit);
        check.equal(std::int64_t{3}, value.shardingRank, culprit);
        if (value.role == BoundaryRole::Input)
            check.holds(!value.producer && first && value.consumers == std::vector{first->id},
                        "read by the first forward task", "another owner", culprit);
        else
            check.holds(last && value.producer == last->id && value.consumers.empty(),
                        "made by the last forward task", "another owner", culprit);
        ExactCount all = 1;
        for (const Elements extent : value.shape)
            all = all * extent.value();
        elements += all;
    }
    for (std::size_t k = 0; k < roles.size(); ++k)
        check.equal(1, roles[k], [k] { return std::string{EnumNames<BoundaryRole>::names[k]}; });
    check.total(ExactCount{2} * shape[0] * shape[1] * shape[2], elements);
}

} // namespace

void checkStructure(const DistributedTaskIR& ir, const TransformerTraining& training, const BlockClosedForms& forms,
                    std::vector<CheckOutcome>& outcomes)
{
    checkCounts(ir, forms, outcomes);
    checkIdentity(ir, outcomes);
    checkOrder(ir, outcomes);
    checkMesh(ir, training, outcomes);
    checkDistribution(ir, training, forms, outcomes);
    checkBoundary(ir, training, outcomes);
}

} // namespace planscope
