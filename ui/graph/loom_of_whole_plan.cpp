#include "ui/graph/loom_of_whole_plan.h"

#include "study/predicted_times.h"
#include "ui/graph/loom_style.h"
#include "ui/graph/loom_whole_step.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <string>

namespace planscope::ui {
namespace {

using whole::MessageSite;
using whole::Row;
using whole::Unit;

QString textOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}
QString tr(const char* text)
{
    return QCoreApplication::translate("LoomOfWholePlan", text);
}

enum Group : std::uint32_t { Embedding, Before, Attention, Mlp, Behind, Head, Step };

Group groupOf(Row row)
{
    switch (whole::unitOf(row)) {
    case Unit::Embedding: return Embedding;
    case Unit::Block: return row < Row::MlpNorm ? Attention : Mlp;
    case Unit::Head: return Head;
    }
    return Head;
}

LoomPhase phaseOf(whole::Phase phase)
{
    switch (phase) {
    case whole::Phase::Forward: return LoomPhase::Forward;
    case whole::Phase::Recompute: return LoomPhase::Recompute;
    case whole::Phase::ActivationGradient: return LoomPhase::ActivationGradient;
    case whole::Phase::WeightGradient: return LoomPhase::WeightGradient;
    }
    return LoomPhase::Forward;
}

/// What of a row stands in a row of the loom: the input that is gathered again stands where it was gathered first.
QString placeNameOf(const whole::Invocation& invocation)
{
    const QString row = textOf(nameOf(invocation.row));
    if (invocation.part)
        return QStringLiteral("%1.%2").arg(row, textOf(nameOf(*invocation.part)));
    if (!invocation.site)
        return row;
    const MessageSite site = *invocation.site == MessageSite::Regather ? MessageSite::Enter : *invocation.site;
    return QStringLiteral("%1.%2").arg(row, textOf(nameOf(site)));
}

/// Fills one loom.
class WholeLoomBuilder {
public:
    WholeLoomBuilder(const whole::CandidateResult& result, std::int64_t stage)
        : m_result(result)
        , m_plan(result.derivation->plan())
        , m_stage(stage)
    {
    }

    LoomInput build()
    {
        addGroups();
        addPlaces();
        addTasks();
        joinUnits();
        addSaved();
        addEdges();
        addWholeStep(m_loom, {m_result, m_stage, Step, lastOfProgram()});
        return std::move(m_loom);
    }

private:
    static constexpr std::uint32_t none = 0xFFFFFFFF;
    /// Of a unit: its first and last tasks forward, and of all else.
    struct Ends {
        std::uint32_t firstForward = none;
        std::uint32_t lastForward = none;
        std::uint32_t firstBackward = none;
        std::uint32_t lastBackward = none;
    };
    Ends& endsOf(Unit unit) { return m_ends[static_cast<std::size_t>(unit)]; }

    void addGroups()
    {
        const whole::PlanProgram& program = m_plan.program;
        m_loom.groups.resize(Step + 1);
        for (LoomGroup& group : m_loom.groups)
            group = {{}, {}, true, false, false, false};
        m_loom.groups[Embedding].name = QStringLiteral("embedding");
        const bool isPipelined = program.rule.stages > 1;
        m_loom.groups[Embedding].note = isPipelined ? tr("on stage %1").arg(0) : QString();
        m_loom.groups[Head].name = QStringLiteral("head");
        m_loom.groups[Head].note = isPipelined ? tr("on stage %1").arg(program.rule.stages - 1) : QString();
        m_loom.groups[Attention] = {QStringLiteral("attention"), {}, false, false, true, true};
        m_loom.groups[Mlp] = {QStringLiteral("mlp"), {}, false, false, true, true};
        for (const Group border : {Before, Behind})
            m_loom.groups[border].isBoundary = true;
        m_loom.namesBlocks = true;
        m_loom.ranks = program.tensorDegree;
        m_loom.blocks = 0;
        for (const std::int64_t blocks : program.shape.chunks)
            m_loom.blocks += blocks;
        m_loom.blocksNote = blocksNote();
        const QString microbatch = tr("a microbatch");
        for (const LoomPhase phase :
             {LoomPhase::Forward, LoomPhase::ActivationGradient, LoomPhase::WeightGradient})
            m_loom.headings[static_cast<std::size_t>(phase)] = {titleOf(phase), shortTitleOf(phase), microbatch};
        m_loom.headings[static_cast<std::size_t>(LoomPhase::Recompute)] = {tr("Recompute"), tr("Recompute"),
                                                                           microbatch};
    }

