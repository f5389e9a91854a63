#pragma once

#include "ui/panels/view.h"

namespace planscope::ui {

class Card;
class FigureRow;
class MemoryModel;
class OperationCostModel;
class Page;
class PrimitiveCostModel;
class ResultNotice;
class ResultTable;
class StackedBarChart;
class TimeModel;
class TokenOperationsModel;

/// What the plan costs on the system: headline numbers, time by component with peak-only beside system evidence,
/// memory by component against capacity, cost of each primitive; of a whole model the cost of each operation, and the
/// operations a token by convention. Without times it says why, and shows the rest.
class EstimateView final : public View {
    Q_OBJECT
public:
    explicit EstimateView(const ViewContext& context, QWidget* parent = nullptr);

    QString title() const override;
    QString exportName() const override;
    QString copyText() const override;
    QSize exportSize() const override;
    bool isBestFor(EntityKey::Kind kind) const override;
    bool draws(Accounting) const override { return true; }

    const FigureRow* figures() const { return m_figures; }
    const ResultTable* timeTable() const { return m_timeTable; }
    const ResultTable* memoryTable() const { return m_memoryTable; }
    const ResultTable* primitiveTable() const { return m_primitiveTable; } ///< of equal blocks
    const ResultTable* operationTable() const { return m_operationTable; } ///< of whole models
    const ResultTable* tokenTable() const { return m_tokenTable; }         ///< of whole models

protected:
    void refresh() override;
    void showSelection(const EntityKey& key) override;

private:
    void showTheme();
    bool hasEstimate() const;
    void showParts();
    void describe();
    std::vector<ResultTable*> tables() const;
    EntityKey memoryOf(const EntityKey& key) const;
    EntityKey rowOf(const EntityKey& key) const;

    TimeModel* m_timeModel = nullptr;
    MemoryModel* m_memoryModel = nullptr;
    PrimitiveCostModel* m_primitiveModel = nullptr;
    OperationCostModel* m_operationModel = nullptr;
    TokenOperationsModel* m_tokenModel = nullptr;
    Page* m_page = nullptr;
    ResultNotice* m_notice = nullptr;
    ResultNotice* m_noTime = nullptr;
    ResultNotice* m_overCapacity = nullptr;
    Card* m_headline = nullptr;
    Card* m_timeCard = nullptr;
    Card* m_memoryCard = nullptr;
    Card* m_primitiveCard = nullptr;
    Card* m_operationCard = nullptr;
    Card* m_tokenCard = nullptr;
    FigureRow* m_figures = nullptr;
    StackedBarChart* m_timeChart = nullptr;
    StackedBarChart* m_memoryChart = nullptr;
    ResultTable* m_timeTable = nullptr;
    ResultTable* m_memoryTable = nullptr;
    ResultTable* m_primitiveTable = nullptr;
    ResultTable* m_operationTable = nullptr;
    ResultTable* m_tokenTable = nullptr;
    AnyResult m_shown;
    EntityKey m_revealed; ///< once for each selection, so that an edit scrolls nothing
    std::optional<Theme> m_theme; ///< shown last
};

} // namespace planscope::ui
