#pragma once

#include <QPixmap>
#include <QWidget>

#include "ui/graph/loom_style.h"
#include "ui/graph/loom_viewport.h"

#include <memory>

namespace planscope::ui {

/// The whole loom, small, with a frame around the part that is seen; click or drag to see another part.
class LoomMinimap final : public QWidget {
    Q_OBJECT
public:
    explicit LoomMinimap(QWidget* parent);

    void setScene(std::shared_ptr<const LoomStyle> style);
    void setSeen(const QRectF& sceneRect);

Q_SIGNALS:
    void asked(QPointF scenePoint); ///< to be shown in the middle

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    QPointF toScene(QPointF pixel) const;
    QPixmap picture() const;

    std::shared_ptr<const LoomStyle> m_style;
    QRectF m_seen;
    QPixmap m_picture; ///< of the cells; made anew for a new scene or size
};

} // namespace planscope::ui
