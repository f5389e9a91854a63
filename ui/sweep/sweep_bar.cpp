#include "ui/sweep/sweep_bar.h"

#include "ui/sweep/sweep_table_model.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <array>

namespace planscope::ui {
namespace {

/// What the axes of the points may show.
constexpr std::array<SweepColumn, 11> axisColumns{
    SweepColumn::Time,         SweepColumn::Memory,       SweepColumn::Mfu,          SweepColumn::TokensPerSecond,
    SweepColumn::Accelerators, SweepColumn::MessageBytes, SweepColumn::Tensor,       SweepColumn::Pipeline,
    SweepColumn::Data,         SweepColumn::Microbatch,   SweepColumn::VirtualStages};
constexpr int steps = 1000; ///< of the bar of progress

} // namespace

SweepBar::SweepBar(QWidget* parent)
    : QWidget(parent)
    , m_space(new QPushButton(tr("Space"), this))
    , m_anew(new QPushButton(tr("From candidate"), this))
    , m_start(new QPushButton(tr("&Sweep"), this))
    , m_counted(new QLabel(this))
    , m_saveTable(new QPushButton(tr("CSV…"), this))
    , m_saveSpace(new QPushButton(tr("Space file…"), this))
    , m_progress(new QProgressBar(this))
    , m_state(new QLabel(this))
    , m_y(new QComboBox(this))
    , m_over(new QLabel(tr("over"), this))
    , m_x(new QComboBox(this))
    , m_frontOnly(new QCheckBox(tr("Front only"), this))
    , m_lift(new QPushButton(tr("Lift brushes"), this))
{
    m_space->setCheckable(true);
    m_space->setChecked(true);
    m_space->setToolTip(tr("Show or hide the choices that the space is made of"));
    m_anew->setToolTip(tr("State the space anew, around the current candidate"));
    m_saveTable->setToolTip(tr("Save the mappings found as CSV, all columns exact"));
    m_saveSpace->setToolTip(
        tr("Save the space for planscope-cli sweep, which also runs it in shards on many machines"));
    m_progress->setTextVisible(false);
    m_progress->setMaximumHeight(6);
    m_progress->setRange(0, steps);
    m_progress->setAccessibleName(tr("How much of the space has been gone through"));
    for (const SweepColumn column : axisColumns) {
        m_x->addItem(SweepTableModel::titleOf(column));
        m_y->addItem(SweepTableModel::titleOf(column));
    }
    m_x->setCurrentIndex(1); // memory
    m_x->setAccessibleName(tr("Across"));
    m_y->setAccessibleName(tr("Upwards"));
    m_frontOnly->setToolTip(tr("Only mappings that no other one beats"));
    m_lift->setEnabled(false);
    for (QLabel* label : {m_counted, m_state}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    layOut();
    connect(m_space, &QPushButton::toggled, this, &SweepBar::spaceToggled);
    connect(m_start, &QPushButton::clicked, this, [this] {
        if (m_isRunning)
            Q_EMIT cancelRequested();
        else
            Q_EMIT startRequested();
    });
    connect(m_anew, &QPushButton::clicked, this, &SweepBar::anewRequested);
    for (const QComboBox* axis : {m_x, m_y})
        connect(axis, &QComboBox::currentIndexChanged, this, &SweepBar::axesChanged);
    connect(m_frontOnly, &QCheckBox::toggled, this, &SweepBar::frontOnlyToggled);
    connect(m_lift, &QPushButton::clicked, this, &SweepBar::liftRequested);
    connect(m_saveTable, &QPushButton::clicked, this, &SweepBar::saveTableRequested);
    connect(m_saveSpace, &QPushButton::clicked, this, &SweepBar::saveSpaceRequested);
}

void SweepBar::layOut()
{
    auto* run = new QHBoxLayout;
    run->setSpacing(8);
    run->addWidget(m_space);
    run->addWidget(m_start);
    run->addWidget(m_counted, 1);
    run->addWidget(m_saveTable);
    run->addWidget(m_saveSpace);
    auto* shown = new QHBoxLayout;
    shown->setSpacing(8);
    for (QWidget* part : std::initializer_list<QWidget*>{m_y, m_over, m_x, m_frontOnly, m_lift})
        shown->addWidget(part);
    shown->addStretch(1);
    shown->addWidget(m_anew);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 4);
    column->setSpacing(6);
    column->addLayout(run);
    column->addWidget(m_progress);
    column->addWidget(m_state);
    column->addLayout(shown);
}

SweepColumn SweepBar::x() const
{
    return axisColumns[static_cast<std::size_t>(m_x->currentIndex())];
}

SweepColumn SweepBar::y() const
{
    return axisColumns[static_cast<std::size_t>(m_y->currentIndex())];
}

bool SweepBar::showsSpace() const
{
    return m_space->isChecked();
}

void SweepBar::setShowsSpace(bool shows)
{
    m_space->setChecked(shows);
}

void SweepBar::setRunning(bool isRunning, bool isEnabled)
{
    m_isRunning = isRunning;
    m_start->setText(isRunning ? tr("&Cancel") : tr("&Sweep"));
    m_start->setEnabled(isEnabled);
}

void SweepBar::setCounted(const QString& text)
{
    m_counted->setText(text);
}

void SweepBar::setProgress(double fraction, const QString& text)
{
    m_progress->setValue(static_cast<int>(fraction * steps));
    m_state->setText(text);
}

void SweepBar::setBrushed(bool isBrushed)
{
    m_lift->setEnabled(isBrushed);
}

void SweepBar::setTheme(const Theme& theme)
{
    setPalette(theme.palette());
    for (QWidget* part : std::initializer_list<QWidget*>{m_space, m_anew, m_start, m_counted, m_saveTable, m_saveSpace,
                                                         m_state, m_y, m_over, m_x, m_frontOnly, m_lift})
        part->setFont(theme.body());
}

} // namespace planscope::ui
