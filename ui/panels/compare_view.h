#pragma once

#include "ui/panels/compare_notices.h"
#include "ui/panels/view.h"

#include <QTimer>

#include <array>
#include <vector>

class QAction;
class QComboBox;
class QLabel;
class QPushButton;
class QStackedLayout;
class QTabWidget;

namespace planscope::ui {

class CompareCauses;
class CompareHeader;
class CompareLoom;
class CompareMemory;
class CompareStages;
class ComparePart;
class CompareTable;
class CompareText;

/// The study's pinned candidates, A against B: fields that differ, headline numbers, and what differs in causes, tasks,
/// facts, memory and text. Follows every edit of A or B; the last comparison stays until the next is made.
class CompareView final : public View {
    Q_OBJECT
public:
    explicit CompareView(const ViewContext& context, QWidget* parent = nullptr);

    QString title() const override;
    QString exportName() const override;
    bool draws(Accounting) const override { return true; }
    QString copyText() const override;
    QSize exportSize() const override;
    QStringList exportParts() const override;
    void showExportPart(int part) override;
    void finish() override;

    StudyComparison& comparison() { return *m_comparison; }
    CompareHeader& header() { return *m_header; }
    CompareCauses& causes() { return *m_causes; }
    CompareLoom& loom() { return *m_loom; }
    CompareTable& table() { return *m_table; }
    CompareMemory& memory() { return *m_memory; }
    CompareStages& stages() { return *m_stages; }
    CompareText& text() { return *m_text; }
    void showPart(ComparePart& part);
    void setMode(EstimateMode mode);
    std::vector<ComparePart*> parts() const;
    /// Something is being made off the GUI thread.
    bool isUnderWay() const;
    /// Nothing stands in place of the comparison.
    bool isComparing() const { return !m_blank; }
    QString blankText() const;

protected:
    void refresh() override;
    void showSelection(const EntityKey& key) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    ComparePart* front() const;
    /// Parts that have something to say of the accounting.
    void offerParts(Accounting accounting);
    void makeActions();
    void makeBlank();
    void showTheme();
    void showNotices();
    void refreshFront();
    void remedy();
    void swapSides();

    StudyComparison* m_comparison;
    QStackedLayout* m_pages;
    QWidget* m_blankPage;
    QLabel* m_blankTitle;
    QLabel* m_blankText;
    QPushButton* m_blankAction;
    QWidget* m_content;
    CompareHeader* m_header;
    ResultNotice* m_notice;
    QTabWidget* m_tabs;
    QComboBox* m_mode;
    std::vector<QAction*> m_partActions; ///< indexed as the tabs
    CompareCauses* m_causes;
    CompareLoom* m_loom;
    CompareTable* m_table;
    CompareMemory* m_memory;
    CompareStages* m_stages;
    CompareText* m_text;
    std::optional<CompareBlank> m_blank;
    ComparedPairPtr m_headed;     ///< what the header shows
    std::optional<Theme> m_theme; ///< shown last
};

} // namespace planscope::ui
