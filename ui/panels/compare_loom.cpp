#include "ui/panels/compare_loom.h"

#include "ui/graph/loom_compare_widget.h"
#include "ui/models/table_text.h"
#include "ui/panels/copy_actions.h"

#include <QVBoxLayout>

namespace planscope::ui {

CompareLoom::CompareLoom(QWidget* parent)
    : ComparePart(parent)
    , m_loom(new LoomCompareWidget(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_loom);
    setFocusProxy(m_loom);
    connect(m_loom, &LoomCompareWidget::selected, this, &ComparePart::selected);
    connect(m_loom, &LoomCompareWidget::activated, this, &ComparePart::activated);
    const auto text = [](const QList<QStringList>& lines) { return lines.isEmpty() ? QString{} : tsvOf(lines); };
    for (LoomCanvas* const canvas : m_loom->canvases())
        addCopyActions(canvas,
                       {[this, text] { return text(m_loom->selectedLines()); },
                        [this, text] { return text(m_loom->allLines()); }});
}

QString CompareLoom::title() const
{
    return tr("Loom");
}

QString CompareLoom::exportName() const
{
    return QStringLiteral("loom");
}

void CompareLoom::setShown(const CompareShown& shown, const Theme& theme)
{
    if (shown.pair == m_shown.pair && shown.mode == m_shown.mode && m_theme == theme)
        return;
    m_shown = shown;
    m_theme = theme;
    const auto& [a, b] = shown.pair->results;
    const Comparison& comparison = shown.pair->comparison;
    LoomCompareWidget::Looms looms;
    if (comparison.sides[0].hasPlan && comparison.sides[1].hasPlan)
        looms = {mergedLoomOf(comparison, a, b, shown.mode),
                 {sideLoomOf(comparison, a, b, shown.mode, 0), sideLoomOf(comparison, a, b, shown.mode, 1)}};
    m_loom->setLooms(std::move(looms), theme);
}

void CompareLoom::showSelection(const EntityKey& key)
{
    m_loom->setSelected(key);
}

QString CompareLoom::copyText() const
{
    const QList<QStringList> lines = m_loom->allLines();
    return lines.isEmpty() ? QString{} : tsvOf(lines);
}

QSize CompareLoom::exportSize() const
{
    return m_loom->fullSize();
}

void CompareLoom::stepDifference(bool forward)
{
    m_loom->stepDifference(forward);
}

} // namespace planscope::ui