    /// "20 on each of 4 stages", in chunks "5×4 on each of 4 stages", unevenly "6–8 on 16 stages".
    QString blocksNote() const
    {
        const whole::PlanProgram& program = m_plan.program;
        if (program.rule.stages == 1)
            return {};
        const auto [least, most] = std::minmax_element(program.shape.chunks.begin(), program.shape.chunks.end());
        const bool isEven = *least == *most;
        QString each = isEven ? QString::number(*least) : QStringLiteral("%1\u2013%2").arg(*least).arg(*most);
        if (program.rule.virtualStages > 1)
            each = QStringLiteral("%1\u00d7%2").arg(program.rule.virtualStages).arg(each);
        return (isEven ? tr("%1 on each of %2 stages") : tr("%1 on %2 stages")).arg(each).arg(program.rule.stages);
    }

    void addPlace(const QString& name, Group group, const QString& label)
    {
        m_places.emplace(name, static_cast<std::uint32_t>(m_loom.places.size()));
        m_loom.places.push_back({name, label, group});
    }

    /// Rows of this case in program order, each with those of its messages that some degree would bring.
    void addPlaces()
    {
        std::array<bool, countOf<Row>()> has{};
        for (const whole::PlanTask& task : m_plan.tasks)
            has[static_cast<std::size_t>(task.invocation.row)] = true;
        for (std::size_t k = 0; k < has.size(); ++k) {
            const Row row = static_cast<Row>(k);
            if (row == Row::AttnNorm)
                addPlace(QStringLiteral("pipeline.before"), Before, tr("pipeline"));
            if (row == Row::FinalNorm)
                addPlace(QStringLiteral("pipeline.behind"), Behind, tr("pipeline"));
            if (!has[k])
                continue;
            const QString name = textOf(nameOf(row));
            const auto addSite = [&](MessageSite site) {
                const QString place = QStringLiteral("%1.%2").arg(name, textOf(nameOf(site)));
                addPlace(place, groupOf(row), place);
            };
            if (row == Row::Qkv || row == Row::Fc1 || row == Row::Head)
                addSite(MessageSite::Enter);
            if (row == Row::CoreAttention)
                for (const std::string_view part : EnumNames<whole::KernelPart>::names) {
                    const QString place = QStringLiteral("%1.%2").arg(name, textOf(part));
                    addPlace(place, groupOf(row), place);
                }
            else
                addPlace(name, groupOf(row), name);
            if (row == Row::Qkv)
                addSite(MessageSite::Output);
            if (row == Row::EmbeddingWord || row == Row::Proj || row == Row::Fc2)
                addSite(MessageSite::Leave);
            if (row == Row::Loss && m_plan.program.loss == whole::LossKernel::Fused)
                addSite(MessageSite::Triple);
            else if (row == Row::Loss)
                for (const MessageSite site : {MessageSite::Maximum, MessageSite::Predicted, MessageSite::SumExp})
                    addSite(site);
        }
    }

    void addTasks()
    {
        const auto seconds = predictedTaskSeconds(m_result);
        if (seconds)
            m_loom.timeSource = QCoreApplication::translate("Loom", "system evidence");
        std::map<PlanTaskId, std::uint32_t> indices;
        for (const whole::PlanTask& task : m_plan.tasks) {
            const auto index = static_cast<std::uint32_t>(m_loom.tasks.size());
            const whole::Invocation& invocation = task.invocation;
            const Unit unit = whole::unitOf(invocation.row);
            LoomTask made;
            made.name = textOf(task.name);
            made.key = {EntityKey::Kind::Task, made.name};
            made.kinds = {{EntityKey::Kind::Operation, textOf(whole::operationNameOf(invocation.row))}};
            for (const whole::PlanParameter& parameter : m_plan.parameterTensors)
                if (whole::ownerOf(parameter.tensor) == invocation.row && !invocation.collective)
                    made.kinds.push_back({EntityKey::Kind::Value, textOf(nameOf(parameter.tensor))});
            made.place = m_places.at(placeNameOf(invocation));
            made.phase = phaseOf(invocation.phase);
            made.engine = invocation.engine;
            made.collective = invocation.collective;
            if (invocation.group) {
                made.axis = textOf(nameOf(*invocation.group));
                made.note = tr("%1: %2 ranks").arg(made.axis).arg(m_plan.program.tensorDegree);
            }
            made.facts += task.facts;
            made.runs = unit == Unit::Block ? m_loom.blocks : 1;
            if (seconds)
                made.facts.seconds = (*seconds)[static_cast<std::size_t>(EstimateMode::SystemEvidence)][index];
            for (const PlanTaskId& dependency : task.dependencies)
                if (const auto found = indices.find(dependency); found != indices.end())
                    made.dependencies.push_back(found->second);
            Ends& ends = endsOf(unit);
            const bool isForward = invocation.phase == whole::Phase::Forward;
            std::uint32_t& first = isForward ? ends.firstForward : ends.firstBackward;
            first = first == none ? index : first;
            (isForward ? ends.lastForward : ends.lastBackward) = index;
            indices.emplace(task.id, index);
            m_loom.tasks.push_back(std::move(made));
        }
        m_indices = std::move(indices);
    }

