#include "ui/graph/lineage_painter.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>

namespace planscope::ui {
namespace {

QString columnTitle(IrKind stage)
{
    switch (stage) {
    case IrKind::Model: return QStringLiteral("ModelIR");
    case IrKind::Distributed: return QStringLiteral("DistributedTaskIR");
    case IrKind::PortablePlan: return QStringLiteral("PortablePlanIR");
    }
    return {};
}

QString kindOf(const LineageNode& node)
{
    const std::string_view name = nameOf(node.kind);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

Role roleOf(const LineageNode& node)
{
    if (node.key.kind == EntityKey::Kind::Value)
        return Role::Vector;
    return node.phase && node.kind == LineageKind::Clone ? Role::TimeRecompute : Role::Matrix;
}

} // namespace

LineagePainter::LineagePainter(const LineageScene& scene, const Theme& theme, const LineageMarks& marks)
    : m_scene(scene)
    , m_theme(theme)
    , m_marks(marks)
{
}

void LineagePainter::paint(QPainter& painter, const QRectF& visible) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    paintLinks(painter, visible);
    QFont font = m_theme.label();
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    painter.setPen(m_theme.color(Role::Muted));
    const QFontMetricsF metrics(font);
    for (const LineageScene::Heading& heading : m_scene.headings())
        if (heading.rect.intersects(visible))
            painter.drawText(heading.rect.adjusted(0, 0, 0, -m_theme.space(1)), Qt::AlignLeft | Qt::AlignBottom,
                             metrics.elidedText(heading.text, Qt::ElideRight, heading.rect.width()));
    for (const LineageScene::Box& box : m_scene.boxes())
        if (box.rect.intersects(visible))
            paintBox(painter, box, visible);
}

/// Quiet links first, so that the lit ones lie on top.
void LineagePainter::paintLinks(QPainter& painter, const QRectF& visible) const
{
    for (const bool lit : {false, true}) {
        if (lit && m_marks.lit.empty())
            continue;
        // Muted at this strength is 3:1 on both grounds.
        QColor quiet = m_theme.color(Role::Muted);
        quiet.setAlphaF(0.75F);
        painter.setPen(lit ? QPen{m_theme.color(Role::Accent), 1.5 * m_theme.scale()} : QPen{quiet, 1});
        for (const LineageScene::Link& link : m_scene.links()) {
            const bool shown = !m_marks.lit.empty() && m_marks.lit[link.from] && m_marks.lit[link.to];
            const bool drawn = shown == lit && (lit || !link.isApart);
            if (drawn && link.path.boundingRect().adjusted(-1, -1, 1, 1).intersects(visible))
                painter.drawPolyline(link.path);
        }
    }
}

void LineagePainter::paintBox(QPainter& painter, const LineageScene::Box& box, const QRectF& visible) const
{
    const LineageNode& node = m_scene.graph().nodes()[box.node];
    const bool current = std::find(m_marks.current.begin(), m_marks.current.end(), box.node) != m_marks.current.end();
    const bool lit = isLit(box.node);
    const QRectF rect = box.rect.adjusted(0.5, 0.5, -0.5, -0.5);

    const QColor ground = current ? m_theme.wash(Role::Accent) : m_theme.color(lit ? Role::Surface : Role::Window);
    const bool marked = lit && !m_marks.lit.empty();
    painter.setPen(QPen{m_theme.color(marked ? Role::Accent : Role::Line), current ? 1.5 : 1.0});
    painter.setBrush(ground);
    painter.drawRoundedRect(rect, 3, 3);
    const double bar = m_theme.space(1);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.color(lit ? roleOf(node) : Role::Line));
    painter.drawRect(QRectF{rect.left() + 0.5, rect.top() + 1, bar, rect.height() - 2});

    // A tall box keeps its name in sight.
    const double inset = m_theme.space(2);
    QRectF text = rect.intersected(visible).adjusted(bar + inset, 0, -inset, 0);
    const double line = QFontMetricsF(m_theme.body()).height();
    if (rect.height() > 3 * line)
        text = QRectF{text.left(), std::max(text.top(), std::min(text.center().y() - line, text.bottom() - 2 * line)),
                      text.width(), 2 * line};
    if (text.height() < line * 0.6 && rect.height() > 3 * line)
        return;

    const QString kind = kindOf(node);
    const bool tall = rect.height() > 3 * line;
    const bool found = !m_marks.found.empty() && m_marks.found[box.node];
    QFont font = m_theme.body();
    font.setPixelSize(std::max(1, font.pixelSize() - static_cast<int>(m_theme.scale())));
    font.setBold(found || current);
    const QFontMetricsF metrics{font};
    // The kind gives way to a long name; the tool tip and Details have both.
    const double kindWidth = QFontMetricsF{m_theme.label()}.horizontalAdvance(kind) + inset;
    const bool showsKind = tall || metrics.horizontalAdvance(node.key.name) + kindWidth <= text.width();
    painter.setFont(m_theme.label());
    painter.setPen(m_theme.color(Role::Muted));
    if (tall)
        painter.drawText(text.adjusted(0, line, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         QCoreApplication::translate("LineagePainter", "%1 · %n derived", nullptr,
                                                     static_cast<int>(node.derived.size()))
                             .arg(kind));
    else if (showsKind)
        painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter, kind);
    painter.setFont(font);
    const QRectF place = tall ? text.adjusted(0, 0, 0, -line) : text;
    const QString name = metrics.elidedText(node.key.name, Qt::ElideMiddle, place.width());
    if (found) {
        const double width = metrics.horizontalAdvance(name);
        painter.fillRect(QRectF{place.left() - 2, place.center().y() - line / 2, width + 4, line},
                         m_theme.wash(Role::Warn));
    }
    painter.setPen(m_theme.color(lit ? Role::Text : Role::Muted));
    painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, name);
    if (m_marks.focus == box.node) {
        painter.setPen(QPen{m_theme.color(Role::Accent), 2});
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(rect.adjusted(-1, -1, 1, 1), 4, 4);
    }
}

void LineagePainter::paintHeader(QPainter& painter, double height, double width) const
{
    painter.fillRect(QRectF{0, 0, width, height}, m_theme.color(Role::Window));
    painter.setPen(m_theme.color(Role::Line));
    painter.drawLine(QPointF{0, height - 0.5}, QPointF{width, height - 0.5});
    for (const LineageScene::Column& column : m_scene.columns()) {
        const QRectF place{column.left, 0, column.width, height - 1};
        if (m_marks.stage == column.stage) {
            painter.fillRect(place, m_theme.wash(Role::Accent));
            painter.fillRect(QRectF{place.left(), place.bottom() - 2, place.width(), 2}, m_theme.color(Role::Accent));
        }
        QFont font = m_theme.body();
        font.setWeight(QFont::DemiBold);
        painter.setFont(font);
        painter.setPen(m_theme.color(Role::Text));
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, columnTitle(column.stage));
        painter.setFont(m_theme.label());
        painter.setPen(m_theme.color(Role::Muted));
        painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter,
                         column.entities == 0 ? QCoreApplication::translate("LineagePainter", "not published")
                                              : QCoreApplication::translate("LineagePainter", "%n entities", nullptr,
                                                                            static_cast<int>(column.entities)));
    }
}

} // namespace planscope::ui
