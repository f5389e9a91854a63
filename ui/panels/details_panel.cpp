#include "ui/panels/details_panel.h"

#include "ui/panels/details_browser.h"

#include <QTextDocument>
#include <QVBoxLayout>

#include <memory>

namespace planscope::ui {

DetailsPanel::DetailsPanel(const ViewContext& context, QWidget* parent)
    : View(context, parent)
    , m_browser(new DetailsBrowser(this))
{
    m_browser->setAccessibleName(tr("Details of the selected entity"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_browser);
    connect(m_browser, &DetailsBrowser::linkChosen, this,
            [this](const EntityKey& key) { this->context().selection->select(key); });
    setFocusProxy(m_browser);
}

QString DetailsPanel::title() const
{
    return tr("Details");
}

QString DetailsPanel::exportName() const
{
    return QStringLiteral("details");
}

QSize DetailsPanel::exportSize() const
{
    constexpr int width = 360;
    const std::unique_ptr<QTextDocument> page{m_browser->document()->clone()};
    page->setTextWidth(width);
    return {width, static_cast<int>(page->size().height()) + 1};
}

QString DetailsPanel::copyText() const
{
    const EntityDetails& details = m_browser->details();
    return details.sections.empty() ? QString{} : details.toTsv();
}

void DetailsPanel::refresh()
{
    m_browser->setTheme(context().theme->theme());
    const DerivedHistory* const derivation = anyResult().history();
    if (derivation != nullptr && derivation == m_shown.history())
        return;
    m_shown = derivation != nullptr ? anyResult() : AnyResult{};
    m_lineage = derivation != nullptr ? LineageGraph{*derivation} : LineageGraph{};
}

void DetailsPanel::showSelection(const EntityKey& key)
{
    if (!m_shown) {
        m_browser->showNote(
            tr("Nothing derived"),
            tr("This candidate has no result: the facts of what is selected show here once every field of "
               "the editor is lawful. Problems names the fields."));
        return;
    }
    if (key.isNull()) {
        m_browser->showNote(
            tr("Nothing selected"),
            tr("Facts, formulas, lineage and needs of the entity that is selected in any view show here."),
            {EntityKey::Kind::Snapshot, QStringLiteral("portable_plan")}, tr("Select the portable plan"));
        return;
    }
    // A check is shown as the reference left it, where there is one.
    const AnyResult reference = context().study->anyReferenceResult();
    const bool ofReference = key.kind == EntityKey::Kind::Check && reference.history() != nullptr;
    EntityDetails details = entityDetails({ofReference ? reference : anyResult(), &m_lineage}, key);
    if (isStale())
        details.sections.insert(details.sections.begin(),
                                {{},
                                 DetailSection::Form::Words,
                                 {},
                                 tr("▲ Stale: of the last lawful document, not of the one being edited."),
                                 false});
    m_browser->showDetails(details);
}

} // namespace planscope::ui
