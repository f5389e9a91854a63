#include "ui/panels/task_graph_view.h"

#include "ui/graph/loom_of_plan.h"
#include "ui/graph/loom_of_whole_plan.h"
#include "ui/graph/loom_widget.h"
#include "ui/models/stage_key.h"
#include "ui/panels/copy_actions.h"

#include <QLabel>
#include <QStackedLayout>

namespace planscope::ui {
TaskGraphView::TaskGraphView(const ViewContext& viewContext, QWidget* parent)
    : View(viewContext, parent)
    , m_pages(new QStackedLayout(this))
    , m_empty(new QLabel(this))
    , m_loom(new LoomWidget(this))
{
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(24);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_loom);
    addActions(m_loom->actions());
    setFocusProxy(m_loom);
    addCopyActions(&m_loom->canvas(),
                   {[this] { return m_loom->selectedText(); }, [this] { return m_loom->allText(); }});
    connect(m_loom, &LoomWidget::selected, context().selection, &Selection::select);
    connect(m_loom, &LoomWidget::activated, context().selection, &Selection::activate);
    connect(m_loom, &LoomWidget::variantChosen, this, &TaskGraphView::showStage);
}

QString TaskGraphView::title() const
{
    return tr("Task graph");
}

QString TaskGraphView::exportName() const
{
    return QStringLiteral("task-graph");
}

QString TaskGraphView::copyText() const
{
    return m_loom->allText();
}

QSize TaskGraphView::exportSize() const
{
    return m_loom->fullSize();
}

bool TaskGraphView::isBestFor(EntityKey::Kind kind) const
{
    return kind == EntityKey::Kind::Task || kind == EntityKey::Kind::Edge;
}

void TaskGraphView::refresh()
{
    const AnyResult now = anyResult();
    const DerivedHistory* const derived = now.history();
    const bool hasPlan = derived && derived->complete();
    const Theme& theme = context().theme->theme();
    if (hasPlan && now != m_shown)
        m_loom->setLoom(loom(now), theme, isStale());
    else if (hasPlan)
        m_loom->setLoom(m_loom->input(), theme, isStale());
    else
        m_loom->setLoom(nullptr, theme, false);
    m_shown = hasPlan ? now : AnyResult{};
    showStages();
    m_empty->setText(
        now ? tr("The tasks of the plan would be here. A transition was rejected, so there is no plan: "
                 "see Checkpoints for what rejected it.")
            : tr("The tasks of the plan would be here. Mend what Problems lists, and the plan is derived."));
    m_pages->setCurrentWidget(hasPlan ? static_cast<QWidget*>(m_loom) : m_empty);
}

std::shared_ptr<const LoomInput> TaskGraphView::loom(const AnyResult& result) const
{
    if (result.block())
        return std::make_shared<const LoomInput>(loomOf(*result.block()));
    return std::make_shared<const LoomInput>(loomOf(*result.whole(), shownStage(result)));
}

/// The one that was chosen, while the plan has it.
std::int64_t TaskGraphView::shownStage(const AnyResult& result) const
{
    const auto stages = static_cast<std::int64_t>(result.whole()->derivation->plan().stages.size());
    return m_stage && *m_stage < stages ? *m_stage : lastStageOf(*result.whole());
}

void TaskGraphView::showStages()
{
    QStringList names;
    if (m_shown.whole())
        for (std::size_t stage = 0; stage < m_shown.whole()->derivation->plan().stages.size(); ++stage)
            names << tr("step of stage %1").arg(stage);
    m_loom->setVariants(names, names.isEmpty() ? 0 : static_cast<int>(shownStage(m_shown)));
}

void TaskGraphView::showStage(std::int64_t stage)
{
    if (!m_shown.whole() || stage == shownStage(m_shown)
        || stage >= static_cast<std::int64_t>(m_shown.whole()->derivation->plan().stages.size()))
        return;
    m_stage = stage;
    m_loom->setLoom(loom(m_shown), context().theme->theme(), isStale());
    showStages();
}

void TaskGraphView::showSelection(const EntityKey& key)
{
    if (const std::optional<int> stage = stageOf(key))
        showStage(*stage);
    m_loom->setSelected(key);
}

} // namespace planscope::ui
