#pragma once

#include "ui/panels/rank_charts.h"
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
class StageTrafficModel;
class StageWorkModel;

/// The work of each logical rank by phase: bars of a chosen fact, and a table whose totals are the plan's. Ranks of
/// equal work stand in one row that says so: of a whole model those of a stage, with all ranks together below.
class RankWorkView final : public View {
    Q_OBJECT
public:
    explicit RankWorkView(const ViewContext& context, QWidget* parent = nullptr);

    QString title() const override;
    QString exportName() const override;
    QString copyText() const override;
    QSize exportSize() const override;
    bool isBestFor(EntityKey::Kind kind) const override;
    bool draws(Accounting) const override { return true; }

    QComboBox* factChoice() const { return m_fact; }
    const StackedBarChart* chart() const { return m_chart; }
    const ResultTable* table() const { return m_table; }                 ///< of equal blocks
    const ResultTable* stageTable() const { return m_stageTable; }       ///< of whole models, as the one below
    const ResultTable* trafficTable() const { return m_trafficTable; }

protected:
    void refresh() override;
    void showSelection(const EntityKey& key) override;

private:
    void showTheme();
    void showChart();
    void showBlock();
    void showWhole();
    bool hasBlockPlan() const;
    QModelIndex rowOfTask(const EntityKey& key) const;
    EntityKey ranksOf(const EntityKey& key) const;
    EntityKey barOf(const EntityKey& ranks) const;
    std::vector<ResultTable*> tables() const;
    RankFact fact() const;

    RankWorkModel* m_model = nullptr;
    StageWorkModel* m_stageModel = nullptr;
    StageTrafficModel* m_trafficModel = nullptr;
    Page* m_page = nullptr;
    ResultNotice* m_notice = nullptr;
    ResultNotice* m_tooLarge = nullptr;
    QWidget* m_choice = nullptr;
    QLabel* m_choiceLabel = nullptr;
    QLabel* m_scope = nullptr;
    QComboBox* m_fact = nullptr;
    Card* m_chartCard = nullptr;
    Card* m_tableCard = nullptr;
    Card* m_stageCard = nullptr;
    Card* m_trafficCard = nullptr;
    StackedBarChart* m_chart = nullptr;
    ResultTable* m_table = nullptr;
    ResultTable* m_stageTable = nullptr;
    ResultTable* m_trafficTable = nullptr;
    AnyResult m_shown;
    std::optional<whole::RankWork> m_work; ///< of the whole model shown
    EntityKey m_revealed; ///< once for each selection, so that an edit scrolls nothing
    std::optional<Theme> m_theme; ///< shown last
};

} // namespace planscope::ui
