#pragma once

#include "ui/panels/compare_part.h"

namespace planscope::ui {

class LoomCompareWidget;

/// Both task graphs in one, or side by side.
class CompareLoom final : public ComparePart {
    Q_OBJECT
public:
    explicit CompareLoom(QWidget* parent);

    QString title() const override;
    QString exportName() const override;
    void setShown(const CompareShown& shown, const Theme& theme) override;
    void showSelection(const EntityKey& key) override;
    QString copyText() const override;
    QSize exportSize() const override;
    void stepDifference(bool forward) override;

    LoomCompareWidget& loom() { return *m_loom; }

private:
    LoomCompareWidget* m_loom;
    CompareShown m_shown;
    std::optional<Theme> m_theme; ///< shown last
};

} // namespace planscope::ui
