#pragma once

#include <QAbstractScrollArea> // first: moc cannot read <compare> before Qt's headers

#include "derivation/pass/snapshot.h"
#include "ui/models/entity_key.h"
#include "ui/theme/theme.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace planscope::ui {

class LineageGraph;
class LineageScene;

/// Shows a lineage: selecting lights ancestors and descendants, the rest is dimmed. A click or the arrow keys select
/// (up and down in a column, left to the source, right to what was derived), Enter and a double click open.
class LineageWidget final : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit LineageWidget(QWidget* parent = nullptr);
    ~LineageWidget() override;

    void setTheme(const Theme& theme);
    void setGraph(std::shared_ptr<const LineageGraph> graph);
    const LineageScene& scene() const { return *m_scene; }
    /// The entities that are marked: those which the current key stands for.
    std::vector<EntityKey> currentKeys() const;
    /// The column that is marked: of the current key, when that is a snapshot.
    std::optional<IrKind> currentStage() const;
    /// Lights what is related to the key and scrolls to it, unless it is in sight already.
    void setCurrent(const EntityKey& key);
    /// Marks the entities whose name holds the text; gives how many. Empty: none.
    std::size_t setSearch(const QString& text);
    /// The next entity found, from the current one; null when there is none.
    EntityKey nextFound(bool forward) const;
    /// The size at which nothing is scrolled.
    QSize wholeSize() const;

Q_SIGNALS:
    void selected(const planscope::ui::EntityKey& key);
    void opened(const planscope::ui::EntityKey& key);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void layOut();
    void updateScrollBars();
    void reveal(std::size_t node);
    void moveTo(std::size_t node);
    int headerHeight() const;
    QPointF sceneOrigin() const; ///< where the scene's origin stands in the viewport
    std::optional<std::size_t> nodeUnder(QPointF position) const;

    Theme m_theme;
    std::shared_ptr<const LineageGraph> m_graph;
    std::unique_ptr<const LineageScene> m_scene;
    EntityKey m_current;
    std::optional<std::size_t> m_focus; ///< the one node, of those of the current key, that the keys move from
    std::vector<bool> m_lit;            ///< indexed like the graph's nodes; empty when nothing is selected
    std::vector<bool> m_found;
    QString m_search;
};

} // namespace planscope::ui
