#include "ui/graph/lineage_scene.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace planscope::ui {
namespace {

QString textOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString kindText(const LineageNode& node)
{
    switch (node.key.kind) {
    case EntityKey::Kind::Operation: return QStringLiteral("operation");
    case EntityKey::Kind::Task: return QStringLiteral("task");
    case EntityKey::Kind::Value: return QStringLiteral("value");
    case EntityKey::Kind::None:
    case EntityKey::Kind::Snapshot:
    case EntityKey::Kind::Layer:
    case EntityKey::Kind::Check:
    case EntityKey::Kind::Rank:
    case EntityKey::Kind::Component:
    case EntityKey::Kind::Primitive:
    case EntityKey::Kind::Stage:
    case EntityKey::Kind::Edge:
    case EntityKey::Kind::Mapping: return {};
    }
    return {};
}

/// The height at which a link leaves a box for another: straight where the box reaches there.
double reach(const QRectF& box, double height)
{
    return std::clamp(height, box.top() + 1, box.bottom() - 1);
}

} // namespace

LineageScene::LineageScene(std::shared_ptr<const LineageGraph> graph, const LineageMetrics& metrics)
    : m_graph(std::move(graph))
{
    m_boxes.resize(m_graph->nodes().size());
    for (std::size_t k = 0; k < m_boxes.size(); ++k)
        m_boxes[k].node = k;
    placeColumns(metrics);
    placeRows(metrics);
    if (m_graph->hasStage(IrKind::Distributed))
        placeSpans(IrKind::Model, metrics);
    placeFollowers(IrKind::PortablePlan, metrics);
    placeApart(IrKind::PortablePlan, metrics);
    connectBoxes();
    double bottom = 0;
    for (const Box& box : m_boxes)
        bottom = std::max(bottom, box.rect.bottom());
    const Column& last = m_columns.back();
    m_size = {last.left + last.width + metrics.margin, bottom + metrics.margin};
}

/// The model's few entities need less width than the tasks' names.
void LineageScene::placeColumns(const LineageMetrics& metrics)
{
    constexpr double modelShare = 0.6; // of a column of tasks
    constexpr double gapShare = 0.18;
    const double whole = (metrics.width - 2 * metrics.margin) / (2 + modelShare + 2 * gapShare);
    const double width = std::clamp(whole, metrics.smallestColumn, metrics.largestColumn);
    double left = metrics.margin;
    for (std::size_t k = 0; k < m_columns.size(); ++k) {
        Column& column = m_columns[k];
        column.stage = static_cast<IrKind>(k);
        column.left = left;
        column.width = column.stage == IrKind::Model ? width * modelShare : width;
        left += column.width + width * gapShare;
        column.entities = static_cast<std::size_t>(
            std::count_if(m_graph->nodes().begin(), m_graph->nodes().end(),
                          [&column](const LineageNode& node) { return node.stage == column.stage; }));
    }
}

QRectF LineageScene::row(IrKind stage, double top, const LineageMetrics& metrics) const
{
    const Column& column = m_columns[static_cast<std::size_t>(stage)];
    return {column.left, top, column.width, metrics.rowHeight - metrics.rowGap};
}

/// The middle column, or the model alone when nothing was distributed: values, then what works on them, each in the
/// order of its first source, so that all that came of one stands together.
void LineageScene::placeRows(const LineageMetrics& metrics)
{
    const IrKind stage = m_graph->hasStage(IrKind::Distributed) ? IrKind::Distributed : IrKind::Model;
    std::vector<std::size_t> order;
    for (std::size_t k = 0; k < m_boxes.size(); ++k)
        if (m_graph->nodes()[k].stage == stage)
            order.push_back(k);
    const auto place = [this](std::size_t k) {
        const LineageNode& node = m_graph->nodes()[k];
        return std::pair{node.key.kind != EntityKey::Kind::Value, node.sources.empty() ? 0 : node.sources.front()};
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return place(a) < place(b); });
    placeInGroups(order, 0, metrics);
}

/// One below the other under the headings of their groups, from `top` on; gives where the last ends.
double LineageScene::placeInGroups(const std::vector<std::size_t>& order, double top, const LineageMetrics& metrics)
{
    std::optional<QString> group;
    for (const std::size_t k : order) {
        const LineageNode& node = m_graph->nodes()[k];
        if (node.group != group) {
            group = node.group;
            const Column& column = m_columns[static_cast<std::size_t>(node.stage)];
            m_headings.push_back({node.group, {column.left, top, column.width, metrics.headingHeight}});
            top += metrics.headingHeight;
        }
        m_boxes[k].rect = row(node.stage, top, metrics);
        top += metrics.rowHeight;
    }
    return top;
}

/// Below all that follows its source.
void LineageScene::placeApart(IrKind stage, const LineageMetrics& metrics)
{
    std::vector<std::size_t> order;
    double top = 0;
    for (const Box& box : m_boxes) {
        const LineageNode& node = m_graph->nodes()[box.node];
        if (node.stage != stage)
            continue;
        if (node.isApart)
            order.push_back(box.node);
        else
            top = std::max(top, box.rect.bottom() + metrics.rowGap);
    }
    placeInGroups(order, top, metrics);
}

