#include "ui/panels/compare_view.h"

#include "ui/models/table_text.h"
#include "ui/panels/compare_causes.h"
#include "ui/panels/compare_header.h"
#include "ui/panels/compare_loom.h"
#include "ui/panels/compare_memory.h"
#include "ui/panels/compare_stages.h"
#include "ui/panels/compare_table.h"
#include "ui/panels/compare_text.h"
#include "ui/panels/compared_figure_row.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStackedLayout>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

namespace planscope::ui {

CompareView::CompareView(const ViewContext& viewContext, QWidget* parent)
    : View(viewContext, parent)
    , m_comparison(new StudyComparison(*viewContext.study, this))
    , m_pages(new QStackedLayout(this))
    , m_blankPage(new QWidget(this))
    , m_content(new QWidget(this))
    , m_header(new CompareHeader(m_content))
    , m_notice(new ResultNotice(m_content))
    , m_tabs(new QTabWidget(m_content))
    , m_mode(new QComboBox(m_tabs))
    , m_causes(new CompareCauses(*m_comparison, m_tabs))
    , m_loom(new CompareLoom(m_tabs))
    , m_table(new CompareTable(m_tabs))
    , m_memory(new CompareMemory(m_tabs))
    , m_stages(new CompareStages(m_tabs))
    , m_text(new CompareText(m_tabs))
{
    makeBlank();
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Parts of the comparison"));
    m_tabs->tabBar()->setAccessibleName(m_tabs->accessibleName());
    for (ComparePart* const part : parts()) {
        m_tabs->addTab(part, part->title());
        connect(part, &ComparePart::selected, context().selection, &Selection::select);
        connect(part, &ComparePart::activated, context().selection, &Selection::activate);
    }
    m_mode->addItems({tr("Peak only"), tr("System evidence")});
    m_mode->setCurrentIndex(static_cast<int>(EstimateMode::SystemEvidence));
    m_mode->setAccessibleName(tr("Predicted times of the causes and of the loom"));
    m_mode->setToolTip(m_mode->accessibleName());
    auto* corner = new QWidget(m_tabs);
    auto* inset = new QHBoxLayout(corner);
    inset->setContentsMargins(0, 0, 16, 4);
    inset->addWidget(m_mode);
    m_tabs->setCornerWidget(corner, Qt::TopRightCorner);
    auto* column = new QVBoxLayout(m_content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_notice);
    column->addWidget(m_tabs, 1);
    m_pages->addWidget(m_blankPage);
    m_pages->addWidget(m_content);
    makeActions();

    connect(m_comparison, &StudyComparison::changed, this, &CompareView::invalidate);
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] {
        refreshFront();
        showSelection(context().selection->current());
    });
    connect(m_mode, &QComboBox::currentIndexChanged, this, &CompareView::refreshFront);
    connect(m_header, &CompareHeader::swapRequested, this, &CompareView::swapSides);
    connect(m_header, &CompareHeader::fieldChosen, this, [this](const QString& path) {
        showPart(*m_causes);
        m_causes->chooseField(path);
    });
}

