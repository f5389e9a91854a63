#pragma once

#include "ui/models/entity_key.h"
#include "ui/models/study_comparison.h"
#include "ui/theme/theme.h"

#include <QWidget>

namespace planscope::ui {

/// What a part of Compare shows.
struct CompareShown {
    ComparedPairPtr pair; ///< never null
    EstimateMode mode = EstimateMode::SystemEvidence;
};

/// One of the parts of Compare, shown in turn. A part computes nothing and knows no other part.
class ComparePart : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    virtual QString title() const = 0;      ///< of its tab: "Loom"
    virtual QString exportName() const = 0; ///< end of an exported file's name: "loom"
    /// Called while it is in front, whenever something of it is another.
    virtual void setShown(const CompareShown& shown, const Theme& theme) = 0;
    virtual void showSelection(const EntityKey& key) = 0;
    /// Everything shown as exact tab-separated text.
    virtual QString copyText() const = 0;
    virtual QSize exportSize() const { return {1280, 700}; }
    /// Goes to the next or the previous place that differs.
    virtual void stepDifference(bool forward) = 0;

Q_SIGNALS:
    void selected(const planscope::ui::EntityKey& key);
    void activated(const planscope::ui::EntityKey& key);
};

} // namespace planscope::ui
