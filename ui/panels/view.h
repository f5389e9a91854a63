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

class ViewCover;

/// A view of the current candidate's result: reads the immutable result and the selection, computes nothing, knows no
/// other view. Shows an explained empty state when there is no result, and a mark when the result is stale. Studies of an
/// accounting that it does not draw are covered by a page that says so; it then has no result.
class View : public QWidget {
    Q_OBJECT
public:
    View(const ViewContext& context, QWidget* parent);

    virtual QString title() const = 0;      ///< the tab's text: "Task graph"
    virtual QString exportName() const = 0; ///< the stem of exported files: "task-graph"
    /// Everything shown as exact tab-separated text that parses back to the exact values: each table below its heading
    /// line, tables apart by an empty line. What is selected is copied from the widget that has the focus.
    virtual QString copyText() const = 0;
    /// The size at which the view shows everything worth exporting, in device-independent pixels.
    virtual QSize exportSize() const;
    /// What is exported apart: the stems of the files, in order. A view shows one part at a time.
    virtual QStringList exportParts() const { return {exportName()}; }
    /// Brings that part in front.
    virtual void showExportPart(int) {}
    /// Waits for what the view has under way off the GUI thread, so that it shows the study as it stands.
    virtual void finish() {}
    /// Whether studies of the accounting are drawn. Equal blocks alone, unless a view knows more.
    virtual bool draws(Accounting accounting) const;
    /// Whether the study that is open is drawn, and not covered.
    bool isDrawn() const { return draws(accounting()); }
    /// Whether entities of this kind are best seen here (Selection::activated).
    virtual bool isBestFor(EntityKey::Kind kind) const;
    /// Brings a view up to date that is not shown, as an export needs it.
    void ensureFresh();

protected:
    const ViewContext& context() const { return m_context; }
    /// Of the study that is open.
    Accounting accounting() const;
    /// The result shown, of either accounting; none when there is none, or the view does not draw it.
    AnyResult anyResult() const;
    CandidateResultPtr result() const { return anyResult().block(); }              ///< of equal blocks, or null
    whole::CandidateResultPtr wholeResult() const { return anyResult().whole(); }  ///< of a whole model, or null
    bool isStale() const;
    /// Called when the result shown, its state or the theme changed, and before the first paint; while hidden, only
    /// on the next show.
    virtual void refresh() = 0;
    /// Called on every change of the selection and after each refresh().
    virtual void showSelection(const EntityKey& key) = 0;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    /// Ctrl+C that nothing in the view took copies the view.
    void keyPressEvent(QKeyEvent* event) override;
    /// What is shown is another: refreshes now, or when it is shown.
    void invalidate();

private:
    void showCover();

    ViewContext m_context;
    ViewCover* m_cover = nullptr; ///< made when it is first needed
    bool m_fresh = false;
};

} // namespace planscope::ui
