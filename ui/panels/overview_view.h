#pragma once

#include "ui/panels/view.h"

class QLabel;

namespace planscope::ui {

class Card;
class DerivationStrip;
class Page;
class ResultNotice;
class StackedBarChart;

/// The derivation of the current candidate as a strip with the red boundary, and where its time and memory go.
class OverviewView final : public View {
    Q_OBJECT
public:
    explicit OverviewView(const ViewContext& context, QWidget* parent = nullptr);

    QString title() const override;
    QString exportName() const override;
    QString copyText() const override;
    QSize exportSize() const override;
    bool isBestFor(EntityKey::Kind kind) const override;
    bool draws(Accounting) const override { return true; }

    const DerivationStrip* strip() const { return m_strip; }

protected:
    void refresh() override;
    void showSelection(const EntityKey& key) override;

private:
    void showTheme();
    /// The result shown before the newest edit of the same candidate, or none.
    AnyResult takeBefore(const AnyResult& now);

    Page* m_page = nullptr;
    QLabel* m_heading = nullptr;
    QLabel* m_counter = nullptr;
    ResultNotice* m_notice = nullptr;
    DerivationStrip* m_strip = nullptr;
    Card* m_timeCard = nullptr;
    Card* m_memoryCard = nullptr;
    StackedBarChart* m_time = nullptr;
    StackedBarChart* m_memory = nullptr;
    AnyResult m_shown;
    AnyResult m_before;
    std::size_t m_candidate = 0;  ///< whose result is shown
    std::optional<Theme> m_theme; ///< shown last
};

} // namespace planscope::ui
