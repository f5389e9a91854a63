#pragma once

#include "ui/panels/result_charts.h"
#include "ui/panels/view.h"

class QComboBox;
class QLabel;

namespace planscope::ui {

class Card;
class Page;
class RankWorkModel;
class ResultNotice;
class ResultTable;
class StackedBarChart;

/// The work of each logical rank by phase: bars of a chosen fact, and a table whose totals are the plan's. Ranks of
/// equal work stand in one row that says so.
class RankWorkView final : public View {
    Q_OBJECT
public:
    explicit RankWorkView(const ViewContext& context, QWidget* parent = nullptr);

    QString title() const override;
    QString exportName() const override;
    QString copyText() const override;
    QSize exportSize() const override;
    bool isBestFor(EntityKey::Kind kind) const override;

    QComboBox* factChoice() const { return m_fact; }
    const StackedBarChart* chart() const { return m_chart; }
    const ResultTable* table() const { return m_table; }

protected:
    void refresh() override;
    void showSelection(const EntityKey& key) override;

private:
    void showTheme();
    void showChart();
    QModelIndex rowOfTask(const EntityKey& key) const;
    RankFact fact() const;

    RankWorkModel* m_model = nullptr;
    Page* m_page = nullptr;
    ResultNotice* m_notice = nullptr;
    QWidget* m_choice = nullptr;
    QLabel* m_choiceLabel = nullptr;
    QLabel* m_scope = nullptr;
    QComboBox* m_fact = nullptr;
    Card* m_chartCard = nullptr;
    Card* m_tableCard = nullptr;
    StackedBarChart* m_chart = nullptr;
    ResultTable* m_table = nullptr;
    CandidateResultPtr m_shown;
    EntityKey m_revealed; ///< once for each selection, so that an edit scrolls nothing
    std::optional<Theme> m_theme; ///< shown last
};

} // namespace planscope::ui
