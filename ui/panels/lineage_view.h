#pragma once

#include "ui/panels/view.h"

#include <memory>

class QHBoxLayout;
class QLabel;
class QLineEdit;

namespace planscope::ui {

class LineageGraph;
class LineageWidget;

/// From which entity of the IR before each entity came: coverage, cardinality and orphans above, three columns below.
class LineageView final : public View {
    Q_OBJECT
public:
    explicit LineageView(const ViewContext& context, QWidget* parent = nullptr);
    ~LineageView() override;

    QString title() const override;
    QString exportName() const override;
    /// Stage, entity, id, kind, transform and sources of every entity.
    QString copyText() const override;
    QString selectedText() const; ///< of those related to the selection; empty without one
    QSize exportSize() const override;
    bool draws(Accounting) const override { return true; }
    bool isBestFor(EntityKey::Kind kind) const override;

protected:
    void refresh() override;
    void showSelection(const EntityKey& key) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QString textOf(const std::vector<bool>& chosen) const; ///< indexed like the graph's nodes
    void find(const QString& text);
    void findNext(bool forward);

    QHBoxLayout* m_bar = nullptr; ///< above the contents
    QLabel* m_summary = nullptr;
    QLineEdit* m_search = nullptr;
    QLabel* m_count = nullptr;
    QLabel* m_empty = nullptr;
    LineageWidget* m_widget = nullptr;
    std::shared_ptr<const LineageGraph> m_graph;
    AnyResult m_shown; ///< what the graph is of
};

} // namespace planscope::ui
