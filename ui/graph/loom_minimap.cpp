#include "ui/graph/loom_minimap.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace planscope::ui {

LoomMinimap::LoomMinimap(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Overview of the task graph"));
    setToolTip(tr("Click or drag to move the part that is seen"));
    setCursor(Qt::PointingHandCursor);
}

void LoomMinimap::setScene(std::shared_ptr<const LoomStyle> style)
{
    m_style = std::move(style);
    m_picture = {};
    update();
}

void LoomMinimap::setSeen(const QRectF& sceneRect)
{
    if (m_seen == sceneRect)
        return;
    m_seen = sceneRect;
    update();
}

QPixmap LoomMinimap::picture() const
{
    QPixmap made(size() * devicePixelRatioF());
    made.setDevicePixelRatio(devicePixelRatioF());
    made.fill(m_style->surface);
    const LoomScene& scene = m_style->scene();
    const double x = width() / scene.size().width();
    const double y = height() / scene.size().height();
    QPainter painter(&made);
    for (LoomCellIndex cell = 0; cell < scene.cells().size(); ++cell) {
        const LoomItem& item = scene.itemOf(cell);
        if (item.kind == LoomItem::Kind::Boundary)
            continue;
        const QRectF rect = scene.rectOf(cell);
        painter.fillRect(
            QRectF(rect.left() * x, rect.top() * y, std::max(1.0, rect.width() * x), std::max(1.0, rect.height() * y)),
            m_style->difference() ? m_style->lookOf(scene.cells()[cell].item).fill : m_style->engineColor(item.engine));
    }
    return made;
}

void LoomMinimap::paintEvent(QPaintEvent*)
{
    if (!m_style)
        return;
    if (m_picture.isNull() || m_picture.size() != size() * devicePixelRatioF())
        m_picture = picture();
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_picture);
    painter.setPen(QPen(m_style->muted, 1));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    const QSizeF scene = m_style->scene().size();
    const QRectF seen(m_seen.left() / scene.width() * width(), m_seen.top() / scene.height() * height(),
                      std::max(6.0, m_seen.width() / scene.width() * width()),
                      std::max(6.0, m_seen.height() / scene.height() * height()));
    QColor tint = m_style->accent;
    tint.setAlphaF(0.15F);
    painter.setPen(QPen(m_style->accent, 2));
    painter.setBrush(tint);
    painter.drawRect(seen.intersected(QRectF(rect())).adjusted(1, 1, -1, -1));
}

QPointF LoomMinimap::toScene(QPointF pixel) const
{
    const QSizeF scene = m_style ? m_style->scene().size() : QSizeF(1, 1);
    return {pixel.x() / width() * scene.width(), pixel.y() / height() * scene.height()};
}

void LoomMinimap::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        Q_EMIT asked(toScene(event->position()));
}

void LoomMinimap::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons() & Qt::LeftButton)
        Q_EMIT asked(toScene(event->position()));
}

} // namespace planscope::ui
