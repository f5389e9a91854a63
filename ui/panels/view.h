#pragma once

#include "ui/models/selection.h"
#include "ui/models/study_controller.h"
#include "ui/theme/theme.h"

#include <QWidget>

namespace planscope::ui {

/// What every view is given. The objects outlive the view.
struct ViewContext {
    StudyController* study = nullptr;
    Selection* selection = nullptr;
    ThemeHolder* theme = nullptr;
};

/// A view of the current candidate's result: reads the immutable result and the selection, computes nothing, knows no
/// other view. Shows an explained empty state when there is no result, and a mark when the result is stale.
class View : public QWidget {
    Q_OBJECT
public:
    View(const ViewContext& context, QWidget* parent);

    virtual QString title() const = 0;      ///< the tab's text: "Task graph"
    virtual QString exportName() const = 0; ///< the stem of exported files: "task-graph"
    /// Exact tab-separated text of what is selected or, with nothing selected, shown; parses back to the exact values.
    virtual QString copyText() const = 0;
    /// The size at which the view shows everything worth exporting, in device-independent pixels.
    virtual QSize exportSize() const;
    /// Whether entities of this kind are best seen here (Selection::activated).
    virtual bool isBestFor(EntityKey::Kind kind) const;
    /// Brings a view up to date that is not shown, as an export needs it.
    void ensureFresh();

protected:
    const ViewContext& context() const { return m_context; }
    /// The result shown, or null.
    CandidateResultPtr result() const;
    bool isStale() const;
    /// Called when the result shown, its state or the theme changed, and before the first paint; while hidden, only
    /// on the next show.
    virtual void refresh() = 0;
    /// Called on every change of the selection and after each refresh().
    virtual void showSelection(const EntityKey& key) = 0;
    void showEvent(QShowEvent* event) override;

private:
    void invalidate();

    ViewContext m_context;
    bool m_fresh = false;
};

} // namespace planscope::ui
