#include "ui/panels/stage_map_content.h"

#include "evaluation/estimate/system_model.h"
#include "report/number_format.h"
#include "ui/models/display_names.h"
#include "ui/models/stage_key.h"
#include "ui/panels/bar_segments.h"
#include "ui/panels/peak_part_role.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <string>

namespace planscope::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("StageMap", text);
}

QString words(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

struct TimePart {
    std::string_view name;
    double whole::StageTime::*member;
    Role role;
};
/// In the order in which a stage's bar adds them up: to the end of its program, to its end, to the end of the step.
constexpr std::array<TimePart, 9> timeParts{{
    {"busy", &whole::StageTime::busy, Role::TimeBusy},
    {"hops", &whole::StageTime::hops, Role::TimePipeline},
    {"bubble", &whole::StageTime::bubble, Role::TimeBubble},
    {"gradients", &whole::StageTime::gradients, Role::TimeDataParallel},
    {"weights", &whole::StageTime::weights, Role::TimeDataParallel},
    {"tied_embedding", &whole::StageTime::tiedEmbedding, Role::TimeDataParallel},
    {"replicated_gradients", &whole::StageTime::replicatedGradients, Role::TimeReplicatedGradients},
    {"optimizer", &whole::StageTime::optimizer, Role::TimeOptimizer},
    {"idle", &whole::StageTime::idle, Role::Line},
}};

/// What the colour of a part stands for.
QString legendOf(whole::PeakPart part)
{
    using whole::PeakPart;
    switch (part) {
    case PeakPart::Weights: return tr("weights");
    case PeakPart::Gradients: return tr("gradients");
    case PeakPart::Optimizer: return tr("optimizer");
    case PeakPart::RopeTable:
    case PeakPart::GemmWorkspace:
    case PeakPart::BlasWorkspace:
    case PeakPart::DummyWeightGradients:
    case PeakPart::GatherBuffer:
    case PeakPart::LossMask:
    case PeakPart::PreviousInputGradient:
    case PeakPart::AllocatorRounding: return tr("framework and tables");
    case PeakPart::SavedOtherMicrobatches: return tr("other microbatches");
    case PeakPart::ThisMicrobatchAndTransients: return tr("this one and transients");
    }
    Q_UNREACHABLE();
}

QString legendOf(const TimePart& part)
{
    if (part.role == Role::TimeDataParallel)
        return tr("gradients and weights");
    return part.role == Role::Line ? tr("idle") : displayName(part.name).toLower();
}

void addOnce(std::vector<StageLegendEntry>& legend, const QString& name, Role role)
{
    if (legend.empty() || legend.back().role != role)
        legend.push_back({name, role});
}

std::vector<StageLegendEntry> memoryLegendOf(const std::vector<whole::StagePeak>& peaks)
{
    std::vector<StageLegendEntry> legend;
    for (std::size_t k = 0; k < countOf<whole::PeakPart>(); ++k) {
        const bool isDrawn = std::any_of(peaks.begin(), peaks.end(), [k](const whole::StagePeak& peak) {
            return peak.parts[k] != Bytes{};
        });
        const auto part = static_cast<whole::PeakPart>(k);
        if (isDrawn)
            addOnce(legend, legendOf(part), roleOf(part));
    }
    return legend;
}

std::vector<StageLegendEntry> timeLegendOf(const std::vector<whole::StageTime>& times)
{
    std::vector<StageLegendEntry> legend;
    for (const TimePart& part : timeParts) {
        const bool isDrawn = std::any_of(times.begin(), times.end(),
                                         [&part](const whole::StageTime& time) { return time.*part.member > 0; });
        if (isDrawn)
            addOnce(legend, legendOf(part), part.role);
    }
    return legend;
}

BarSegment segmentOf(int stage, const char* group, std::string_view name, const TableCell& cell, Role role)
{
    return barSegment(stageFigureKey(stage, group + std::string{name}), name, cell, role);
}

QString chunkTip(const StageChunk& chunk)
{
    QStringList lines{chunk.blocks == 0
                          ? tr("Chunk %1: no block").arg(chunk.chunk)
                          : tr("Chunk %1: %2 (numbers %3 to %4)")
                                .arg(QString::number(chunk.chunk), QString::number(chunk.blocks) + tr(" blocks"),
                                     QString::number(chunk.firstBlock),
                                     QString::number(chunk.firstBlock + chunk.blocks - 1))};
    if (chunk.embeds)
        lines << tr("begins with the embedding");
    if (chunk.hasHead)
        lines << tr("ends with final norm, head and loss");
    lines << tr("Drag a block to another chunk, or press Ctrl+Up or Ctrl+Down");
    return lines.join(QLatin1Char('\n'));
}

QString spokenOf(const StageRow& row)
{
    QStringList chunks;
    for (const StageChunk& chunk : row.chunks)
        chunks << QString::number(chunk.blocks);
    QStringList said{row.name, row.parameters, tr("blocks %1").arg(chunks.join(QStringLiteral(", "))),
                     tr("peak %1 at %2").arg(row.memory.totalText, row.moment)};
    if (row.isOver)
        said << tr("over the capacity");
    if (!row.time.segments.empty())
        said << row.busy << row.waiting;
    return said.join(QStringLiteral("; "));
}

} // namespace