void LineageScene::placeFollowers(IrKind stage, const LineageMetrics& metrics)
{
    std::vector<std::pair<double, std::size_t>> wanted;
    for (const Box& box : m_boxes) {
        const LineageNode& node = m_graph->nodes()[box.node];
        if (node.stage == stage && !node.isApart)
            wanted.emplace_back(node.sources.empty() ? std::numeric_limits<double>::max()
                                                     : m_boxes[node.sources.front()].rect.top(),
                                box.node);
    }
    std::stable_sort(wanted.begin(), wanted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    double free = 0;
    for (const auto& [top, node] : wanted) {
        const double here = top == std::numeric_limits<double>::max() ? free : std::max(top, free);
        m_boxes[node].rect = row(stage, here, metrics);
        free = here + metrics.rowHeight;
    }
}

void LineageScene::placeSpans(IrKind stage, const LineageMetrics& metrics)
{
    double free = 0;
    std::vector<std::size_t> ended;
    for (Box& box : m_boxes) {
        const LineageNode& node = m_graph->nodes()[box.node];
        if (node.stage != stage)
            continue;
        if (node.mayEnd && node.derived.empty()) {
            ended.push_back(box.node);
            continue;
        }
        double top = std::numeric_limits<double>::max();
        double bottom = 0;
        for (const std::size_t derived : node.derived) {
            top = std::min(top, m_boxes[derived].rect.top());
            bottom = std::max(bottom, m_boxes[derived].rect.bottom());
        }
        box.rect = row(stage, node.derived.empty() ? free : std::max(top, free), metrics);
        box.rect.setBottom(std::max(box.rect.bottom(), bottom));
        free = box.rect.bottom() + metrics.rowGap;
    }
    if (ended.empty())
        return;
    const Column& column = m_columns[static_cast<std::size_t>(stage)];
    m_headings.push_back({QCoreApplication::translate("LineageScene", "nothing to do or to keep"),
                          {column.left, free, column.width, metrics.headingHeight}});
    free += metrics.headingHeight;
    for (const std::size_t node : ended) {
        m_boxes[node].rect = row(stage, free, metrics);
        free += metrics.rowHeight;
    }
}

void LineageScene::connectBoxes()
{
    for (const Box& box : m_boxes) {
        const LineageNode& node = m_graph->nodes()[box.node];
        for (const std::size_t source : node.sources) {
            const QRectF& from = m_boxes[source].rect;
            const double end = box.rect.center().y();
            const double start = reach(from, end);
            QPolygonF path{QPointF{from.right(), start}};
            if (start != end) {
                const double middle = (from.right() + box.rect.left()) / 2;
                path << QPointF{middle, start} << QPointF{middle, end};
            }
            path << QPointF{box.rect.left(), end};
            m_links.push_back({source, box.node, path, m_graph->nodes()[box.node].isApart});
        }
    }
}

std::optional<std::size_t> LineageScene::nodeAt(QPointF point) const
{
    const auto found =
        std::find_if(m_boxes.begin(), m_boxes.end(), [point](const Box& box) { return box.rect.contains(point); });
    return found == m_boxes.end() ? std::nullopt : std::optional{found->node};
}

std::optional<std::size_t> LineageScene::neighbour(std::size_t node, Direction direction) const
{
    const LineageNode& here = m_graph->nodes()[node];
    switch (direction) {
    case Direction::Left: return here.sources.empty() ? std::nullopt : std::optional{here.sources.front()};
    case Direction::Right: return here.derived.empty() ? std::nullopt : std::optional{here.derived.front()};
    case Direction::Up:
    case Direction::Down: break;
    }
    const double top = m_boxes[node].rect.top();
    std::optional<std::size_t> nearest;
    for (const Box& box : m_boxes) {
        const double away = direction == Direction::Down ? box.rect.top() - top : top - box.rect.top();
        if (m_graph->nodes()[box.node].stage != here.stage || away <= 0)
            continue;
        if (!nearest || std::abs(box.rect.top() - top) < std::abs(m_boxes[*nearest].rect.top() - top))
            nearest = box.node;
    }
    return nearest;
}

QString LineageScene::text() const
{
    QString out;
    for (const LineageNode& node : m_graph->nodes()) {
        out += QStringLiteral("%1 %2 %3 %4")
                   .arg(textOf(nameOf(node.stage)), kindText(node), node.key.name, textOf(nameOf(node.kind)));
        for (const std::size_t source : node.sources)
            out += QStringLiteral(" <- ") + m_graph->nodes()[source].key.name;
        if (node.sources.empty())
            out += node.statedBy.isEmpty() ? QStringLiteral(" <- nothing") : QStringLiteral(" <- spec");
        out += QLatin1Char('\n');
    }
    return out;
}

} // namespace planscope::ui
