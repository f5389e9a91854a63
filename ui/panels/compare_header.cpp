#include "ui/panels/compare_header.h"

#include "report/field_text.h"
#include "ui/charts/stacked_bar_geometry.h"
#include "ui/models/display_names.h"
#include "ui/models/shown_text.h"
#include "ui/panels/compared_figure_row.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace planscope::ui {
namespace {

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

/// A choice in words; of a digest the begin.
QString chipValue(const Comparison& comparison, const ComparedField& field, std::size_t side)
{
    constexpr std::size_t brief = 15;
    const std::string value = valueText(comparison, field, side);
    return value.starts_with("sha256:") ? text(value.substr(0, brief)) + QStringLiteral("…") : choiceName(value);
}

void addChips(std::vector<FieldChip>& chips, const Comparison& comparison, const std::vector<ComparedField>& fields,
              bool isSubject)
{
    for (const ComparedField& field : fields)
        if (field.differs())
            chips.push_back(
                {field.path,
                 QStringLiteral("%1  %2 → %3")
                     .arg(text(labelText(field)), chipValue(comparison, field, 0), chipValue(comparison, field, 1)),
                 isSubject});
}

} // namespace

std::vector<FieldChip> chipsOf(const Comparison& comparison)
{
    std::vector<FieldChip> chips;
    addChips(chips, comparison, comparison.subject, true);
    addChips(chips, comparison, comparison.mapping, false);
    return chips;
}

QString countsText(const ChangeCounts& counts)
{
    return QCoreApplication::translate("CompareHeader", "%1 the same · %2 changed · %3 only in B · %4 only in A")
        .arg(counts.same)
        .arg(counts.changed)
        .arg(counts.added)
        .arg(counts.removed);
}

/// Children set in rows like words.
class CompareHeader::Flow final : public QWidget {
public:
    explicit Flow(QWidget* parent)
        : QWidget(parent)
    {
        QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
        policy.setHeightForWidth(true);
        setSizePolicy(policy);
    }

    void setItems(std::vector<QWidget*> items, int gap)
    {
        m_items = std::move(items);
        m_gap = gap;
        place();
        updateGeometry();
    }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return static_cast<int>(std::ceil(flowIn(width).height)); }
    QSize sizeHint() const override { return {600, heightForWidth(600)}; }
    QSize minimumSizeHint() const override { return {120, m_items.empty() ? 0 : m_items.front()->sizeHint().height()}; }

protected:
    void resizeEvent(QResizeEvent*) override { place(); }

private:
    FlowLayout flowIn(int width) const
    {
        std::vector<double> widths;
        double height = 0;
        for (const QWidget* const item : m_items) {
            widths.push_back(std::min(item->sizeHint().width(), width));
            height = std::max<double>(height, item->sizeHint().height() + m_gap / 2.0);
        }
        return flow(widths, height, m_gap, width);
    }
    void place()
    {
        const FlowLayout placed = flowIn(width());
        for (std::size_t k = 0; k < m_items.size(); ++k) {
            const QRectF& box = placed.boxes[k];
            m_items[k]->setGeometry(
                QRect(box.topLeft().toPoint(), QSize(static_cast<int>(box.width()), m_items[k]->sizeHint().height())));
            m_items[k]->show();
        }
    }

    std::vector<QWidget*> m_items;
    int m_gap = 0;
};

CompareHeader::CompareHeader(QWidget* parent)
    : QWidget(parent)
    , m_column(new QVBoxLayout(this))
    , m_names(new QLabel(this))
    , m_swap(new QToolButton(this))
    , m_counts(new QLabel(this))
    , m_subject(new QLabel(this))
    , m_flow(new Flow(this))
    , m_figures(new ComparedFigureRow(this))
{
    setAutoFillBackground(true);
    m_names->setTextFormat(Qt::RichText);
    m_names->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_names->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_swap->setText(tr("⇄ Swap"));
    m_swap->setToolTip(tr("Pin A as B and B as A"));
    m_swap->setAccessibleName(tr("Swap A and B"));
    m_counts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_counts->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_subject->setWordWrap(true);
    auto* first = new QHBoxLayout;
    first->addWidget(m_names, 1);
    first->addWidget(m_swap);
    m_column->addLayout(first);
    m_column->addWidget(m_subject);
    m_column->addWidget(m_flow);
    m_column->addWidget(m_figures);
    m_column->addWidget(m_counts);
    connect(m_swap, &QToolButton::clicked, this, &CompareHeader::swapRequested);
}