StageMapContent::StageMapContent(whole::CandidateResultPtr result, EstimateMode mode)
    : m_result(std::move(result))
    , m_mode(mode)
    , m_stages(static_cast<int>(m_result->estimate->peaks.size()))
{
    const auto& blocks = m_result->derivation->plan().program.shape.chunks;
    m_chunks = static_cast<int>(blocks.size());
    m_mostBlocks = *std::max_element(blocks.begin(), blocks.end());
    qint64 first = 0;
    for (const std::int64_t count : blocks) {
        m_firstBlocks.push_back(first);
        first += count;
    }
    m_memoryScale = std::max(capacity(), static_cast<double>(m_result->estimate->peak.value()));
    m_memoryLegend = memoryLegendOf(m_result->estimate->peaks);
    if (hasTimes())
        m_timeLegend = timeLegendOf(times()->stages);
}

bool StageMapContent::hasTimes() const
{
    return times() != nullptr;
}

const whole::StepTime* StageMapContent::times() const
{
    if (!m_result || !m_result->estimate->modes)
        return nullptr;
    return &(*m_result->estimate->modes)[static_cast<std::size_t>(m_mode)].time;
}

double StageMapContent::capacity() const
{
    return m_result ? m_result->estimate->capacity : 0;
}

QString StageMapContent::capacityText() const
{
    return tr("capacity %1").arg(QString::fromStdString(humanBytes(capacity())));
}

double StageMapContent::timeScale() const
{
    return hasTimes() ? times()->total : 0;
}

QString StageMapContent::timeTitle() const
{
    if (!hasTimes())
        return tr("No predicted time");
    return tr("Step of %1").arg(QString::fromStdString(humanSeconds(times()->total)));
}

StageRow StageMapContent::row(int stage) const
{
    const whole::PortablePlanIR& plan = m_result->derivation->plan();
    const auto index = static_cast<std::size_t>(stage);
    const whole::StagePeak& peak = m_result->estimate->peaks[index];
    const qint64 parameters = plan.stages[index].parameters.value();
    StageRow row;
    row.name = tr("Stage %1").arg(stage);
    row.parameters = tr("%1 parameters").arg(QString::fromStdString(humanRate(static_cast<double>(parameters))));
    row.parametersExact = tr("%1 parameters on one rank").arg(parameters);
    for (int chunk = stage; chunk < m_chunks; chunk += m_stages) {
        const auto at = static_cast<std::size_t>(chunk);
        row.chunks.push_back(
            {chunk, plan.program.shape.chunks[at], m_firstBlocks[at], chunk == 0, chunk + 1 == m_chunks, {}});
        row.chunks.back().toolTip = chunkTip(row.chunks.back());
    }
    row.memory.name = row.name;
    for (std::size_t k = 0; k < peak.parts.size(); ++k) {
        const auto part = static_cast<whole::PeakPart>(k);
        row.memory.segments.push_back(
            segmentOf(stage, "memory.", nameOf(part), bytesCell(peak.parts[k]), roleOf(part)));
    }
    setTotal(row.memory, bytesCell(peak.bytes));
    row.moment = words(nameOf(peak.moment));
    row.momentExact = tr("%1 of microbatch %2 in chunk %3")
                          .arg(row.moment, QString::number(peak.step.microbatch), QString::number(peak.step.chunk));
    row.isOver = exceedsCapacity(peak.bytes.value(), capacity());
    row.peak = row.isOver ? tr("▲ %1, over").arg(row.memory.totalText) : row.memory.totalText;
    row.time.name = row.name;
    if (hasTimes()) {
        const whole::StageTime& time = times()->stages[index];
        for (const TimePart& part : timeParts)
            row.time.segments.push_back(
                segmentOf(stage, "time.", part.name, secondsCell(time.*part.member), part.role));
        setTotal(row.time, secondsCell(times()->total));
        row.busy = tr("%1 busy").arg(QString::fromStdString(humanSeconds(time.busy)));
        row.waiting = tr("bubble %1").arg(QString::fromStdString(humanSeconds(time.bubble)));
    }
    row.spoken = spokenOf(row);
    return row;
}

} // namespace planscope::ui
