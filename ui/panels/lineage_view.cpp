#include "ui/panels/lineage_view.h"

#include "ui/graph/lineage_scene.h"
#include "ui/graph/lineage_widget.h"
#include "ui/models/table_text.h"
#include "ui/panels/copy_actions.h"
#include "ui/panels/detail_rows.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace planscope::ui {
namespace {

/// "1:66, 2 × 1:1": how many outputs a source has.
QString cardinalityText(const LineageTransition& transition)
{
    QStringList kinds;
    for (const auto& [outputs, sources] : transition.fanOut)
        kinds.prepend(sources == 1 ? QStringLiteral("1:%1").arg(outputs)
                                   : QStringLiteral("%1 × 1:%2").arg(sources).arg(outputs));
    return kinds.isEmpty() ? QStringLiteral("–") : kinds.join(QStringLiteral(", "));
}

} // namespace

LineageView::LineageView(const ViewContext& context, QWidget* parent)
    : View(context, parent)
    , m_bar(new QHBoxLayout)
    , m_summary(new QLabel(this))
    , m_search(new QLineEdit(this))
    , m_count(new QLabel(this))
    , m_empty(new QLabel(this))
    , m_widget(new LineageWidget(this))
    , m_graph(std::make_shared<const LineageGraph>())
{
    m_summary->setTextFormat(Qt::RichText);
    m_summary->setWordWrap(true);
    m_summary->setAccessibleName(tr("Coverage, cardinality and orphans"));
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_search->setPlaceholderText(tr("Find an entity"));
    m_search->setAccessibleName(tr("Find an entity"));
    m_search->setClearButtonEnabled(true);
    m_search->installEventFilter(this);
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);

    m_bar->addWidget(m_summary, 1);
    m_bar->addWidget(m_count);
    m_bar->addWidget(m_search);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(m_bar);
    column->addWidget(m_empty, 1);
    column->addWidget(m_widget, 1);

    connect(m_search, &QLineEdit::textChanged, this, &LineageView::find);
    connect(m_widget, &LineageWidget::selected, context.selection, &Selection::select);
    connect(m_widget, &LineageWidget::opened, context.selection, &Selection::activate);
    addCopyActions(m_widget, {[this] { return selectedText(); }, [this] { return copyText(); }});
    setFocusProxy(m_widget);
}

LineageView::~LineageView() = default;

QString LineageView::title() const
{
    return tr("Lineage");
}

QString LineageView::exportName() const
{
    return QStringLiteral("lineage");
}

QSize LineageView::exportSize() const
{
    return {1280, std::max(400, m_widget->wholeSize().height() + m_bar->sizeHint().height())};
}

bool LineageView::isBestFor(EntityKey::Kind kind) const
{
    return kind == EntityKey::Kind::Operation || kind == EntityKey::Kind::Value;
}

QString LineageView::copyText() const
{
    return textOf(std::vector<bool>(m_graph->nodes().size(), true));
}

QString LineageView::selectedText() const
{
    const std::vector<std::size_t> selected = m_graph->find(context().selection->current());
    return selected.empty() ? QString{} : textOf(m_graph->related(selected));
}

QString LineageView::textOf(const std::vector<bool>& chosen) const
{
    QList<QStringList> lines{{QStringLiteral("ir"), QStringLiteral("entity"), QStringLiteral("id"),
                              QStringLiteral("kind"), QStringLiteral("transform"), QStringLiteral("sources")}};
    for (std::size_t k = 0; k < m_graph->nodes().size(); ++k) {
        if (!chosen[k])
            continue;
        const LineageNode& node = m_graph->nodes()[k];
        QStringList sources;
        for (const std::size_t source : node.sources)
            sources << m_graph->nodes()[source].id;
        if (sources.empty())
            sources << node.statedBy;
        lines << QStringList{plainText(nameOf(node.stage)), node.key.name, node.id, plainText(nameOf(node.kind)),
                             node.transform, sources.join(QLatin1Char(' '))};
    }
    return lines.size() > 1 ? tsvOf(lines) : QString{};
}

void LineageView::refresh()
{
    const Theme& theme = context().theme->theme();
    m_bar->setContentsMargins(theme.space(4), theme.space(2), theme.space(4), theme.space(2));
    m_bar->setSpacing(theme.space(2));
    const AnyResult shown = anyResult();
    const DerivedHistory* const derivation = shown.history();
    m_widget->setTheme(theme);
    m_summary->setFont(theme.label());
    m_count->setFont(theme.label());
    m_search->setFont(theme.body());
    m_search->setFixedWidth(theme.space(45));
    m_empty->setFont(theme.body());
    m_empty->setVisible(!derivation);
    m_widget->setVisible(derivation != nullptr);
    m_search->setEnabled(derivation != nullptr);
    m_empty->setText(tr("No lineage: this candidate has no derivation yet.\nMend the fields that Problems names; "
                        "where every entity came from then shows here."));
    if (derivation != m_shown.history()) {
        m_graph = derivation ? std::make_shared<const LineageGraph>(*derivation)
                             : std::make_shared<const LineageGraph>();
        m_widget->setGraph(m_graph);
        find(m_search->text());
    }
    m_shown = shown;
    QString text;
    const auto colored = [&theme](Role role, const QString& words) {
        return QStringLiteral("<span style='color:%1'>%2</span>").arg(theme.color(role).name(), words.toHtmlEscaped());
    };
    for (const LineageTransition& transition : m_graph->transitions()) {
        text += QStringLiteral("<div><b>%1 → %2</b>&nbsp;&nbsp; ")
                    .arg(irName(transition.from), irName(transition.to));
        text += colored(Role::Muted, tr("coverage"))
            + tr(" %1 of %2").arg(transition.sourcesCovered).arg(transition.sourcesTotal);
        if (transition.sourcesEnded > 0)
            text += colored(Role::Muted, tr(" (%1 leave nothing to do or to keep)").arg(transition.sourcesEnded));
        text += colored(Role::Muted, tr(" · cardinality ")) + cardinalityText(transition)
            + colored(Role::Muted, tr(" · orphans "));
        text += colored(transition.orphans() == 0 ? Role::Ok : Role::Error,
                        QStringLiteral("%1 %2")
                            .arg(transition.orphans() == 0 ? QStringLiteral("✓") : QStringLiteral("✖"))
                            .arg(transition.orphans()));
        text += QStringLiteral("</div>");
    }
    if (isStale())
        text += colored(Role::Warn, tr("▲ Stale: of the last lawful document."));
    m_summary->setText(text);
}

void LineageView::showSelection(const EntityKey& key)
{
    m_widget->setCurrent(key);
}

void LineageView::find(const QString& text)
{
    const std::size_t count = m_widget->setSearch(text);
    m_count->setText(text.isEmpty() ? QString{} : tr("%n found", nullptr, static_cast<int>(count)));
}

void LineageView::findNext(bool forward)
{
    if (const EntityKey key = m_widget->nextFound(forward); !key.isNull())
        context().selection->select(key);
}

void LineageView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Find)) {
        m_search->setFocus();
        m_search->selectAll();
    } else {
        View::keyPressEvent(event);
    }
}

/// Enter goes to the next entity found, Shift+Enter back, Esc to the drawing.
bool LineageView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_search && event->type() == QEvent::KeyPress) {
        const auto* const key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            findNext(!key->modifiers().testFlag(Qt::ShiftModifier));
            return true;
        }
        if (key->key() == Qt::Key_Escape) {
            m_widget->setFocus();
            return true;
        }
    }
    return View::eventFilter(watched, event);
}

} // namespace planscope::ui
