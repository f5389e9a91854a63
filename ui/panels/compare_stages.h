#pragma once

#include "ui/panels/compare_part.h"

#include <string>
#include <vector>

class QComboBox;

namespace planscope::ui {

class Card;
class DifferenceModel;
class Page;
class ResultTable;
class StackedBarChart;

/// One figure of every pipeline stage of two whole models: A beside B.
class CompareStages final : public ComparePart {
    Q_OBJECT
public:
    explicit CompareStages(QWidget* parent);

    QString title() const override;
    QString exportName() const override;
    void setShown(const CompareShown& shown, const Theme& theme) override;
    void showSelection(const EntityKey& key) override;
    QString copyText() const override;
    QSize exportSize() const override;
    void stepDifference(bool forward) override;

    const ResultTable& table() const { return *m_table; }
    /// As stageFigureKey() names it: "memory.peak". No-op when the stages have no such figure.
    void showFigure(std::string_view figure);

private:
    void offerFigures();
    void showRows();

    DifferenceModel* m_model;
    QComboBox* m_figure;
    Page* m_page;
    Card* m_card;
    StackedBarChart* m_chart;
    ResultTable* m_table;
    CompareShown m_shown;
    std::vector<std::string> m_figures; ///< as the box offers them
    std::optional<Theme> m_theme;       ///< shown last
};

} // namespace planscope::ui