QString CompareHeader::names() const
{
    return m_names->text();
}

QString CompareHeader::counts() const
{
    return m_counts->text();
}

void CompareHeader::setPair(const ComparedPairPtr& pair, const Theme& theme)
{
    const int margin = theme.space(4);
    m_column->setContentsMargins(margin, theme.space(2), margin, theme.space(2));
    m_column->setSpacing(theme.space(2));
    setPalette(theme.palette());
    const Comparison& comparison = pair->comparison;
    const auto named = [&](std::size_t side, const char* letter, Role role) {
        return QStringLiteral("<b style='color:%1'>%2</b>&nbsp;&nbsp;%3")
            .arg(theme.color(role).name(), QLatin1String(letter),
                 shownText(comparison.sides[side].name.value_or("")).toHtmlEscaped());
    };
    m_names->setFont(theme.section());
    m_names->setText(
        tr("%1&nbsp;&nbsp;→&nbsp;&nbsp;%2").arg(named(0, "A", Role::CandidateA), named(1, "B", Role::CandidateB)));
    m_swap->setFont(theme.body());
    m_counts->setFont(theme.label());
    QPalette muted = theme.palette();
    muted.setColor(QPalette::WindowText, theme.color(Role::Muted));
    m_counts->setPalette(muted);
    const bool isBlock = comparison.accounting == Accounting::Block;
    QString counts = (isBlock ? tr("Tasks of a block: %1, together %2 in A and %3 in B")
                              : tr("Task classes: %1, together %2 in A and %3 in B"))
                         .arg(countsText(comparison.taskCounts))
                         .arg(comparison.taskCounts.totalA())
                         .arg(comparison.taskCounts.totalB());
    if (!isBlock)
        counts += u'\n' + tr("Step messages and optimizer: %1").arg(countsText(comparison.stepCounts));
    m_counts->setText(counts);
    m_counts->setToolTip(isBlock ? tr("Tasks match by what they do: layer, phase, primitive and collective")
                                 : tr("Tasks match by what they do: operation, phase, collective and its place"));
    m_subject->setVisible(!comparison.sameSubject());
    m_subject->setFont(theme.body());
    QPalette warn = theme.palette();
    warn.setColor(QPalette::WindowText, theme.color(Role::Warn));
    m_subject->setPalette(warn);
    m_subject->setText(
        tr("▲ A and B are not of the same model, workload and system: the mapping alone does not explain "
           "what differs."));
    m_figures->setFigures(comparedFiguresOf(*pair), theme);
    std::vector<FieldChip> chips = chipsOf(comparison);
    if (chips == m_chips && !m_chipButtons.empty() && m_chipButtons.front()->font() == theme.body())
        return;
    m_chips = std::move(chips);
    showChips(theme);
}

void CompareHeader::showChips(const Theme& theme)
{
    for (QToolButton* const button : m_chipButtons)
        button->deleteLater();
    m_chipButtons.clear();
    std::vector<QWidget*> items;
    for (const FieldChip& chip : m_chips) {
        auto* button = new QToolButton(m_flow);
        button->setText(chip.text);
        button->setFont(theme.body());
        button->setToolTip(tr("%1: show its share of the difference").arg(text(chip.path)));
        button->setAccessibleName(QStringLiteral("%1, %2").arg(chip.text, text(chip.path)));
        connect(button, &QToolButton::clicked, this, [this, path = text(chip.path)] { Q_EMIT fieldChosen(path); });
        m_chipButtons.push_back(button);
        items.push_back(button);
    }
    m_flow->setVisible(!items.empty());
    m_flow->setItems(std::move(items), theme.space(2));
}

} // namespace planscope::ui
