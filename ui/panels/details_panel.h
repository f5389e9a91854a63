#pragma once

#include "ui/panels/view.h"

#include "ui/graph/lineage_graph.h"

namespace planscope::ui {

class DetailsBrowser;

/// The selected entity of the current result: facts exact and humanised, formulas with values and symbols, lineage up
/// and down, resources, capability, buffers, dependencies, digests, evidence. Links select.
class DetailsPanel final : public View {
    Q_OBJECT
public:
    explicit DetailsPanel(const ViewContext& context, QWidget* parent = nullptr);

    QString title() const override;
    QString exportName() const override;
    QString copyText() const override;
    QSize exportSize() const override;
    bool draws(Accounting) const override { return true; }

protected:
    void refresh() override;
    void showSelection(const EntityKey& key) override;

private:
    DetailsBrowser* m_browser = nullptr;
    AnyResult m_shown; ///< with the derivation that the lineage is of; none without one
    LineageGraph m_lineage;
};

} // namespace planscope::ui
