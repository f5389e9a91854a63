#include "ui/graph/loom_viewport.h"

#include <algorithm>

namespace planscope::ui {
namespace {

double fitOf(double room, double needed, double largest)
{
    return std::clamp(room / std::max(1.0, needed), 1e-4, largest);
}

/// The corner that shows [begin, end] in a room of that size, moved as little as can be.
double revealed(double origin, double room, double begin, double end)
{
    if (end > origin + room)
        origin = end - room;
    return std::min(origin, begin);
}

} // namespace

LoomViewport::LoomViewport(const QRectF& body, const QSizeF& scene)
    : m_body(body)
    , m_scene(scene)
{
    fit();
}

double LoomViewport::scaleX() const
{
    return std::max(m_zoom, fitOf(m_body.width(), m_scene.width(), largestStretchX));
}

double LoomViewport::scaleY() const
{
    return std::max(m_zoom, fitOf(m_body.height(), m_scene.height(), largestStretchY));
}

double LoomViewport::fitZoom() const
{
    return std::min({fitOf(m_body.width(), m_scene.width(), largestStretchX),
                     fitOf(m_body.height(), m_scene.height(), largestStretchY), largestZoom});
}

void LoomViewport::fit()
{
    m_zoom = fitZoom();
    m_origin = {};
    clamp();
}

void LoomViewport::setZoom(double zoom, QPointF fixedPixel)
{
    const QPointF kept = toScene(fixedPixel);
    m_zoom = std::clamp(zoom, fitZoom(), largestZoom);
    m_origin = {kept.x() - (fixedPixel.x() - m_body.left()) / scaleX(),
                kept.y() - (fixedPixel.y() - m_body.top()) / scaleY()};
    clamp();
}

void LoomViewport::panBy(QPointF pixels)
{
    m_origin += QPointF(pixels.x() / scaleX(), pixels.y() / scaleY());
    clamp();
}

void LoomViewport::moveTo(QPointF sceneCorner)
{
    m_origin = sceneCorner;
    clamp();
}

void LoomViewport::ensureVisible(const QRectF& sceneRect)
{
    const QRectF seen = visible();
    const QRectF wanted = sceneRect.adjusted(-24, -24, 24, 24);
    m_origin = {revealed(m_origin.x(), seen.width(), wanted.left(), wanted.right()),
                revealed(m_origin.y(), seen.height(), wanted.top(), wanted.bottom())};
    clamp();
}

void LoomViewport::resize(const QRectF& body, const QSizeF& scene)
{
    const bool fitted = isFit();
    m_body = body;
    m_scene = scene;
    if (fitted)
        fit();
    else
        setZoom(m_zoom, m_body.topLeft());
}

void LoomViewport::clamp()
{
    const QSizeF seen{m_body.width() / scaleX(), m_body.height() / scaleY()};
    m_origin = {std::clamp(m_origin.x(), 0.0, std::max(0.0, m_scene.width() - seen.width())),
                std::clamp(m_origin.y(), 0.0, std::max(0.0, m_scene.height() - seen.height()))};
}

} // namespace planscope::ui