    /// A microbatch goes down through the units, turns at the loss and comes back; in the plan each unit stands alone.
    void joinUnits()
    {
        const auto join = [this](std::uint32_t from, std::uint32_t to) {
            if (from != none && to != none)
                m_loom.tasks[to].dependencies.insert(m_loom.tasks[to].dependencies.begin(), from);
        };
        join(endsOf(Unit::Embedding).lastForward, endsOf(Unit::Block).firstForward);
        join(endsOf(Unit::Block).lastForward, endsOf(Unit::Head).firstForward);
        join(endsOf(Unit::Head).lastForward, endsOf(Unit::Head).firstBackward);
        join(endsOf(Unit::Head).lastBackward, endsOf(Unit::Block).firstBackward);
        join(endsOf(Unit::Block).lastBackward, endsOf(Unit::Embedding).firstBackward);
    }
    std::uint32_t lastOfProgram() { return endsOf(m_stage == 0 ? Unit::Embedding : Unit::Block).lastBackward; }

    void addSaved()
    {
        for (const whole::SavedBuffer& buffer : m_plan.saved) {
            LoomSaved saved;
            saved.name = textOf(buffer.name);
            saved.bytes = buffer.bytes.value();
            saved.birth = m_indices.at(buffer.birth);
            saved.death = m_indices.at(buffer.death);
            saved.note = tr("%1: %2").arg(textOf(nameOf(buffer.elementType)), textOf(whole::textOf(buffer.reason)));
            if (buffer.rebuilt)
                saved.note += tr("; made again by recompute, not kept");
            m_loom.saved.push_back(std::move(saved));
        }
    }

    /// Both ends of each message between neighbouring chunks, where the block meets what another stage may have.
    void addEdges()
    {
        const Ends& block = endsOf(Unit::Block);
        for (const whole::PipelineEdge& edge : m_plan.edges) {
            const bool isForward = edge.direction == whole::Direction::Forward;
            const QString direction = textOf(nameOf(edge.direction));
            for (const bool sends : {false, true}) {
                LoomBoundary end;
                end.name = (sends ? QStringLiteral("send_%1") : QStringLiteral("recv_%1")).arg(direction);
                end.key = {EntityKey::Kind::Edge, direction};
                end.place = m_places.at(isForward == sends ? QStringLiteral("pipeline.behind")
                                                           : QStringLiteral("pipeline.before"));
                end.phase = isForward ? LoomPhase::Forward : LoomPhase::ActivationGradient;
                end.bytes = edge.bytes.value();
                end.note =
                    tr("pp: %1 a step at each of %2 borders between chunks").arg(edge.count).arg(edge.boundaries);
                if (sends)
                    end.producer = isForward ? block.lastForward : block.lastBackward;
                else
                    end.consumers = {isForward ? block.firstForward : block.firstBackward};
                m_loom.boundaries.push_back(std::move(end));
            }
        }
        m_loom.messageTitle = tr("message between stages (pp)");
    }

    const whole::CandidateResult& m_result;
    const whole::PortablePlanIR& m_plan;
    std::int64_t m_stage;
    LoomInput m_loom;
    std::map<QString, std::uint32_t> m_places;
    std::map<PlanTaskId, std::uint32_t> m_indices;
    std::array<Ends, 3> m_ends;
};

} // namespace

LoomInput loomOf(const whole::CandidateResult& result, std::int64_t stage)
{
    if (!result.derivation || !result.derivation->complete())
        return {};
    return WholeLoomBuilder(result, stage).build();
}

std::int64_t lastStageOf(const whole::CandidateResult& result)
{
    if (!result.estimate || !result.estimate->modes)
        return 0;
    const whole::ModeEstimate& estimate =
        (*result.estimate->modes)[static_cast<std::size_t>(EstimateMode::SystemEvidence)];
    return static_cast<std::int64_t>(estimate.time.lastStage);
}

} // namespace planscope::ui
