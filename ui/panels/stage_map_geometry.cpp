#include "ui/panels/stage_map_geometry.h"

#include <QCoreApplication>
#include <QFontMetrics>

#include <algorithm>
#include <cmath>

namespace planscope::ui {
namespace {

int advance(const QFont& font, const char* utf8)
{
    return QFontMetrics(font).horizontalAdvance(QString::fromUtf8(utf8));
}

std::vector<double> widthsOf(const std::vector<StageLegendEntry>& legend, const Theme& theme)
{
    const QFontMetricsF metrics(theme.label());
    std::vector<double> widths;
    for (const StageLegendEntry& entry : legend)
        widths.push_back(theme.space(5) + metrics.horizontalAdvance(entry.name));
    return widths;
}

} // namespace

StageMapGeometry::StageMapGeometry(const StageMapContent& content, const Theme& theme, int width)
    : m_stages(content.stages())
    , m_perStage(std::max(1, content.chunksPerStage()))
    , m_row(theme.space(10))
    , m_bar(theme.space(5))
    , m_gap(theme.space(1))
    , m_mostBlocks(std::max<qint64>(1, content.mostBlocks()))
    , m_memoryScale(content.memoryScale() > 0 ? content.memoryScale() : 1)
    , m_timeScale(content.timeScale() > 0 ? content.timeScale() : 1)
{
    const int edge = theme.space(3);
    const int mark = theme.space(5); // of embedding and head
    const int between = theme.space(3);
    // By the widest that may stand there, so that nothing moves while figures change. Second lines may be cut in a
    // window that is narrow.
    const int leastStage = std::max(advance(theme.body(), "Stage 9999"), advance(theme.label(), "99.9 M param…"));
    const int leastMemoryText = advance(theme.body(), "▲ 1023 GiB, over");
    const int forStageText = std::max(0, advance(theme.label(), "99.9 M parameters") - leastStage);
    const int forMoment = std::max(0, advance(theme.label(), "core_attention.backward") - leastMemoryText);
    const int timeWords = std::max(advance(theme.body(), "99.9 ms busy"), advance(theme.label(), "bubble 99.9 ms"));
    const QString widestCount(QString::number(m_mostBlocks).size() + 1, QLatin1Char('0'));
    const int leastSlot = QFontMetrics(theme.label()).horizontalAdvance(widestCount) + theme.space(3);
    const int leastBlocks = 2 * mark + m_perStage * (leastSlot + m_gap);
    const int leastMemory = theme.space(35);
    const int leastTime = theme.space(25);
    const int least = edge + leastStage + between + leastBlocks + between + leastMemory + theme.space(2)
        + leastMemoryText + between + leastTime + theme.space(2) + timeWords + edge;
    m_width = std::max(width, least);
    int extra = m_width - least;
    const auto take = [&extra](int wanted) {
        const int taken = std::clamp(wanted, 0, extra);
        extra -= taken;
        return taken;
    };
    m_stageColumn = {edge, leastStage + take(forStageText)};
    const int memoryWords = leastMemoryText + take(forMoment);
    // More blocks than pixels say nothing more: the bars take what the blocks do not need.
    const int forBlocks = take(std::min(extra / 4, theme.space(65) - leastBlocks));
    const int forMemory = take(extra * (content.hasTimes() ? 55 : 100) / 100);
    const int forTime = take(extra);

    m_blockColumn = {m_stageColumn.right() + between, leastBlocks + forBlocks};
    m_slotsLeft = m_blockColumn.left + mark;
    m_slot = (m_blockColumn.width - 2 * mark) / m_perStage - m_gap;
    m_memoryColumn = {m_blockColumn.right() + between, leastMemory + forMemory};
    m_memoryText = {m_memoryColumn.right() + theme.space(2), memoryWords};
    m_timeColumn = {m_memoryText.right() + between, leastTime + forTime};
    m_timeText = {m_timeColumn.right() + theme.space(2), timeWords};

    const double line = QFontMetricsF(theme.label()).height();
    const double legendRow = line + theme.space(1);
    m_memoryLegend = flow(widthsOf(content.memoryLegend(), theme), legendRow, theme.space(3),
                          m_memoryText.right() - m_memoryColumn.left);
    m_timeLegend = flow(widthsOf(content.timeLegend(), theme), legendRow, theme.space(3),
                        m_timeText.right() - m_timeColumn.left);
    const int title = QFontMetrics(theme.body()).height();
    m_legendTop = theme.space(2) + title + theme.space(1);
    m_axisTop = m_legendTop + static_cast<int>(std::ceil(std::max(m_memoryLegend.height, m_timeLegend.height)))
        + theme.space(1);
    m_head = m_axisTop + static_cast<int>(std::ceil(line)) + theme.space(2);
}

QRectF StageMapGeometry::rowBox(int stage) const
{
    return {0, static_cast<double>(stage) * m_row, static_cast<double>(m_width), static_cast<double>(m_row)};
}

QRectF StageMapGeometry::slotBox(int stage, int part) const
{
    const double left = m_slotsLeft + part * (m_slot + m_gap);
    return {left, stage * m_row + (m_row - m_bar) / 2.0 - m_gap / 2.0, static_cast<double>(m_slot),
            static_cast<double>(m_bar + m_gap)};
}

QRectF StageMapGeometry::chunkBox(int stage, const StageChunk& chunk, int part) const
{
    QRectF box = slotBox(stage, part);
    box.setWidth(box.width() * static_cast<double>(chunk.blocks) / static_cast<double>(m_mostBlocks));
    return box;
}

double StageMapGeometry::bytesAt(double bytes) const
{
    return m_memoryColumn.left + bytes / m_memoryScale * m_memoryColumn.width;
}

double StageMapGeometry::secondsAt(double seconds) const
{
    return m_timeColumn.left + seconds / m_timeScale * m_timeColumn.width;
}

std::vector<QRectF> StageMapGeometry::boxesOf(int stage, const StackedBar& bar, const StageMapColumn& column,
                                              double scale) const
{
    std::vector<QRectF> boxes;
    boxes.reserve(bar.segments.size());
    double value = 0;
    const double top = stage * m_row + (m_row - m_bar) / 2.0;
    for (const BarSegment& segment : bar.segments) {
        const double from = column.left + value / scale * column.width;
        value += segment.value;
        const double to = column.left + value / scale * column.width;
        boxes.emplace_back(from, top, to - from, static_cast<double>(m_bar));
    }
    return boxes;
}

std::vector<QRectF> StageMapGeometry::memoryBoxes(int stage, const StackedBar& bar) const
{
    return boxesOf(stage, bar, m_memoryColumn, m_memoryScale);
}

std::vector<QRectF> StageMapGeometry::timeBoxes(int stage, const StackedBar& bar) const
{
    return boxesOf(stage, bar, m_timeColumn, m_timeScale);
}

StageMapPlace StageMapGeometry::at(const QPointF& point, const StageMapContent& content) const
{
    using What = StageMapPlace::What;
    if (point.y() < 0 || point.y() >= rowsHeight() || point.x() < 0 || point.x() >= m_width)
        return {};
    const int stage = static_cast<int>(point.y()) / m_row;
    for (int part = 0; part < m_perStage; ++part) {
        const QRectF slot = slotBox(stage, part);
        if (point.x() >= slot.left() && point.x() < slot.right() + m_gap)
            return {What::Chunk, stage, part};
    }
    const bool inMemory = point.x() >= m_memoryColumn.left - m_gap && point.x() <= m_memoryColumn.right() + m_gap;
    const bool inTime = point.x() >= m_timeColumn.left - m_gap && point.x() <= m_timeColumn.right() + m_gap;
    if (inMemory || inTime) {
        const StageRow row = content.row(stage);
        const auto boxes = inMemory ? memoryBoxes(stage, row.memory) : timeBoxes(stage, row.time);
        double nearest = 3;
        int found = -1;
        for (std::size_t k = 0; k < boxes.size(); ++k) {
            const double away = std::max({boxes[k].left() - point.x(), point.x() - boxes[k].right(), 0.0});
            const bool isBeside = point.y() >= boxes[k].top() && point.y() <= boxes[k].bottom();
            if (boxes[k].width() > 0 && isBeside && away < nearest) {
                nearest = away;
                found = static_cast<int>(k);
            }
        }
        if (found >= 0)
            return {inMemory ? What::Memory : What::Time, stage, found};
    }
    return {What::Stage, stage, 0};
}

} // namespace planscope::ui
