#pragma once

#include "ui/panels/compare_part.h"

namespace planscope::ui {

class Card;
class DifferenceModel;
class Page;
class ResultTable;
class StackedBarChart;

/// Memory of both first stages by component, against the capacity.
class CompareMemory final : public ComparePart {
    Q_OBJECT
public:
    explicit CompareMemory(QWidget* parent);

    QString title() const override;
    QString exportName() const override;
    void setShown(const CompareShown& shown, const Theme& theme) override;
    void showSelection(const EntityKey& key) override;
    QString copyText() const override;
    QSize exportSize() const override;
    void stepDifference(bool forward) override;

    const ResultTable& table() const { return *m_table; }
    const StackedBarChart& chart() const { return *m_chart; }

private:
    DifferenceModel* m_model;
    Page* m_page;
    Card* m_card;
    StackedBarChart* m_chart;
    ResultTable* m_table;
    ComparedPairPtr m_pair;
    std::optional<Theme> m_theme; ///< shown last
};

} // namespace planscope::ui