void CompareView::makeBlank()
{
    m_blankTitle = new QLabel(m_blankPage);
    m_blankText = new QLabel(m_blankPage);
    m_blankAction = new QPushButton(m_blankPage);
    m_blankPage->setAutoFillBackground(true);
    for (QLabel* const label : {m_blankTitle, m_blankText}) {
        label->setAlignment(Qt::AlignCenter);
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    auto* column = new QVBoxLayout(m_blankPage);
    column->setContentsMargins(48, 24, 48, 24);
    column->setSpacing(16);
    column->addStretch(1);
    column->addWidget(m_blankTitle);
    column->addWidget(m_blankText);
    column->addWidget(m_blankAction, 0, Qt::AlignHCenter);
    column->addStretch(2);
    connect(m_blankAction, &QPushButton::clicked, this, &CompareView::remedy);
}

void CompareView::makeActions()
{
    const auto add = [this](const QString& text, const QKeySequence& key, auto act) {
        auto* action = new QAction(text, this);
        action->setShortcut(key);
        connect(action, &QAction::triggered, this, act);
        addAction(action);
        return action;
    };
    for (int k = 0; k < m_tabs->count(); ++k)
        m_partActions.push_back(add(tr("Compare: %1").arg(m_tabs->tabText(k)),
                                    QKeySequence(tr("Ctrl+%1").arg(k + 1)),
                                    [this, k] { m_tabs->setCurrentIndex(k); }));
    add(tr("Compare: swap A and B"), QKeySequence(tr("Ctrl+Shift+X")), [this] { swapSides(); });
    add(tr("Compare: next difference"), QKeySequence(Qt::Key_F7), [this] { front()->stepDifference(true); });
    add(tr("Compare: previous difference"), QKeySequence(Qt::SHIFT | Qt::Key_F7),
        [this] { front()->stepDifference(false); });
    add(tr("Compare: table of changed facts only"), QKeySequence(tr("Ctrl+Shift+G")), [this] {
        const bool wasFront = front() == m_table;
        showPart(*m_table);
        m_table->setChangedOnly(!wasFront || !m_table->changedOnly());
    });
    add(tr("Compare: times by system evidence or peak only"), QKeySequence(tr("Ctrl+Shift+E")),
        [this] { m_mode->setCurrentIndex(1 - m_mode->currentIndex()); });
}

QString CompareView::title() const
{
    return tr("Compare");
}

QString CompareView::exportName() const
{
    return QStringLiteral("compare");
}

ComparePart* CompareView::front() const
{
    return static_cast<ComparePart*>(m_tabs->currentWidget());
}

void CompareView::showPart(ComparePart& part)
{
    m_tabs->setCurrentWidget(&part);
}

void CompareView::setMode(EstimateMode mode)
{
    m_mode->setCurrentIndex(static_cast<int>(mode));
}

void CompareView::swapSides()
{
    const auto pins = m_comparison->pins();
    context().study->pin(pins[1], pins[0]);
}

void CompareView::remedy()
{
    if (!m_blank)
        return;
    StudyController& study = *context().study;
    const CompareBlank blank = *m_blank; // what follows makes another
    switch (blank.remedy) {
    case CompareBlank::Remedy::None: break;
    case CompareBlank::Remedy::Pin: study.pin(blank.pinA, blank.pinB); break;
    case CompareBlank::Remedy::DuplicateAndPin:
        study.duplicateCandidate(blank.pinA);
        study.pin(blank.pinA, blank.pinA + 1);
        study.setCurrentCandidate(blank.pinA + 1);
        break;
    case CompareBlank::Remedy::Edit: study.setCurrentCandidate(blank.pinB); break;
    }
}

void CompareView::showTheme()
{
    const Theme& theme = context().theme->theme();
    if (m_theme == theme)
        return;
    m_theme = theme;
    m_headed = nullptr;
    setPalette(theme.palette());
    m_blankTitle->setFont(theme.section());
    m_blankText->setFont(theme.body());
    m_blankAction->setFont(theme.body());
    QPalette muted = theme.palette();
    muted.setColor(QPalette::WindowText, theme.color(Role::Muted));
    m_blankText->setPalette(muted);
    m_tabs->setFont(theme.body());
    m_mode->setFont(theme.body());
}

void CompareView::refresh()
{
    showTheme();
    m_blank = blankOf(*context().study, *m_comparison);
    if (m_blank) {
        m_blankTitle->setText(m_blank->title);
        m_blankText->setText(m_blank->text);
        m_blankAction->setText(m_blank->action);
        m_blankAction->setMinimumSize(0, 0);
        m_blankAction->setMinimumSize(m_blankAction->sizeHint() + QSize(m_theme->space(6), m_theme->space(1)));
        m_blankAction->setVisible(m_blank->remedy != CompareBlank::Remedy::None);
        m_pages->setCurrentWidget(m_blankPage);
        return;
    }
    const ComparedPairPtr& pair = m_comparison->pair();
    if (m_headed != pair) {
        m_headed = pair;
        m_header->setPair(pair, *m_theme);
    }
    offerParts(pair->comparison.accounting);
    showNotices();
    refreshFront();
    m_pages->setCurrentWidget(m_content);
}

void CompareView::offerParts(Accounting accounting)
{
    const int stages = m_tabs->indexOf(m_stages);
    m_tabs->setTabVisible(stages, accounting == Accounting::Whole);
    m_partActions[static_cast<std::size_t>(stages)]->setEnabled(m_tabs->isTabVisible(stages));
}

void CompareView::showNotices()
{
    Notice all;
    for (const Notice& notice : noticesOf(*m_comparison)) {
        if (!all.title.isEmpty())
            all.text += QStringLiteral("\n%1").arg(notice.title);
        else
            all = {notice.title, {}, notice.role};
        if (notice.role == Role::Error)
            all.role = Role::Error;
        all.text += (all.text.isEmpty() ? QString{} : QStringLiteral("\n")) + notice.text;
    }
    m_notice->setNotice(all, *m_theme);
}

void CompareView::refreshFront()
{
    if (m_blank || !m_comparison->pair() || !m_theme)
        return;
    front()->setShown({m_comparison->pair(), static_cast<EstimateMode>(m_mode->currentIndex())}, *m_theme);
}

void CompareView::showSelection(const EntityKey& key)
{
    if (!m_blank)
        front()->showSelection(key);
}

void CompareView::showEvent(QShowEvent* event)
{
    m_comparison->setWatched(true);
    View::showEvent(event);
}

void CompareView::hideEvent(QHideEvent* event)
{
    m_comparison->setWatched(false);
    View::hideEvent(event);
}

void CompareView::finish()
{
    m_comparison->setWatched(true);
    m_comparison->wait();
    ensureFresh();
    m_comparison->wait(); // the causes that are followed
    m_text->wait();
}

bool CompareView::isUnderWay() const
{
    return m_comparison->isUnderWay() || m_text->isUnderWay();
}

std::vector<ComparePart*> CompareView::parts() const
{
    return {m_causes, m_loom, m_table, m_memory, m_text, m_stages};
}

QString CompareView::blankText() const
{
    return m_blank ? m_blank->title + QLatin1Char('\n') + m_blank->text : QString{};
}

QString CompareView::copyText() const
{
    if (m_blank || !m_comparison->pair())
        return blankText();
    return tsvOf(comparedFigureLines(*m_comparison->pair())) + QLatin1Char('\n') + front()->copyText();
}

QStringList CompareView::exportParts() const
{
    if (m_blank)
        return {exportName()};
    QStringList names;
    for (int k = 0; k < m_tabs->count(); ++k)
        if (m_tabs->isTabVisible(k))
            names << QStringLiteral("%1-%2").arg(exportName(),
                                                 static_cast<ComparePart*>(m_tabs->widget(k))->exportName());
    return names;
}

void CompareView::showExportPart(int part)
{
    for (int k = 0; k < m_tabs->count(); ++k)
        if (m_tabs->isTabVisible(k) && part-- == 0)
            m_tabs->setCurrentIndex(k);
}

QSize CompareView::exportSize() const
{
    if (m_blank)
        return View::exportSize();
    const QSize part = front()->exportSize();
    const int wide = std::max(part.width(), 1100);
    const int above = m_header->heightForWidth(wide) + (m_notice->isVisible() ? m_notice->heightForWidth(wide) : 0)
        + m_tabs->tabBar()->sizeHint().height();
    return {wide, part.height() + above + 8};
}

} // namespace planscope::ui
