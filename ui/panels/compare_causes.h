#pragma once

#include "ui/panels/compare_part.h"

class QComboBox;
class QLabel;

namespace planscope::ui {

class Card;
class CauseModel;
class Page;
class ResultTable;
class TurningLayout;
class WaterfallChart;

/// Why B is not A: waterfalls from A's time, memory or operations to B's by cause, by component and by layer. The cause
/// that is chosen is followed to the tasks behind it.
class CompareCauses final : public ComparePart {
    Q_OBJECT
public:
    enum class Quantity { Time, Memory, Operations };

    explicit CompareCauses(StudyComparison& comparison, QWidget* parent);

    QString title() const override;
    QString exportName() const override;
    void setShown(const CompareShown& shown, const Theme& theme) override;
    void showSelection(const EntityKey& key) override;
    QString copyText() const override;
    QSize exportSize() const override;
    void stepDifference(bool forward) override;

    void setQuantity(Quantity quantity);
    Measure measure() const;
    /// Chooses the cause that this field is part of.
    void chooseField(const QString& path);
    const WaterfallChart& byCause() const { return *m_byCause; }
    const WaterfallChart& byComponent() const { return *m_byComponent; }
    const ResultTable& behind() const { return *m_behind; }

private:
    void showTheme(const Theme& theme);
    void showFalls();
    void chooseCause(std::size_t cause);
    void showBehind();

    StudyComparison& m_comparison;
    CompareShown m_shown;
    Theme m_theme;
    std::optional<Theme> m_themed; ///< shown last
    std::size_t m_cause = 0;
    CauseModel* m_model;
    Page* m_page;
    QComboBox* m_quantity;
    Card* m_causeCard;
    Card* m_componentCard;
    Card* m_behindCard;
    Card* m_layerCard;
    std::array<TurningLayout*, 2> m_rows; ///< causes beside components; what is behind beside layers
    WaterfallChart* m_byCause;
    WaterfallChart* m_byComponent;
    WaterfallChart* m_byLayer;
    ResultTable* m_behind;
    QLabel* m_notes;
};

} // namespace planscope::ui
