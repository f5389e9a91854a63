#include "ui/panels/rank_charts.h"

#include "study/rank_work.h"
#include "ui/models/display_names.h"
#include "ui/models/stage_work_model.h"
#include "ui/panels/bar_segments.h"

#include <QCoreApplication>

namespace planscope::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("RankCharts", text);
}

Role roleOf(Phase phase)
{
    switch (phase) {
    case Phase::Forward: return Role::TimeForward;
    case Phase::Recompute: return Role::TimeRecompute;
    case Phase::Recommunication: return Role::TimeRecommunication;
    case Phase::ActivationGradient: return Role::TimeActivationGradient;
    case Phase::WeightGradient: return Role::TimeWeightGradient;
    case Phase::Optimizer: return Role::TimeOptimizer;
    }
    Q_UNREACHABLE();
}

Role roleOf(whole::WorkPhase phase)
{
    using whole::WorkPhase;
    switch (phase) {
    case WorkPhase::Forward: return Role::TimeForward;
    case WorkPhase::Recompute: return Role::TimeRecompute;
    case WorkPhase::ActivationGradient: return Role::TimeActivationGradient;
    case WorkPhase::WeightGradient: return Role::TimeWeightGradient;
    case WorkPhase::Optimizer: return Role::TimeOptimizer;
    }
    Q_UNREACHABLE();
}

Role roleOf(whole::MessageGroup group)
{
    using whole::MessageGroup;
    switch (group) {
    case MessageGroup::Tensor: return Role::TimeTensorParallel;
    case MessageGroup::Pipeline: return Role::TimePipeline;
    case MessageGroup::Data: return Role::TimeDataParallel;
    case MessageGroup::Embedding: return Role::TimeRecommunication;
    }
    Q_UNREACHABLE();
}

TableCell factOf(const PhaseWork& work, RankFact fact)
{
    switch (fact) {
    case RankFact::Operations: return operationsCell(work.operations);
    case RankFact::Read: return bytesCell(work.read);
    case RankFact::Write: return bytesCell(work.write);
    case RankFact::Message: return bytesCell(work.message);
    case RankFact::PredictedTime:
        return work.seconds ? secondsCell((*work.seconds)[static_cast<std::size_t>(EstimateMode::SystemEvidence)])
                            : absentCell();
    }
    Q_UNREACHABLE();
}

/// A chart of that fact, without bars.
StackedBarData chartOf(RankFact fact, const QString& subject)
{
    StackedBarData data;
    data.subject = subject;
    data.empty = fact == RankFact::Message ? tr("Ranks exchange no messages.")
        : fact == RankFact::PredictedTime  ? tr("No predicted time: see the diagnostic.")
                                           : tr("No work.");
    data.unit = fact == RankFact::Operations ? BarUnit::Operations
        : fact == RankFact::PredictedTime    ? BarUnit::Seconds
                                             : BarUnit::Bytes;
    return data;
}

/// The parts of the bar of a stage's ranks.
void addSegments(StackedBar& bar, const EntityKey& key, const whole::StepWork& work, RankFact fact)
{
    if (fact == RankFact::Message) {
        for (std::size_t k = 0; k < work.messages.size(); ++k) {
            const auto group = static_cast<whole::MessageGroup>(k);
            bar.segments.push_back(barSegment(key, nameOf(group), bytesCell(work.messages[k]), roleOf(group)));
        }
        setTotal(bar, bytesCell(work.allMessages));
        return;
    }
    for (std::size_t k = 0; k < work.phases.size(); ++k) {
        const auto phase = static_cast<whole::WorkPhase>(k);
        if (work.phases[k].invocations > 0)
            bar.segments.push_back(barSegment(key, nameOf(phase), factOf(work.phases[k], fact), roleOf(phase)));
    }
    setTotal(bar, factOf(work.total, fact));
}

} // namespace

StackedBarData rankBarsOf(const CandidateResult& result, RankFact fact)
{
    StackedBarData data = chartOf(fact, tr("Work of each rank by phase, one block and microbatch"));
    for (const RankGroup& group : rankWorkOf(result)) {
        const qint64 last = group.first + group.count - 1;
        StackedBar bar;
        bar.name = group.count == 1
            ? tr("rank %1").arg(group.first)
            : tr("ranks %1 (%2 identical)").arg(rankRangeText(group.first, group.count), QString::number(group.count));
        const EntityKey key{EntityKey::Kind::Rank,
                            group.count == 1 ? QString::number(group.first)
                                             : QStringLiteral("%1-%2").arg(group.first).arg(last)};
        for (std::size_t k = 0; k < group.phases.size(); ++k) {
            const auto phase = static_cast<Phase>(k);
            if (group.phases[k].invocations > 0)
                bar.segments.push_back(barSegment(key, nameOf(phase), factOf(group.phases[k], fact), roleOf(phase)));
        }
        bar.fileName = key.name;
        setTotal(bar, factOf(group.total, fact));
        data.bars.push_back(std::move(bar));
    }
    return data;
}

StackedBarData rankBarsOf(const whole::RankWork& work, RankFact fact)
{
    StackedBarData data = chartOf(fact,
                                  fact == RankFact::Message ? tr("Messages of a rank of each stage in a step")
                                                            : tr("Work of a rank of each stage in a step"));
    for (const whole::StageRun& run : work.runs) {
        const whole::StageWork& stage = work.stages[run.first];
        const auto count = static_cast<qint64>(run.count);
        StackedBar bar;
        bar.name = run.count > 1
            ? tr("stages %1: ranks %2")
                  .arg(rankRangeText(stage.stage, count), rankRangeText(stage.firstRank, count * stage.rankCount))
            : stage.rankCount == 1
            ? tr("stage %1: rank %2").arg(stage.stage).arg(stage.firstRank)
            : tr("stage %1: ranks %2")
                  .arg(QString::number(stage.stage), rankRangeText(stage.firstRank, stage.rankCount));
        const EntityKey key = ranksKey(stage);
        bar.fileName = run.count > 1 ? QStringLiteral("stages_%1-%2").arg(stage.stage).arg(stage.stage + count - 1)
                                     : QStringLiteral("stage_%1").arg(stage.stage);
        addSegments(bar, key, stage.rank, fact);
        data.bars.push_back(std::move(bar));
    }
    return data;
}

} // namespace planscope::ui
