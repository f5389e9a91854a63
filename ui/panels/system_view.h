#pragma once

#include "ui/panels/view.h"

namespace planscope::ui {

class Card;
class EfficiencyCurveChart;
class FigureRow;
class Page;
class ResultNotice;

/// The system profile the study is evaluated on: peaks, efficiency curves of the engines and of the memory, network
/// tiers; of a whole model also what the software framework holds. All of it stands right of the red boundary: another
/// profile moves no digest.
class SystemView final : public View {
    Q_OBJECT
public:
    explicit SystemView(const ViewContext& context, QWidget* parent = nullptr);

    QString title() const override;
    QString exportName() const override;
    /// Peaks, capacity, network tiers and the steps of every efficiency curve.
    QString copyText() const override;
    QSize exportSize() const override;
    bool draws(Accounting) const override { return true; }

    const FigureRow* peaks() const { return m_peaks; }
    const FigureRow* networks() const { return m_networks; }
    const FigureRow* framework() const { return m_framework; } ///< of whole models

protected:
    void refresh() override;
    void showSelection(const EntityKey& key) override;

private:
    void showSystem(const SystemProfile& system);

    Page* m_page = nullptr;
    ResultNotice* m_notice = nullptr;
    Card* m_peakCard = nullptr;
    Card* m_curveCard = nullptr;
    Card* m_networkCard = nullptr;
    Card* m_frameworkCard = nullptr;
    FigureRow* m_peaks = nullptr;
    FigureRow* m_networks = nullptr;
    FigureRow* m_framework = nullptr;
    EfficiencyCurveChart* m_engineCurves = nullptr;
    EfficiencyCurveChart* m_memoryCurve = nullptr;
    std::shared_ptr<const SystemProfile> m_shown;
    std::shared_ptr<const FrameworkProfile> m_shownFramework; ///< null: of equal blocks, that have none
    std::optional<Theme> m_theme; ///< shown last
};

} // namespace planscope::ui
