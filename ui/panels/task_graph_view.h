#pragma once

#include "ui/panels/view.h"

#include <cstdint>
#include <memory>
#include <optional>

class QLabel;
class QStackedLayout;

namespace planscope::ui {

class LoomWidget;
struct LoomInput;

/// The tasks of a candidate's plan as a loom: layers by phases, with the thread of dependencies. Of a whole model, the
/// step of one stage, which follows the selection of a stage.
class TaskGraphView final : public View {
    Q_OBJECT
public:
    TaskGraphView(const ViewContext& context, QWidget* parent = nullptr);

    QString title() const override;
    QString exportName() const override;
    QString copyText() const override;
    QSize exportSize() const override;
    bool draws(Accounting) const override { return true; }
    bool isBestFor(EntityKey::Kind kind) const override;

protected:
    void refresh() override;
    void showSelection(const EntityKey& key) override;

private:
    std::shared_ptr<const LoomInput> loom(const AnyResult& result) const;
    std::int64_t shownStage(const AnyResult& result) const;
    void showStages();
    void showStage(std::int64_t stage);

    QStackedLayout* m_pages;
    QLabel* m_empty;
    LoomWidget* m_loom;
    AnyResult m_shown;
    std::optional<std::int64_t> m_stage; ///< whose step is shown; the one that ends last when none was chosen
};

} // namespace planscope::ui
