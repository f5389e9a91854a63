#include "ui/panels/task_graph_view.h"

#include "ui/graph/loom_of_plan.h"
#include "ui/graph/loom_widget.h"
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
    addCopyActions(&m_loom->canvas(), {[this] { return m_loom->selectedText(); }, [this] { return m_loom->allText(); }});
    connect(m_loom, &LoomWidget::selected, context().selection, &Selection::select);
    connect(m_loom, &LoomWidget::activated, context().selection, &Selection::activate);
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
    return kind == EntityKey::Kind::Task;
}

void TaskGraphView::refresh()
{
    const CandidateResultPtr now = result();
    const bool hasPlan = now && now->derivation && now->derivation->complete();
    const Theme& theme = context().theme->theme();
    if (hasPlan && now != m_shown)
        m_loom->setLoom(std::make_shared<const LoomInput>(loomOf(*now)), theme, isStale());
    else if (hasPlan)
        m_loom->setLoom(m_loom->input(), theme, isStale());
    else
        m_loom->setLoom(nullptr, theme, false);
    m_shown = hasPlan ? now : nullptr;
    m_empty->setText(
        now ? tr("The tasks of the plan would be here. A transition was rejected, so there is no plan: "
                 "see Checkpoints for what rejected it.")
            : tr("The tasks of the plan would be here. Mend what Problems lists, and the plan is derived."));
    m_pages->setCurrentWidget(hasPlan ? static_cast<QWidget*>(m_loom) : m_empty);
}

void TaskGraphView::showSelection(const EntityKey& key)
{
    m_loom->setSelected(key);
}

} // namespace planscope::ui
