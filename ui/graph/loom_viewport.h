#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>

namespace planscope::ui {

/// Which part of a scene is seen, and how large: the map between scene and pixels. A plain value.
/// Zoom 1 is 100 %. A direction in which the whole scene fits is stretched to fill the body (to 150 % at most), so a
/// scene that is far higher than wide is never a thin line.
class LoomViewport {
public:
    static constexpr double largestZoom = 4;
    static constexpr double largestStretchX = 1.5;
    static constexpr double largestStretchY = 1.25;

    LoomViewport() = default;
    LoomViewport(const QRectF& body, const QSizeF& scene);

    const QRectF& body() const { return m_body; } ///< in pixels
    double zoom() const { return m_zoom; }
    double scaleX() const;
    double scaleY() const;
    QPointF origin() const { return m_origin; } ///< the point of the scene in the body's corner
    double fitZoom() const;
    bool isFit() const { return m_zoom <= fitZoom(); }

    QPointF toPixel(QPointF scene) const
    {
        return {m_body.left() + (scene.x() - m_origin.x()) * scaleX(),
                m_body.top() + (scene.y() - m_origin.y()) * scaleY()};
    }
    QPointF toScene(QPointF pixel) const
    {
        return {m_origin.x() + (pixel.x() - m_body.left()) / scaleX(),
                m_origin.y() + (pixel.y() - m_body.top()) / scaleY()};
    }
    QRectF visible() const { return {toScene(m_body.topLeft()), toScene(m_body.bottomRight())}; } ///< in the scene

    void fit();
    void setZoom(double zoom,
                 QPointF fixedPixel); ///< what is at the pixel stays there, as far as the scene's edge lets it
    void panBy(QPointF pixels);
    void moveTo(QPointF sceneCorner);
    /// Moves as little as needed to show the rectangle with some room around it.
    void ensureVisible(const QRectF& sceneRect);
    /// A new size of the body or the scene: what fitted still fits, otherwise the corner and zoom stay.
    void resize(const QRectF& body, const QSizeF& scene);

private:
    void clamp();

    QRectF m_body{0, 0, 1, 1};
    QSizeF m_scene{1, 1};
    double m_zoom = 1;
    QPointF m_origin;
};

} // namespace planscope::ui
