#include "ui/panels/compared_figure_row.h"

#include "ui/charts/stacked_bar_geometry.h"
#include "ui/models/fact_cell.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>

namespace planscope::ui {
namespace {

struct Headline {
    const char* name;
    std::string_view path;
};
/// Of either accounting: an accounting has no figure of another's names.
constexpr std::array<Headline, 8> headlines{{
    {QT_TRANSLATE_NOOP("ComparedFigures", "Iteration time"), "time.system_evidence.total"},
    {QT_TRANSLATE_NOOP("ComparedFigures", "Iteration time, peak only"), "time.peak_only.total"},
    {QT_TRANSLATE_NOOP("ComparedFigures", "MFU, of the matrix peak"), "utilisation.system_evidence.mfu"},
    {QT_TRANSLATE_NOOP("ComparedFigures", "MFU, causal attention"), "utilisation.system_evidence.mfu_causal"},
    {QT_TRANSLATE_NOOP("ComparedFigures", "MFU, full attention"), "utilisation.system_evidence.mfu_full"},
    {QT_TRANSLATE_NOOP("ComparedFigures", "Tokens a second"), "utilisation.system_evidence.tokens_per_second"},
    {QT_TRANSLATE_NOOP("ComparedFigures", "Memory, first stage"), "memory.total"},
    {QT_TRANSLATE_NOOP("ComparedFigures", "Memory, fullest stage"), "memory.peak"},
}};
constexpr const char* ranksName = QT_TRANSLATE_NOOP("ComparedFigures", "Ranks (accelerators)");
constexpr const char* operationsName = QT_TRANSLATE_NOOP("ComparedFigures", "Operations of a rank");
constexpr const char* mostOperationsName = QT_TRANSLATE_NOOP("ComparedFigures", "Operations, busiest rank");

QString tr(const char* text)
{
    return QCoreApplication::translate("ComparedFigures", text);
}

std::optional<ComparedFact> operationsOf(const ComparedPair& pair)
{
    const auto& fall = pair.attribution.byComponent[static_cast<std::size_t>(Measure::RankOperations)];
    if (!fall)
        return std::nullopt;
    return ComparedFact{"operations.total", fall->unit, fall->a, fall->b};
}

/// Each headline that a side has.
template <class Visit>
void visitFacts(const ComparedPair& pair, Visit&& visit)
{
    // What the sides run on stands in front where it is not the same: the figures behind it are then of other efforts.
    if (const ComparedFact* const ranks = pair.comparison.figure("shape.world_size"); ranks && ranks->differs())
        visit(tr(ranksName), *ranks);
    for (const Headline& headline : headlines)
        if (const ComparedFact* const fact = pair.comparison.figure(headline.path); fact && (fact->a || fact->b))
            visit(tr(headline.name), *fact);
    if (const auto operations = operationsOf(pair))
        visit(tr(pair.comparison.accounting == Accounting::Block ? operationsName : mostOperationsName), *operations);
}

} // namespace

std::vector<ComparedFigure> comparedFiguresOf(const ComparedPair& pair)
{
    std::vector<ComparedFigure> figures;
    visitFacts(pair, [&figures](const QString& name, const ComparedFact& fact) {
        const TableCell a = factCell(fact.a, fact.unit);
        const TableCell b = factCell(fact.b, fact.unit);
        const TableCell delta = deltaCell(fact);
        const bool both = fact.a && fact.b;
        const double size = both ? fact.delta()->toDouble() : 0;
        figures.push_back(
            {name, a.text, b.text, both ? delta.text : QStringLiteral("–"),
             // Percent of a percentage would be misread.
             both && size != 0 && fact.unit != FactUnit::Ratio ? relativeText(fact.relative()) : QString{},
             tr("%1\nA  %2\nB  %3\nB − A  %4\n(B − A) / A  %5")
                 .arg(name, a.toolTip, b.toolTip, delta.toolTip, relativeCell(fact).exact),
             !both || size == 0 ? 0
                 : size > 0     ? 1
                                : -1});
    });
    return figures;
}

QList<QStringList> comparedFigureLines(const ComparedPair& pair)
{
    QList<QStringList> lines{{QStringLiteral("fact"), QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("delta"),
                              QStringLiteral("relative")}};
    visitFacts(pair, [&lines](const QString&, const ComparedFact& fact) {
        const QString unit = unitName(fact.unit);
        const QString name = QString::fromStdString(fact.name);
        lines << QStringList{unit.isEmpty() ? name : QStringLiteral("%1 (%2)").arg(name, unit),
                             factCell(fact.a, fact.unit).exact, factCell(fact.b, fact.unit).exact,
                             deltaCell(fact).exact, relativeCell(fact).exact};
    });
    return lines;
}

ComparedFigureRow::ComparedFigureRow(QWidget* parent)
    : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("Headline numbers of A and B"));
}

