#pragma once

#include "report/ir_difference.h"
#include "ui/models/latest_work.h"
#include "ui/models/text_difference.h"
#include "ui/panels/compare_part.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace planscope::ui {

class TextDifferenceEdit;

/// The canonical texts of an IR of A and of B, line by line. Made off the GUI thread.
class CompareText final : public ComparePart {
    Q_OBJECT
public:
    explicit CompareText(QWidget* parent);

    QString title() const override;
    QString exportName() const override;
    void setShown(const CompareShown& shown, const Theme& theme) override;
    void showSelection(const EntityKey& key) override;
    /// The difference as a unified diff, or what of it is selected.
    QString copyText() const override;
    QSize exportSize() const override;
    void stepDifference(bool forward) override;

    void show(IrKind kind, IrTextForm form);
    using QWidget::show;
    void wait(); ///< until the texts as they stand are compared
    TextDifferenceEdit& text() { return *m_text; }

private:
    struct Made {
        ComparedPairPtr pair;
        IrKind kind = IrKind::PortablePlan;
        IrTextForm form = IrTextForm::Named;
        TextDifference difference;
    };
    IrKind kind() const;
    IrTextForm form() const;
    void request();
    void collect();

    ComparedPairPtr m_pair;
    std::optional<Theme> m_theme; ///< shown last
    QComboBox* m_kind;
    QComboBox* m_form;
    QLabel* m_state;
    QToolButton* m_unfold;
    TextDifferenceEdit* m_text;
    std::shared_ptr<const Made> m_made;
    LatestWork<Made> m_work; ///< last: its work ends before the rest goes
};

} // namespace planscope::ui
