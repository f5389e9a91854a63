#pragma once

#include "ui/models/study_comparison.h"
#include "ui/theme/theme.h"

#include <QWidget>

#include <vector>

class QLabel;
class QToolButton;
class QVBoxLayout;

namespace planscope::ui {

class ComparedFigureRow;

/// A field that differs, as a chip.
struct FieldChip {
    std::string path; ///< "mapping.recompute"
    QString text;     ///< "Recompute  full → attention"
    bool isSubject = false; ///< of what is compared, not of a mapping
    friend bool operator==(const FieldChip&, const FieldChip&) = default;
};
/// What is compared first, where that differs, then the mappings' fields.
std::vector<FieldChip> chipsOf(const Comparison& comparison);
/// "52 the same, 5 changed, 3 only in B, 2 only in A": adds up to both totals.
QString countsText(const ChangeCounts& counts);

/// Who is compared, in which fields they differ, the headline numbers, and how many tasks are what.
class CompareHeader final : public QWidget {
    Q_OBJECT
public:
    explicit CompareHeader(QWidget* parent);

    void setPair(const ComparedPairPtr& pair, const Theme& theme);
    const ComparedFigureRow& figures() const { return *m_figures; }
    QString names() const;
    QString counts() const;
    std::vector<QToolButton*> chips() const { return m_chipButtons; }

Q_SIGNALS:
    void swapRequested();
    /// A chip was pressed: that field's share is asked for.
    void fieldChosen(const QString& path);

private:
    class Flow;
    void showChips(const Theme& theme);

    QVBoxLayout* m_column;
    QLabel* m_names;
    QToolButton* m_swap;
    QLabel* m_counts;
    QLabel* m_subject;
    Flow* m_flow;
    ComparedFigureRow* m_figures;
    std::vector<FieldChip> m_chips;
    std::vector<QToolButton*> m_chipButtons;
};

} // namespace planscope::ui
