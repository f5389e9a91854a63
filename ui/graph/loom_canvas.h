#pragma once

#include <QPointF>
#include <QWidget>

#include "ui/graph/loom_frame.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace planscope::ui {

class LoomMinimap;

/// Shows a loom and lets one move about in it: drag, wheel and shifted arrows pan, Ctrl+wheel and + − zoom, 0 fits;
/// arrows walk to the next cell, full stop and comma along the threads, Enter opens, S goes through what a cell keeps.
class LoomCanvas final : public QWidget {
    Q_OBJECT
public:
    explicit LoomCanvas(QWidget* parent = nullptr);

    /// A null style empties the canvas. The part seen stays, unless everything was seen.
    void setStyle(std::shared_ptr<const LoomStyle> style);
    using QWidget::setStyle;
    const LoomStyle* loomStyle() const { return m_style.get(); }
    const LoomViewport& viewport() const { return m_viewport; }
    const LoomMarks& marks() const { return m_marks; }

    void setSelected(LoomCellIndex cell, bool reveal);
    /// Marks all of them, the first as the one that keys move from.
    void setSelected(const std::vector<LoomCellIndex>& cells, bool reveal);
    /// Marks threads by which the tensor of that name is kept, beside the cells.
    void setSelectedThreads(std::vector<std::uint32_t> threads, const QString& name);
    void setFound(std::vector<LoomCellIndex> found);
    void setStale(bool stale);
    void fit();
    void zoomBy(double factor);
    void setZoom(double zoom);
    /// Shows the part of the scene whose middle is there.
    void centerOn(QPointF scenePoint);
    /// Shows the same part at the same zoom as a canvas whose scene is as large; tells nobody.
    void follow(const LoomCanvas& other);

Q_SIGNALS:
    void cellSelected(planscope::ui::LoomCellIndex cell);
    void cellActivated(planscope::ui::LoomCellIndex cell);
    void groupToggled(std::uint32_t group);
    /// A tensor that is kept was clicked or asked for: an index into the input's.
    void savedSelected(std::uint32_t saved);
    void viewportChanged();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    LoomCellIndex cellUnder(QPointF pixel) const;
    void seen();
    void placeMinimap();
    std::optional<std::uint32_t> threadUnder(QPointF pixel) const;
    void hoverAt(QPointF pixel);
    void hover(LoomCellIndex cell, std::optional<std::uint32_t> thread);
    void chooseSaved(const std::vector<std::uint32_t>& candidates);
    void walkSaved();
    void choose(LoomCellIndex cell);
    bool walkByKey(int key);
    bool panByKey(int key);
    bool zoomByKey(int key);
    void showToolTip(QPoint at, QPoint globalAt);
    void describe(const QString& words); ///< to who cannot see it

    std::shared_ptr<const LoomStyle> m_style;
    LoomViewport m_viewport;
    LoomMarks m_marks;
    LoomMinimap* m_minimap;
    std::uint32_t m_saved = 0; ///< that was chosen last
    QPointF m_pressed;
    bool m_dragging = false;
};

} // namespace planscope::ui
