#include "ui/sweep/sweep_picture.h"

#include "report/number_format.h"
#include "ui/charts/chart_plot.h"
#include "ui/sweep/sweep_table_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace planscope::ui {
namespace {

constexpr double logarithmicFrom = 16; ///< times the least that the greatest is

/// Of n things, every so manieth, at most `most`.
template <class Each>
std::size_t forEvenly(std::size_t count, std::size_t most, Each each)
{
    const std::size_t taken = std::min(count, most);
    for (std::size_t k = 0; k < taken; ++k)
        each(k * count / taken);
    return taken;
}

class PictureMaker {
public:
    explicit PictureMaker(SweepPictureRequest request) { m_picture->request = std::move(request); }

    SweepPicturePtr make(const std::function<bool()>& isVoid)
    {
        m_picture->order = orderOf(m_picture->request.rows, m_picture->request.ordering, isVoid);
        if (!m_picture->order)
            return nullptr;
        drawCloud();
        if (isVoid())
            return nullptr;
        drawLines();
        return m_picture;
    }

private:
    void drawCloud()
    {
        auto cloud = std::make_shared<ScatterCloud>();
        const SweepRows& rows = m_picture->request.rows;
        cloud->x.reserve(rows.size());
        cloud->y.reserve(rows.size());
        cloud->isForemost.assign(rows.size(), 0);
        constexpr double infinity = std::numeric_limits<double>::infinity();
        m_picture->ranges.fill({infinity, -infinity});
        for (const SweepRows::Chunk& chunk : rows.chunks())
            for (const SweepRow& row : *chunk) {
                cloud->x.push_back(static_cast<float>(valueOf(row, m_picture->request.x)));
                cloud->y.push_back(static_cast<float>(valueOf(row, m_picture->request.y)));
                for (std::size_t k = 0; k < parallelColumns.size(); ++k) {
                    const double value = valueOf(row, parallelColumns[k]);
                    m_picture->ranges[k].least = std::min(m_picture->ranges[k].least, value);
                    m_picture->ranges[k].greatest = std::max(m_picture->ranges[k].greatest, value);
                }
            }
        for (const std::uint32_t position : m_picture->order->positions)
            cloud->isForemost[position] = 1;
        m_picture->cloud = std::move(cloud);
    }

    void drawLines()
    {
        auto lines = std::make_shared<ParallelLines>();
        const SweepRows& rows = m_picture->request.rows;
        const auto add = [&](std::size_t position, bool isForemost) {
            const SweepRow& row = rows.at(position);
            for (const SweepColumn column : parallelColumns)
                lines->values.push_back(static_cast<float>(valueOf(row, column)));
            lines->isForemost.push_back(isForemost ? 1 : 0);
        };
        const std::vector<std::uint32_t>& shown = m_picture->order->positions;
        if (shown.size() < rows.size())
            forEvenly(rows.size(), mostLines / 5, [&](std::size_t position) {
                if (m_picture->cloud->isForemost[position] == 0)
                    add(position, false);
            });
        m_picture->drawnLines = forEvenly(shown.size(), mostLines, [&](std::size_t k) { add(shown[k], true); });
        m_picture->lines = std::move(lines);
    }

    std::shared_ptr<SweepPicture> m_picture = std::make_shared<SweepPicture>();
};

QString countText(double value)
{
    return QString::number(std::llround(value));
}

} // namespace

SweepPicturePtr pictureOf(SweepPictureRequest request, const std::function<bool()>& isVoid)
{
    return PictureMaker(std::move(request)).make(isVoid);
}

PlotAxis plotAxisOf(SweepColumn column, double least, double greatest)
{
    PlotAxis axis;
    axis.title = SweepTableModel::titleOf(column);
    axis.isLogarithmic = least > 0 && greatest >= logarithmicFrom * least;
    switch (column) {
    case SweepColumn::Time: axis.text = [](double value) { return tickText(humanSeconds(value)); }; break;
    case SweepColumn::Memory:
    case SweepColumn::MessageBytes:
        axis.text = [](double value) { return tickText(humanBytes(value)); };
        axis.isOfBytes = true;
        break;
    case SweepColumn::Mfu: axis.text = [](double value) { return tickText(humanPercent(value)); }; break;
    case SweepColumn::TokensPerSecond: axis.text = [](double value) { return tickText(humanRate(value)); }; break;
    default: axis.text = countText;
    }
    return axis;
}

} // namespace planscope::ui
