#pragma once

#include "ui/panels/view.h"

#include "ui/graph/lineage_graph.h"

#include <QString>
#include <QTextCursor>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QToolButton;

namespace planscope::ui {

/// The text of an IR: short, detailed, or the canonical JSON exactly as the digest covers it, wrapped for display only.
/// Searchable; a click on an entity's name selects it. A selection made elsewhere is marked; where the text shown does
/// not name it, the one that does is shown instead.
class IrTextView final : public View {
    Q_OBJECT
public:
    enum class Form { Short, Detailed, Canonical };

    explicit IrTextView(const ViewContext& context, QWidget* parent = nullptr);

    QString title() const override;
    QString exportName() const override;
    /// All of the text; Ctrl+C takes what is selected in it.
    QString copyText() const override;
    QSize exportSize() const override;
    bool draws(Accounting) const override { return true; }

    void show(IrKind kind, Form form);
    using QWidget::show;
    QString text() const;
    int foundCount() const { return m_foundCount; }
    /// Where the text names the selection, in its order; empty when it does not.
    const QList<QTextCursor>& selectedPlaces() const { return m_selectedPlaces; }

protected:
    void refresh() override;
    void showSelection(const EntityKey& key) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showText();
    void showDigest();
    void find();
    void step(bool forward);
    void mark();
    void selectWordAt(QPoint position);
    void follow(const EntityKey& key);
    QList<QTextCursor> placesOf(const EntityKey& key) const;
    bool isNamedAt(const QTextCursor& place, EntityKey::Kind kind) const;

    QHBoxLayout* m_bar = nullptr; ///< above the contents
    QComboBox* m_stage = nullptr;
    QComboBox* m_form = nullptr;
    QLabel* m_digest = nullptr;
    QLineEdit* m_search = nullptr;
    QLabel* m_count = nullptr;
    QToolButton* m_previous = nullptr;
    QToolButton* m_next = nullptr;
    QPlainTextEdit* m_text = nullptr;

    SnapshotPtr m_snapshot; ///< what is shown
    int m_shownForm = -1;
    QString m_digestText; ///< beside the choices: digest, size, whether it is stale
    std::shared_ptr<const DerivedHistory> m_derivation; ///< what the lineage is of
    LineageGraph m_lineage;
    EntityKey m_followed; ///< the selection last looked for
    QList<QTextCursor> m_selectedPlaces;
    int m_foundCount = 0;
};

} // namespace planscope::ui
