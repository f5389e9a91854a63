#include "ui/sweep/sweep_point_panel.h"

#include "report/number_format.h"
#include "ui/models/shown_text.h"
#include "ui/sweep/sweep_table_model.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <array>
#include <charconv>
#include <vector>

namespace planscope::ui {
namespace {

std::optional<std::int64_t> integerOf(const std::string& text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional{value} : std::nullopt;
}

std::optional<bool> flagOf(const std::string& text)
{
    if (text == "true" || text == "false")
        return text == "true";
    return std::nullopt;
}

std::string flagText(bool value)
{
    return value ? "true" : "false";
}

std::optional<PipelineSchedule> scheduleOf(const StudyCandidate& candidate)
{
    const auto kind = enumFromName<ScheduleKind>(candidate[CandidateField::ScheduleKind]);
    if (!kind)
        return std::nullopt;
    switch (*kind) {
    case ScheduleKind::SingleStage: return SingleStage{};
    case ScheduleKind::OneForwardOneBackward: return OneForwardOneBackward{};
    case ScheduleKind::ForwardOnly: return ForwardOnly{};
    case ScheduleKind::InterleavedOneForwardOneBackward: break;
    }
    const auto chunks = integerOf(candidate[CandidateField::VirtualStages]);
    if (!chunks)
        return std::nullopt;
    return InterleavedOneForwardOneBackward{*chunks};
}

QString figuresText(const sweep::Figures& figures)
{
    return SweepPointPanel::tr("%1 an iteration, %2 tokens/s, MFU %3, %4 on a rank of the first stage, %5 of messages")
        .arg(QString::fromStdString(humanSeconds(figures.seconds)),
             QString::fromStdString(humanRate(figures.tokensPerSecond)),
             QString::fromStdString(humanPercent(figures.mfu)),
             QString::fromStdString(humanBytes(static_cast<double>(figures.memoryBytes))),
             QString::fromStdString(humanBytes(figures.messageBytes)));
}

} // namespace

StudyCandidate candidateOf(const sweep::Point& point, const StudyCandidate& pattern)
{
    const TransformerTrainingMappingSpec& mapping = point.mapping;
    StudyCandidate made = pattern;
    made.name = sweepTitle(point).toStdString();
    made[CandidateField::MicrobatchSize] = std::to_string(point.microbatchSize);
    made[CandidateField::TensorDegree] = std::to_string(mapping.tensor.degree);
    made[CandidateField::TensorCommunication] = std::string{nameOf(mapping.tensor.communication)};
    made[CandidateField::PipelineDegree] = std::to_string(mapping.pipeline.degree);
    made[CandidateField::ScheduleKind] = std::string{nameOf(kindOf(mapping.pipeline.schedule))};
    if (const auto* interleaved = std::get_if<InterleavedOneForwardOneBackward>(&mapping.pipeline.schedule))
        made[CandidateField::VirtualStages] = std::to_string(interleaved->virtualStages);
    made[CandidateField::DataDegree] = std::to_string(mapping.data.degree);
    made[CandidateField::OptimizerSharding] = flagText(mapping.data.optimizerSharding);
    made[CandidateField::Recompute] = std::string{nameOf(mapping.recompute)};
    made[CandidateField::FusedActivation] = flagText(mapping.fusedActivation);
    made[CandidateField::AllGatherRedo] = flagText(mapping.sequenceParallelAllGatherRedo);
    made[CandidateField::TensorTier] = std::to_string(point.tiers.tensor);
    made[CandidateField::PipelineTier] = std::to_string(point.tiers.pipeline);
    made[CandidateField::DataTier] = std::to_string(point.tiers.data);
    return made;
}

std::optional<sweep::Point> pointOf(const StudyCandidate& candidate)
{
    const auto integer = [&candidate](CandidateField field) { return integerOf(candidate[field]); };
    const auto microbatch = integer(CandidateField::MicrobatchSize);
    const auto tensor = integer(CandidateField::TensorDegree);
    const auto communication = enumFromName<TensorCommunication>(candidate[CandidateField::TensorCommunication]);
    const auto pipeline = integer(CandidateField::PipelineDegree);
    const auto schedule = scheduleOf(candidate);
    const auto data = integer(CandidateField::DataDegree);
    const auto sharding = flagOf(candidate[CandidateField::OptimizerSharding]);
    const auto recompute = enumFromName<RecomputePolicy>(candidate[CandidateField::Recompute]);
    const auto fused = flagOf(candidate[CandidateField::FusedActivation]);
    const auto redo = flagOf(candidate[CandidateField::AllGatherRedo]);
    const auto tensorTier = integer(CandidateField::TensorTier);
    const auto pipelineTier = integer(CandidateField::PipelineTier);
    const auto dataTier = integer(CandidateField::DataTier);
    if (!microbatch || !tensor || !communication || !pipeline || !schedule || !data || !sharding || !recompute || !fused
        || !redo || !tensorTier || !pipelineTier || !dataTier)
        return std::nullopt;
    sweep::Point point;
    point.mapping.tensor = {*tensor, *communication};
    point.mapping.pipeline = {*pipeline, *schedule};
    point.mapping.data = {*data, *sharding};
    point.mapping.recompute = *recompute;
    point.mapping.fusedActivation = *fused;
    point.mapping.sequenceParallelAllGatherRedo = *redo;
    point.microbatchSize = *microbatch;
    point.tiers = {*tensorTier, *pipelineTier, *dataTier};
    return point;
}

EntityKey keyOf(const sweep::Point& point)
{
    const TransformerTrainingMappingSpec& mapping = point.mapping;
    const std::array<std::int64_t, 13> choices{mapping.tensor.degree,
                                               mapping.pipeline.degree,
                                               mapping.data.degree,
                                               point.microbatchSize,
                                               virtualStagesOf(mapping.pipeline.schedule),
                                               static_cast<std::int64_t>(mapping.tensor.communication),
                                               static_cast<std::int64_t>(mapping.recompute),
                                               mapping.sequenceParallelAllGatherRedo,
                                               mapping.data.optimizerSharding,
                                               mapping.fusedActivation,
                                               point.tiers.tensor,
                                               point.tiers.pipeline,
                                               point.tiers.data};
    QStringList digits;
    for (const std::int64_t choice : choices)
        digits << QString::number(choice);
    return {EntityKey::Kind::Mapping, digits.join(u'.')};
}

std::optional<sweep::Point> pointOf(const EntityKey& key)
{
    if (key.kind != EntityKey::Kind::Mapping)
        return std::nullopt;
    std::vector<std::int64_t> choices;
    for (const QString& digits : key.name.split(u'.')) {
        const auto choice = integerOf(digits.toStdString());
        if (!choice)
            return std::nullopt;
        choices.push_back(*choice);
    }
    const auto isBelow = [&choices](std::size_t place, std::size_t count) {
        return choices[place] >= 0 && choices[place] < static_cast<std::int64_t>(count);
    };
    if (choices.size() != 13 || !isBelow(5, countOf<TensorCommunication>()) || !isBelow(6, countOf<RecomputePolicy>()))
        return std::nullopt;
    sweep::Point point;
    point.mapping.tensor = {choices[0], static_cast<TensorCommunication>(choices[5])};
    point.mapping.pipeline = {choices[1], sweep::scheduleOf(choices[1], choices[4])};
    point.mapping.data = {choices[2], choices[8] != 0};
    point.mapping.recompute = static_cast<RecomputePolicy>(choices[6]);
    point.mapping.sequenceParallelAllGatherRedo = choices[7] != 0;
    point.mapping.fusedActivation = choices[9] != 0;
    point.microbatchSize = choices[3];
    point.tiers = {choices[10], choices[11], choices[12]};
    return point;
}

SweepPointPanel::SweepPointPanel(QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_text(new QLabel(this))
    , m_add(new QPushButton(tr("&Add as candidate"), this))
    , m_makeA(new QPushButton(tr("Make A"), this))
    , m_makeB(new QPushButton(tr("Make B"), this))
    , m_why(new QPushButton(tr("&Why not the current candidate?"), this))
{
    for (QLabel* label : {m_title, m_text}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_add->setToolTip(tr("Adds a candidate of this mapping to the study"));
    m_makeA->setToolTip(tr("Adds it to the study and compares it as A"));
    m_makeB->setToolTip(tr("Adds it to the study and compares it as B"));
    m_why->setToolTip(tr("Says which law, tier, bound or better mapping keeps the current candidate from the front"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 6, 12, 8);
    column->setSpacing(4);
    column->addWidget(m_title);
    column->addWidget(m_text);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    for (QPushButton* button : {m_add, m_makeA, m_makeB, m_why})
        row->addWidget(button);
    row->addStretch(1);
    column->addLayout(row);
    connect(m_add, &QPushButton::clicked, this, &SweepPointPanel::addRequested);
    connect(m_makeA, &QPushButton::clicked, this, [this] { Q_EMIT pinRequested(false); });
    connect(m_makeB, &QPushButton::clicked, this, [this] { Q_EMIT pinRequested(true); });
    connect(m_why, &QPushButton::clicked, this, &SweepPointPanel::whyRequested);
    showNothing();
}

void SweepPointPanel::showNothing()
{
    say(tr("No mapping is chosen"),
        tr("Click a point, a line of the table, or step along the front with the arrow keys."));
}

void SweepPointPanel::say(const QString& title, const QString& text)
{
    m_title->setText(title);
    m_text->setText(text);
    for (QPushButton* button : {m_add, m_makeA, m_makeB})
        button->setEnabled(false);
}

void SweepPointPanel::showPoint(const sweep::Point& point, const sweep::WhyNot& why, const sweep::PointSpace& space)
{
    m_title->setText(sweepTitle(point));
    QStringList lines;
    if (why.figures)
        lines << figuresText(*why.figures);
    for (const Diagnostic& refusal : why.refusals)
        lines << QStringLiteral("%1: %2").arg(QString::fromStdString(refusal.code), shownText(refusal.message));
    if (why.dominator)
        lines << tr("%1 is at least as good in each objective: %2")
                     .arg(sweepTitle(space.at(why.dominator->index)), figuresText(why.dominator->figures));
    else if (why.refusals.empty())
        lines << tr("No mapping found so far is better: it is on the Pareto front.");
    m_text->setText(lines.join(u'\n'));
    for (QPushButton* button : {m_add, m_makeA, m_makeB})
        button->setEnabled(true);
}

QString SweepPointPanel::text() const
{
    return m_title->text() + u'\n' + m_text->text();
}

void SweepPointPanel::setTheme(const Theme& theme)
{
    setPalette(theme.palette());
    QFont strong = theme.body();
    strong.setWeight(QFont::DemiBold);
    m_title->setFont(strong);
    m_text->setFont(theme.body());
    for (QPushButton* button : {m_add, m_makeA, m_makeB, m_why})
        button->setFont(theme.body());
}

} // namespace planscope::ui
