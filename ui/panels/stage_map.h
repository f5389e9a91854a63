#pragma once

#include "ui/panels/stage_map_geometry.h"
#include "ui/panels/stage_map_painter.h"

#include <QAbstractScrollArea>

#include <functional>
#include <map>
#include <optional>

namespace planscope::ui {

/// The stages of a whole model below each other: blocks, memory against the capacity and step of each on one row. Scrolls
/// below a head that stays. A click selects a stage, one of its chunks or a part of a bar; arrow keys walk the same; a
/// block is dragged from one chunk to another.
class StageMap final : public QAbstractScrollArea {
    Q_OBJECT
public:
    /// Why a block cannot go from a chunk to another; empty when it can.
    using Judge = std::function<QString(int from, int to)>;

    StageMap(Judge judge, QWidget* parent);

    void setContent(StageMapContent content, const Theme& theme);
    void showSelection(const EntityKey& key);
    const StageMapContent& content() const { return m_content; }
    const StageMapGeometry& geometryOfMap() const { return m_geometry; }
    /// The height at which no row is out of sight.
    int fullHeight(int width) const;
    /// The stage that is selected, and the chunk of it, in model order, that blocks are moved from.
    std::optional<int> stage() const { return m_stage; }
    std::optional<int> chunk() const;
    /// Where a place of the rows is on the viewport now.
    QPointF onViewport(const QPointF& inRows) const;

Q_SIGNALS:
    void selected(const planscope::ui::EntityKey& key);
    void activated(const planscope::ui::EntityKey& key);
    void chunkChosen();                    ///< stage() or chunk() is another
    void blockDropped(int from, int to);   ///< `to` may be noChunk; whether it may is for the receiver to judge

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    QSize minimumSizeHint() const override;
    QSize sizeHint() const override;

private:
    const StageRow& row(int stage) const;
    QPointF inRows(const QPointF& onViewport) const;
    StageMapPlace placeAt(const QPointF& onViewport) const;
    int chunkAt(const StageMapPlace& place) const;
    EntityKey keyOf(const StageMapPlace& place) const;
    StageMapPlace placeOf(const EntityKey& key) const;
    void layOut();
    void choose(const StageMapPlace& place);
    void step(int stages, int places);
    std::vector<StageMapPlace> placesOf(int stage) const;
    void reveal(int stage);
    void drag(const QPointF& onViewport);
    void endDrag();
    QString toolTipAt(const StageMapPlace& place) const;

    Judge m_judge;
    StageMapContent m_content;
    StageMapGeometry m_geometry;
    Theme m_theme;
    mutable std::map<int, StageRow> m_rows; ///< those that were asked for
    EntityKey m_selected;
    StageMapPlace m_cursor; ///< what the keys stand on
    std::optional<int> m_stage;
    int m_part = 0; ///< the chosen chunk of the stage
    std::optional<QPointF> m_pressed; ///< on a chunk, where a drag may begin
    std::optional<BlockDrag> m_drag;
};

} // namespace planscope::ui
