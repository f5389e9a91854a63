#pragma once

#include "ui/panels/view.h"

class QLabel;
class QStackedLayout;

namespace planscope::ui {

class LoomWidget;

/// The tasks of a candidate's plan as a loom: layers by phases, with the thread of dependencies.
class TaskGraphView final : public View {
    Q_OBJECT
public:
    TaskGraphView(const ViewContext& context, QWidget* parent = nullptr);

    QString title() const override;
    QString exportName() const override;
    QString copyText() const override;
    QSize exportSize() const override;
    bool isBestFor(EntityKey::Kind kind) const override;

protected:
    void refresh() override;
    void showSelection(const EntityKey& key) override;

private:
    QStackedLayout* m_pages;
    QLabel* m_empty;
    LoomWidget* m_loom;
    CandidateResultPtr m_shown;
};

} // namespace planscope::ui
