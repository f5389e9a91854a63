#include "ui/graph/loom_whole_step.h"

#include "evaluation/whole/step_time.h"
#include "ui/models/stage_key.h"

#include <QCoreApplication>

#include <algorithm>
#include <string>

namespace planscope::ui {
namespace {

using whole::StepMessageKind;

QString textOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}
QString tr(const char* text)
{
    return QCoreApplication::translate("LoomWholeStep", text);
}

/// "time.gradients".
std::string pathOf(double whole::StageTime::* member)
{
    const auto found = std::find_if(whole::stageTimeFigures.begin(), whole::stageTimeFigures.end(),
                                    [&](const auto& figure) { return figure.member == member; });
    return "time." + std::string(found->name);
}

const whole::StageTime* timeOf(const WholeStep& step)
{
    if (!step.result.estimate || !step.result.estimate->modes)
        return nullptr;
    const auto& modes = *step.result.estimate->modes;
    return &modes[static_cast<std::size_t>(EstimateMode::SystemEvidence)]
                .time.stages[static_cast<std::size_t>(step.stage)];
}

bool canBeTied(const whole::PortablePlanIR& plan)
{
    return std::any_of(plan.parameterTensors.begin(), plan.parameterTensors.end(),
                       [](const whole::PlanParameter& parameter) {
                           return parameter.tensor == whole::ParameterTensor::HeadTied
                               || parameter.tensor == whole::ParameterTensor::HeadTiedCopy;
                       });
}

} // namespace

void addWholeStep(LoomInput& loom, const WholeStep& step)
{
    const whole::PortablePlanIR& plan = step.result.derivation->plan();
    const whole::PlanStage& stage = plan.stages[static_cast<std::size_t>(step.stage)];
    const whole::StageTime* const time = timeOf(step);
    loom.groups[step.group].name = QStringLiteral("step");
    loom.groups[step.group].note =
        plan.stages.size() > 1 ? tr("once, on stage %1").arg(step.stage) : tr("once");
    loom.headings[static_cast<std::size_t>(LoomPhase::Optimizer)] = {tr("Step"), tr("Step"), tr("a step")};

    std::uint32_t before = step.after;
    const auto add = [&](const QString& name, double whole::StageTime::* member, std::optional<LoomTask> task) {
        loom.places.push_back({QStringLiteral("step.%1").arg(name), name, step.group});
        if (!task)
            return;
        task->name = QStringLiteral("step.%1").arg(name);
        task->key = stageFigureKey(static_cast<int>(step.stage), pathOf(member));
        task->place = static_cast<std::uint32_t>(loom.places.size()) - 1;
        task->phase = LoomPhase::Optimizer;
        if (time)
            task->facts.seconds = time->*member;
        task->dependencies = {before};
        before = static_cast<std::uint32_t>(loom.tasks.size());
        loom.tasks.push_back(std::move(*task));
    };
    for (std::size_t k = 0; k < countOf<StepMessageKind>(); ++k) {
        const auto what = static_cast<StepMessageKind>(k);
        if (what == StepMessageKind::TiedEmbeddingGradient && !canBeTied(plan))
            continue;
        const auto found = std::find_if(stage.step.begin(), stage.step.end(),
                                        [what](const whole::StepMessage& message) { return message.what == what; });
        std::optional<LoomTask> task;
        if (found != stage.step.end()) {
            task.emplace();
            task->engine = Engine::Collective;
            task->collective = found->kind;
            task->axis = textOf(nameOf(found->group));
            task->note = tr("%1: %2 ranks").arg(task->axis).arg(found->members);
            WorkloadFacts facts;
            facts.message = found->bytes;
            task->facts += facts;
        }
        add(textOf(nameOf(what)), whole::figureOf(what), std::move(task));
    }
    LoomTask optimizer;
    optimizer.engine = Engine::Vector;
    optimizer.facts += stage.optimizer;
    optimizer.note = tr("%1 parameters").arg(stage.optimized.value());
    add(QStringLiteral("optimizer"), &whole::StageTime::optimizer, std::move(optimizer));
}

} // namespace planscope::ui
