#pragma once

#include "ui/panels/view.h"

class QHBoxLayout;
class QLabel;
class QPushButton;
class QSplitter;
class QTreeView;

namespace planscope::ui {

class CheckpointTreeModel;
class DetailsBrowser;
class VerdictDelegate;

/// What every transition was held to: checkpoint → check → evidence, beside the checkpoint's contract, record and
/// lineage. A reference file can be loaded; the derivation under its observer is then shown instead, with what it
/// rejected.
class CheckpointsView final : public View {
    Q_OBJECT
public:
    explicit CheckpointsView(const ViewContext& context, QWidget* parent = nullptr);

    QString title() const override;
    QString exportName() const override;
    /// Checkpoint, check, subject, verdict, expected, actual and culprit of every outcome.
    QString copyText() const override;
    QSize exportSize() const override;
    bool isBestFor(EntityKey::Kind kind) const override;
    bool draws(Accounting) const override { return true; }

    /// Reads the file and applies it; says what is wrong with it instead when it cannot be read.
    void loadReference(const QString& path);

protected:
    void refresh() override;
    void showSelection(const EntityKey& key) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    AnyResult shownResult() const;
    QString selectedText() const;
    void chooseReference();
    void showBanner();
    void showCheckpoint();
    void chosen(const QModelIndex& index);
    void showTree();
    void shareColumns();

    QHBoxLayout* m_bar = nullptr; ///< above the contents
    QLabel* m_banner = nullptr;
    QPushButton* m_load = nullptr;
    QPushButton* m_clear = nullptr;
    QLabel* m_empty = nullptr;
    QSplitter* m_split = nullptr;
    QTreeView* m_tree = nullptr;
    DetailsBrowser* m_record = nullptr;
    CheckpointTreeModel* m_model = nullptr;
    VerdictDelegate* m_delegate = nullptr;
    AnyResult m_shown;
    QString m_fileFault;          ///< why the last file could not be read
    QString m_reference;          ///< the title last seen
    bool m_awaitsVerdict = false; ///< a new reference's result has not been shown
    bool m_selecting = false;
};

} // namespace planscope::ui