void ComparedFigureRow::setFigures(std::vector<ComparedFigure> figures, const Theme& theme)
{
    if (figures == m_figures && theme == m_theme)
        return;
    m_figures = std::move(figures);
    m_theme = theme;
    QStringList words;
    for (const ComparedFigure& figure : m_figures)
        words << tr("%1: A %2, B %3, %4 %5").arg(figure.name, figure.a, figure.b, figure.delta, figure.relative);
    setAccessibleDescription(words.join(QStringLiteral(". ")));
    updateGeometry();
    update();
}

double ComparedFigureRow::lineHeight() const
{
    return 2 * QFontMetricsF(m_theme.label()).height() + QFontMetricsF(m_theme.section()).height() + m_theme.space(2);
}

std::vector<QRectF> ComparedFigureRow::boxes(int width) const
{
    const QFontMetricsF label(m_theme.label());
    const QFontMetricsF large(m_theme.section());
    std::vector<double> widths;
    for (const ComparedFigure& figure : m_figures)
        widths.push_back(std::ceil(std::max({label.horizontalAdvance(figure.name),
                                             large.horizontalAdvance(figure.delta + u' ' + figure.relative),
                                             label.horizontalAdvance(tr("A %1   B %2").arg(figure.a, figure.b))}))
                         + 1);
    return flow(widths, lineHeight(), m_theme.space(5), width).boxes;
}

int ComparedFigureRow::heightForWidth(int width) const
{
    const std::vector<QRectF> placed = boxes(width);
    return placed.empty() ? 0 : static_cast<int>(std::ceil(placed.back().bottom())) - m_theme.space(2);
}

QSize ComparedFigureRow::sizeHint() const
{
    const int wide = m_theme.space(200);
    return {wide, heightForWidth(wide)};
}

QSize ComparedFigureRow::minimumSizeHint() const
{
    return {m_theme.space(30), static_cast<int>(std::ceil(lineHeight()))};
}

void ComparedFigureRow::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const std::vector<QRectF> placed = boxes(width());
    const QFontMetricsF label(m_theme.label());
    const QFontMetricsF large(m_theme.section());
    for (std::size_t k = 0; k < placed.size(); ++k) {
        const ComparedFigure& figure = m_figures[k];
        const QRectF box = placed[k];
        double top = box.top();
        const auto write = [&](double left, const QString& words, Role role, const QFontMetricsF& metrics) {
            painter.setPen(m_theme.color(role));
            painter.drawText(QRectF(left, top, box.right() - left + 1, metrics.height()), Qt::AlignLeft, words);
            return left + metrics.horizontalAdvance(words);
        };
        painter.setFont(m_theme.label());
        write(box.left(), figure.name, Role::Muted, label);
        top += label.height();
        painter.setFont(m_theme.section());
        const Role role = figure.direction > 0 ? Role::Increase : figure.direction < 0 ? Role::Decrease : Role::Muted;
        write(write(box.left(), figure.delta + u' ', role, large), figure.relative, role, large);
        top += large.height();
        painter.setFont(m_theme.label());
        double left = write(box.left(), QStringLiteral("A "), Role::CandidateA, label);
        left = write(left, figure.a + QStringLiteral("   "), Role::Text, label);
        left = write(left, QStringLiteral("B "), Role::CandidateB, label);
        write(left, figure.b, Role::Text, label);
    }
}

bool ComparedFigureRow::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const std::vector<QRectF> placed = boxes(width());
    for (std::size_t k = 0; k < placed.size(); ++k)
        if (placed[k].contains(help->pos())) {
            QToolTip::showText(help->globalPos(), m_figures[k].exact, this);
            return true;
        }
    QToolTip::hideText();
    return true;
}

} // namespace planscope::ui
