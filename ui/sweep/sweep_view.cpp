#include "ui/sweep/sweep_view.h"

#include "report/number_format.h"
#include "sweep/space_reader.h"
#include "sweep/sweep_row.h"
#include "ui/charts/parallel_chart.h"
#include "ui/charts/scatter_chart.h"
#include "ui/models/model_roles.h"
#include "ui/models/table_text.h"
#include "ui/panels/copy_actions.h"
#include "ui/sweep/space_editor.h"
#include "ui/sweep/sweep_point_panel.h"
#include "ui/sweep/sweep_table_model.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QSaveFile>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace planscope::ui {
namespace {

/// What the axes of the points may show.
constexpr std::array<SweepColumn, 11> axisColumns{
    SweepColumn::Time,         SweepColumn::TokensPerSecond, SweepColumn::Memory,       SweepColumn::Mfu,
    SweepColumn::Accelerators, SweepColumn::MessageBytes,    SweepColumn::Tensor,       SweepColumn::Pipeline,
    SweepColumn::Data,         SweepColumn::Microbatch,      SweepColumn::VirtualStages};

constexpr int wideFrom = 820; ///< px of the charts: then they stand side by side

QString grouped(std::int64_t count)
{
    return QLocale::c().toString(static_cast<qlonglong>(count));
}

QString named(std::string_view name)
{
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

} // namespace

SweepView::SweepView(const ViewContext& context, QWidget* parent)
    : View(context, parent)
    , m_model(new SweepTableModel(this))
    , m_run(new SweepRun(this))
    , m_work([this] { QMetaObject::invokeMethod(this, &SweepView::takePicture, Qt::QueuedConnection); })
{
    build();
    connectParts();
}

SweepView::~SweepView() = default;

QString SweepView::title() const
{
    return tr("Sweep");
}

QString SweepView::exportName() const
{
    return QStringLiteral("sweep");
}

bool SweepView::isBestFor(EntityKey::Kind kind) const
{
    return kind == EntityKey::Kind::Mapping;
}

QSize SweepView::exportSize() const
{
    return {1600, 1000};
}

QWidget* SweepView::buildBar()
{
    auto* bar = new QWidget(this);
    m_showSpace = new QPushButton(tr("Space"), bar);
    m_showSpace->setCheckable(true);
    m_showSpace->setChecked(true);
    m_showSpace->setToolTip(tr("Show or hide the choices that the space is made of"));
    m_start = new QPushButton(tr("&Sweep"), bar);
    m_progress = new QProgressBar(bar);
    m_progress->setTextVisible(false);
    m_progress->setMaximumHeight(6);
    m_progress->setRange(0, 1000);
    m_progress->setAccessibleName(tr("How much of the space has been gone through"));
    m_count = new QLabel(bar);
    m_state = new QLabel(bar);
    m_x = new QComboBox(bar);
    m_y = new QComboBox(bar);
    for (const SweepColumn column : axisColumns) {
        m_x->addItem(SweepTableModel::titleOf(column));
        m_y->addItem(SweepTableModel::titleOf(column));
    }
    m_x->setCurrentIndex(2); // memory
    m_x->setAccessibleName(tr("Across"));
    m_y->setAccessibleName(tr("Upwards"));
    m_frontOnly = new QCheckBox(tr("Front only"), bar);
    m_frontOnly->setToolTip(tr("Only mappings that no other one beats"));
    m_liftAll = new QPushButton(tr("Lift brushes"), bar);
    m_liftAll->setEnabled(false);
    auto* saveTable = new QPushButton(tr("CSV…"), bar);
    saveTable->setToolTip(tr("Save the mappings found as CSV, all columns exact"));
    auto* saveSpace = new QPushButton(tr("Space file…"), bar);
    saveSpace->setToolTip(tr("Save the space for planscope-cli sweep, which also runs it in shards on many machines"));
    connect(saveTable, &QPushButton::clicked, this, &SweepView::saveTable);
    connect(saveSpace, &QPushButton::clicked, this, &SweepView::saveSpace);

    auto* first = new QHBoxLayout;
    first->setSpacing(8);
    for (QWidget* part : std::initializer_list<QWidget*>{m_showSpace, m_start, m_count})
        first->addWidget(part);
    first->addStretch(1);
    for (QWidget* part : std::initializer_list<QWidget*>{saveTable, saveSpace})
        first->addWidget(part);
    auto* second = new QHBoxLayout;
    second->setSpacing(8);
    auto* over = new QLabel(tr("over"), bar);
    for (QWidget* part : std::initializer_list<QWidget*>{m_y, over, m_x, m_frontOnly, m_liftAll})
        second->addWidget(part);
    second->addStretch(1);
    auto* column = new QVBoxLayout(bar);
    column->setContentsMargins(12, 8, 12, 4);
    column->setSpacing(6);
    column->addLayout(first);
    column->addWidget(m_progress);
    column->addWidget(m_state);
    column->addLayout(second);
    for (QLabel* label : {m_count, m_state}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(label == m_state);
    }
    return bar;
}

void SweepView::build()
{
    m_editor = new SpaceEditor(this);
    m_scatter = new ScatterChart(this);
    m_parallel = new ParallelChart(this);
    m_charts = new QSplitter(Qt::Horizontal, this);
    m_charts->addWidget(m_scatter);
    m_charts->addWidget(m_parallel);
    m_charts->setChildrenCollapsible(false);
    m_table = new QTableView(this);
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Mappings found"));
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->setSortingEnabled(true);
    m_table->setMinimumHeight(90);
    m_table->horizontalHeader()->setSortIndicator(static_cast<int>(SweepColumn::Time), Qt::AscendingOrder);
    m_pointPanel = new SweepPointPanel(this);

    auto* results = new QWidget(this);
    auto* column = new QVBoxLayout(results);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(buildBar());
    auto* parts = new QSplitter(Qt::Vertical, results);
    parts->addWidget(m_charts);
    parts->addWidget(m_table);
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 2);
    parts->setChildrenCollapsible(false);
    column->addWidget(parts, 1);
    column->addWidget(m_pointPanel);

    m_split = new QSplitter(Qt::Horizontal, this);
    m_split->addWidget(m_editor);
    m_split->addWidget(results);
    m_split->setStretchFactor(0, 0);
    m_split->setStretchFactor(1, 1);
    m_split->setSizes({320, 1000});
    m_split->setChildrenCollapsible(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_split);
}

void SweepView::connectParts()
{
    connect(m_showSpace, &QPushButton::toggled, m_editor, &QWidget::setVisible);
    connect(m_editor, &SpaceEditor::edited, this, [this] {
        m_isDraftOwn = true;
        judgeSpace();
    });
    connect(m_start, &QPushButton::clicked, this, [this] { m_run->isRunning() ? cancel() : start(); });
    const auto arrived = [this] {
        showProgress();
        askForPicture();
    };
    connect(m_run, &SweepRun::started, this, arrived);
    connect(m_run, &SweepRun::advanced, this, arrived);
    connect(m_run, &SweepRun::finished, this, arrived);
    connect(m_model, &SweepTableModel::sortRequested, this, [this](SweepColumn column, bool descending) {
        m_ordering.column = column;
        m_ordering.descending = descending;
        askForPicture();
    });
    connect(m_frontOnly, &QCheckBox::toggled, this, [this](bool only) {
        m_ordering.frontOnly = only;
        askForPicture();
    });
    for (QComboBox* axis : {m_x, m_y})
        connect(axis, &QComboBox::currentIndexChanged, this, &SweepView::askForPicture);
    connect(m_liftAll, &QPushButton::clicked, this, [this] {
        m_ordering.brushes.clear();
        askForPicture();
    });
    connect(m_parallel, &ParallelChart::brushed, this, [this](std::size_t axis, double from, double to) {
        brush(parallelColumns[axis], from, to);
        askForPicture();
    });
    connect(m_parallel, &ParallelChart::lifted, this, [this](std::size_t axis) {
        lift(parallelColumns[axis]);
        askForPicture();
    });
    connect(m_scatter, &ScatterChart::brushed, this, [this](const QRectF& values) {
        if (!m_picture)
            return;
        lift(m_picture->request.x);
        lift(m_picture->request.y);
        if (!values.isNull()) {
            brush(m_picture->request.x, values.left(), values.right());
            brush(m_picture->request.y, values.top(), values.bottom());
        }
        askForPicture();
    });
    connect(m_scatter, &ScatterChart::chosen, this,
            [this](std::size_t point) { choose(m_picture->request.rows.at(point).evaluated.index); });
    connect(m_scatter, &ScatterChart::frontStepped, this, &SweepView::stepFront);
    connect(m_scatter, &ScatterChart::opened, m_pointPanel, &SweepPointPanel::addRequested);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& row) {
        if (!m_showing && row.isValid())
            choose(m_model->row(row.row()).evaluated.index);
    });
    connect(m_table, &QTableView::activated, m_pointPanel, &SweepPointPanel::addRequested);
    addCopyActions(m_table,
                   {[this] {
                        const QModelIndexList cells = m_table->selectionModel()->selectedIndexes();
                        return cells.isEmpty() ? QString{} : tsvOf(*m_model, cells);
                    },
                    [this] { return copyText(); }});
    for (QWidget* chart : std::initializer_list<QWidget*>{m_scatter, m_parallel})
        addCopyActions(chart, {[] { return QString{}; }, [this] { return copyText(); }});

    StudyController* study = context().study;
    const auto add = [this, study] {
        const auto index = chosenIndex();
        if (index)
            study->addCandidate(
                candidateOf(m_run->space()->at(*index), study->document().candidates[study->currentCandidate()]),
                tr("Add the mapping of a sweep"));
        return index.has_value();
    };
    connect(m_pointPanel, &SweepPointPanel::addRequested, this, add);
    connect(m_pointPanel, &SweepPointPanel::pinRequested, this, [this, study, add](bool asB) {
        study->undoStack().beginMacro(asB ? tr("Compare the mapping of a sweep as B")
                                          : tr("Compare the mapping of a sweep as A"));
        if (add()) {
            const std::size_t added = study->candidateCount() - 1;
            const StudyDocument& document = study->document();
            study->pin(asB ? document.pinnedA : std::optional{added}, asB ? std::optional{added} : document.pinnedB);
        }
        study->undoStack().endMacro();
    });
    connect(m_pointPanel, &SweepPointPanel::whyRequested, this, &SweepView::explainCurrentCandidate);
}

void SweepView::refresh()
{
    const Theme& theme = context().theme->theme();
    const CandidateResultPtr now = result();
    const bool isLawful = now && now->derivation && now->system;
    if (m_theme != theme) {
        m_theme = theme;
        setPalette(theme.palette());
        m_editor->setTheme(theme);
        m_pointPanel->setTheme(theme);
        m_table->setPalette(theme.palette());
        m_table->setFont(theme.body());
        m_table->horizontalHeader()->setFont(theme.label());
        m_table->verticalHeader()->setDefaultSectionSize(QFontMetrics(theme.body()).height() + theme.space(2));
        for (QWidget* part :
             std::initializer_list<QWidget*>{m_start, m_showSpace, m_count, m_state, m_x, m_y, m_frontOnly, m_liftAll})
            part->setFont(theme.body());
        const QFontMetrics metrics(theme.body());
        for (int column = 0; column < sweepColumnCount; ++column) {
            const QString heading = SweepTableModel::titleOf(SweepTableModel::columnOf(column));
            m_table->setColumnWidth(column,
                                    std::max(metrics.horizontalAdvance(heading) + theme.space(8),
                                             metrics.horizontalAdvance(QStringLiteral("999.9 GiB")) + theme.space(3)));
        }
        m_table->setColumnWidth(static_cast<int>(SweepColumn::Communication),
                                metrics.horizontalAdvance(QStringLiteral("Reduce-scatter + all-gather")));
        showPicture();
    }
    m_base = isLawful ? now : nullptr;
    if (m_base && !m_isDraftOwn)
        m_editor->setDraft(draftAround(m_base->derivation->training, m_base->tiers));
    judgeSpace();
    showScatter(); // the candidates' places
}

/// Counts the space as it is stated now, or says what is wrong with it.
void SweepView::judgeSpace()
{
    m_space = nullptr;
    Diagnostics problems;
    if (m_base) {
        auto stated =
            spaceOf(m_editor->draft(), context().study->document().name, m_base->derivation->training, m_base->system);
        auto counted = stated ? sweep::PointSpace::create(std::move(*stated)) : refuse(std::move(stated.error()));
        if (counted)
            m_space = std::make_shared<const sweep::PointSpace>(std::move(*counted));
        else
            problems = std::move(counted.error());
    }
    m_editor->setProblems(problems);
    showLeftOut();
    showProgress();
}

void SweepView::showLeftOut()
{
    QStringList lines;
    if (m_space) {
        const sweep::SpaceCounts& counts = m_space->counts();
        lines
            << tr("%1 combinations, %2 lawful. Laws refuse:").arg(grouped(counts.combinations), grouped(counts.lawful));
        for (std::size_t k = 0; k < counts.refused.size(); ++k)
            if (counts.refused[k] > 0)
                lines << QStringLiteral("%1  %2").arg(grouped(counts.refused[k]), named(nameOf(static_cast<Law>(k))));
        if (lines.size() == 1)
            lines = {tr("%1 combinations, all lawful.").arg(grouped(counts.combinations))};
    }
    const SweepRun::Progress& progress = m_run->progress();
    if (m_run->space() && progress.done > progress.kept) {
        lines << QString{} << tr("Of the last sweep's lawful mappings, left out:");
        for (std::size_t k = 0; k < progress.filtered.size(); ++k)
            if (progress.filtered[k] > 0)
                lines << QStringLiteral("%1  %2").arg(grouped(progress.filtered[k]),
                                                      named(nameOf(static_cast<sweep::Filter>(k))));
    }
    m_editor->setLeftOut(lines.join(u'\n'));
}

void SweepView::showProgress()
{
    m_start->setText(m_run->isRunning() ? tr("&Cancel") : tr("&Sweep"));
    m_start->setEnabled(m_run->isRunning() || (m_space && m_space->size() > 0));
    m_count->setText(m_space ? tr("%1 lawful mappings of %2 combinations")
                                   .arg(grouped(m_space->size()), grouped(m_space->counts().combinations))
                         : m_base ? tr("The space is refused; what is wrong stands below its fields")
                                  : tr("The candidate has no result that a space could be made around"));
    const SweepRun::Progress& progress = m_run->progress();
    m_progress->setValue(progress.total > 0 ? static_cast<int>(1000.0 * static_cast<double>(progress.done)
                                                               / static_cast<double>(progress.total))
                                            : 0);
    if (!m_run->space()) {
        m_state->setText(tr("Sweep judges every lawful mapping: time, memory, utilisation, messages."));
        return;
    }
    QString text = tr("%1 of %2 gone through, %3 found, %4 on the front")
                       .arg(grouped(progress.done), grouped(progress.total), grouped(progress.kept),
                            grouped(static_cast<std::int64_t>(progress.front.size())));
    if (m_run->isRunning())
        text += tr(", %1 a second").arg(QString::fromStdString(humanRate(progress.pointsPerSecond)));
    else if (m_run->wasCancelled())
        text += tr("; cancelled");
    if (m_space && !m_run->isRunning() && m_run->space()->statement() != m_space->statement())
        text += tr(". The space has changed since");
    if (progress.kept > static_cast<std::int64_t>(SweepRun::mostRows))
        text += tr(". Charts and table hold the first %1; the front is of all").arg(grouped(SweepRun::mostRows));
    m_state->setText(text);
}

void SweepView::start()
{
    if (!m_space || m_space->size() == 0)
        return;
    m_ordering.brushes.clear();
    m_run->start(m_space);
}

void SweepView::cancel()
{
    m_run->cancel();
}

void SweepView::finish()
{
    while (m_run->isRunning() || m_work.isRunning())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::ExcludeUserInputEvents);
}

void SweepView::brush(SweepColumn column, double from, double to)
{
    lift(column);
    m_ordering.brushes.push_back({column, from, to});
}

void SweepView::lift(SweepColumn column)
{
    m_ordering.brushes.erase(std::remove_if(m_ordering.brushes.begin(), m_ordering.brushes.end(),
                                            [column](const SweepBrush& brush) { return brush.column == column; }),
                             m_ordering.brushes.end());
}

/// One picture after the other: one that is being made is not thrown away, or while a sweep runs none would be shown.
void SweepView::askForPicture()
{
    m_liftAll->setEnabled(!m_ordering.brushes.empty());
    if (!m_run->space())
        return;
    if (m_work.isRunning()) {
        m_isPictureOld = true;
        return;
    }
    m_isPictureOld = false;
    m_ordering.front.clear();
    for (const sweep::EvaluatedPoint& member : m_run->progress().front)
        m_ordering.front.push_back(member.index);
    std::sort(m_ordering.front.begin(), m_ordering.front.end());
    SweepPictureRequest request{m_run->rows(), m_ordering, axisColumns[static_cast<std::size_t>(m_x->currentIndex())],
                                axisColumns[static_cast<std::size_t>(m_y->currentIndex())]};
    m_work.start([request = std::move(request)](const LatestWork<SweepPicture>::IsVoid& isVoid) {
        return pictureOf(request, isVoid);
    });
}

void SweepView::takePicture()
{
    SweepPicturePtr made = m_work.take();
    if (!made)
        return;
    m_picture = std::move(made);
    showPicture();
    if (m_isPictureOld)
        askForPicture();
    Q_EMIT pictured();
}

void SweepView::showPicture()
{
    const auto chosen = chosenIndex();
    m_showing = true;
    m_model->setOrder(m_picture ? m_picture->order : nullptr);
    if (const int row = chosen ? m_model->rowOf(*chosen) : -1; row >= 0)
        m_table->setCurrentIndex(m_model->index(row, 0));
    m_showing = false;
    showScatter();
    showParallel();
    showLeftOut();
    showPoint();
}

std::vector<ScatterMark> SweepView::marks() const
{
    std::vector<ScatterMark> found;
    const auto& space = m_run->space();
    if (!space || !m_picture)
        return found;
    const auto mark = [&](const std::optional<std::int64_t>& index, const QString& text, Role role) {
        const std::size_t position = index ? m_picture->request.rows.find(*index) : m_picture->request.rows.size();
        if (position == m_picture->request.rows.size())
            return;
        const SweepRow& row = m_picture->request.rows.at(position);
        found.push_back({QPointF(valueOf(row, m_picture->request.x), valueOf(row, m_picture->request.y)), text, role});
    };
    const StudyDocument& document = context().study->document();
    const auto indexOf = [&](std::size_t candidate) -> std::optional<std::int64_t> {
        const auto point = candidate < document.candidates.size() ? pointOf(document.candidates[candidate])
                                                                  : std::nullopt;
        return point ? space->indexOf(*point) : std::nullopt;
    };
    mark(indexOf(context().study->currentCandidate()), tr("candidate"), Role::Text);
    if (document.pinnedA)
        mark(indexOf(*document.pinnedA), tr("A"), Role::CandidateA);
    if (document.pinnedB)
        mark(indexOf(*document.pinnedB), tr("B"), Role::CandidateB);
    mark(chosenIndex(), {}, Role::Error);
    return found;
}

void SweepView::showScatter()
{
    const Theme& theme = context().theme->theme();
    ScatterData chart;
    chart.subject = tr("Mappings found");
    chart.frontName = tr("Pareto front");
    chart.empty = !m_run->space() ? tr("No sweep yet")
        : m_run->isRunning()      ? tr("Nothing found yet")
                             : tr("No mapping of the space is within its bounds; what left them out stands in Space");
    if (m_picture) {
        const SweepColumn x = m_picture->request.x;
        const SweepColumn y = m_picture->request.y;
        chart.cloud = m_picture->cloud;
        const auto axisOf = [](SweepColumn column, const std::vector<float>& values) {
            const auto [low, high] = std::minmax_element(values.begin(), values.end());
            return values.empty() ? plotAxisOf(column, 0, 0)
                                  : plotAxisOf(column, static_cast<double>(*low), static_cast<double>(*high));
        };
        chart.x = axisOf(x, chart.cloud->x);
        chart.y = axisOf(y, chart.cloud->y);
        for (const std::int64_t index : m_picture->order->ordering.front)
            if (const std::size_t position = m_picture->request.rows.find(index);
                position < m_picture->request.rows.size()) {
                const SweepRow& row = m_picture->request.rows.at(position);
                chart.front.emplace_back(valueOf(row, x), valueOf(row, y));
            }
        std::sort(chart.front.begin(), chart.front.end(),
                  [](const QPointF& one, const QPointF& other) { return one.x() < other.x(); });
        const std::vector<sweep::Objective>& objectives = m_run->space()->statement().objectives;
        chart.joinsFront = objectives.size() == 2
            && ((x == SweepColumn::Memory && y == SweepColumn::Time)
                || (x == SweepColumn::Time && y == SweepColumn::Memory));
        if (const double capacity = m_run->space()->statement().system->capacityBytes();
            x == SweepColumn::Memory || y == SweepColumn::Memory)
            (x == SweepColumn::Memory ? chart.xLimit : chart.yLimit) =
                ScatterLimit{capacity, tr("capacity %1").arg(QString::fromStdString(humanBytes(capacity)))};
        chart.marks = marks();
    }
    m_scatter->setData(std::move(chart), theme);
}

void SweepView::showParallel()
{
    ParallelData chart;
    chart.subject = tr("Mappings found, by what they choose and what they cost");
    chart.empty = tr("Drag along an axis to brush it");
    if (m_picture && !m_picture->lines->isForemost.empty()) {
        chart.lines = m_picture->lines;
        for (std::size_t k = 0; k < parallelColumns.size(); ++k) {
            const ColumnRange& range = m_picture->ranges[k];
            ParallelAxis axis{
                plotAxisOf(parallelColumns[k], range.least, range.greatest), range.least, range.greatest, {}};
            for (const SweepBrush& brush : m_picture->order->ordering.brushes)
                if (brush.column == parallelColumns[k])
                    axis.brush = std::pair{std::max(brush.from, range.least), std::min(brush.to, range.greatest)};
            chart.axes.push_back(std::move(axis));
        }
        if (const auto chosen = chosenIndex())
            if (const std::size_t position = m_picture->request.rows.find(*chosen);
                position < m_picture->request.rows.size())
                for (const SweepColumn column : parallelColumns)
                    chart.marked.push_back(static_cast<float>(valueOf(m_picture->request.rows.at(position), column)));
        const auto shown = static_cast<std::int64_t>(m_picture->order->positions.size());
        const auto lineCount = static_cast<std::int64_t>(m_picture->drawnLines);
        chart.note = lineCount < shown
            ? tr("%1 of %2 drawn, evenly spaced").arg(grouped(lineCount), grouped(shown))
            : tr("%1 of %2 found")
                  .arg(grouped(shown), grouped(static_cast<std::int64_t>(m_picture->request.rows.size())));
    }
    m_parallel->setData(std::move(chart), context().theme->theme());
}

std::optional<std::int64_t> SweepView::chosenIndex() const
{
    const EntityKey& key = context().selection->current();
    bool isIndex = false;
    const qlonglong index = key.name.toLongLong(&isIndex);
    if (key.kind != EntityKey::Kind::Mapping || !isIndex || !m_run->space() || index < 0
        || index >= m_run->space()->size())
        return std::nullopt;
    return index;
}

void SweepView::choose(std::int64_t index)
{
    context().selection->select({EntityKey::Kind::Mapping, QString::number(index)});
}

/// Along the front in the order of the first objective; from nowhere to its first.
void SweepView::stepFront(int by)
{
    const std::vector<sweep::EvaluatedPoint>& front = m_run->progress().front;
    if (front.empty())
        return;
    const auto chosen = chosenIndex();
    const auto found = std::find_if(front.begin(), front.end(),
                                    [&chosen](const sweep::EvaluatedPoint& member) { return chosen == member.index; });
    const auto last = static_cast<std::ptrdiff_t>(front.size()) - 1;
    const std::ptrdiff_t next = found == front.end() ? 0
                                                     : std::clamp<std::ptrdiff_t>(found - front.begin() + by, 0, last);
    choose(front[static_cast<std::size_t>(next)].index);
}

void SweepView::showSelection(const EntityKey&)
{
    m_showing = true;
    const auto chosen = chosenIndex();
    const QModelIndex current = m_table->currentIndex();
    const bool isShown = chosen && current.isValid() && m_model->row(current.row()).evaluated.index == *chosen;
    if (const int row = chosen && !isShown ? m_model->rowOf(*chosen) : -1; row >= 0)
        m_table->setCurrentIndex(m_model->index(row, 0));
    else if (!isShown)
        m_table->clearSelection();
    m_showing = false;
    showScatter();
    showParallel();
    showPoint();
}

void SweepView::showPoint()
{
    const auto chosen = chosenIndex();
    if (!chosen)
        return m_pointPanel->showNothing();
    const sweep::PointSpace& space = *m_run->space();
    sweep::ParetoFront front{space.statement().objectives};
    for (const sweep::EvaluatedPoint& member : m_run->progress().front)
        front.add(member);
    const sweep::Point point = space.at(*chosen);
    m_pointPanel->showPoint(point, sweep::whyNot(space, point, front), space);
}

void SweepView::explainCurrentCandidate()
{
    const StudyController* study = context().study;
    const auto point = pointOf(study->document().candidates[study->currentCandidate()]);
    const std::shared_ptr<const sweep::PointSpace> space = m_run->space() ? m_run->space() : m_space;
    if (!space)
        return;
    if (!point) {
        m_pointPanel->say(
            tr("The current candidate"),
            tr("One of its fields is no number, or a name that is not known; what is wrong stands in Problems."));
        return;
    }
    sweep::ParetoFront front{space->statement().objectives};
    for (const sweep::EvaluatedPoint& member : m_run->progress().front)
        front.add(member);
    const sweep::WhyNot why = sweep::whyNot(*space, *point, front);
    if (why.index && m_run->space())
        choose(*why.index);
    m_pointPanel->showPoint(*point, why, *space);
}

QString SweepView::copyText() const
{
    const int rows = std::min(m_model->rowCount(), mostCopied);
    QList<QStringList> lines;
    QStringList heading;
    for (int column = 0; column < sweepColumnCount; ++column)
        heading << SweepTableModel::exactTitleOf(SweepTableModel::columnOf(column));
    lines << heading;
    for (int row = 0; row < rows; ++row) {
        QStringList cells;
        for (int column = 0; column < sweepColumnCount; ++column)
            cells << m_model->index(row, column).data(ExactRole).toString();
        lines << cells;
    }
    return rows == 0 ? m_editor->copyText() : tsvOf(lines);
}

void SweepView::saveTable()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Save the mappings found"), QStringLiteral("sweep.csv"),
                                                      tr("CSV (*.csv)"));
    if (path.isEmpty())
        return;
    QSaveFile file(path);
    bool isWritten = file.open(QIODevice::WriteOnly);
    std::string text{sweep::rowHeader()};
    const auto flush = [&file, &text, &isWritten] {
        isWritten = isWritten
            && file.write(text.data(), static_cast<qint64>(text.size())) == static_cast<qint64>(text.size());
        text.clear();
    };
    const SweepRows rows = m_run->rows();
    for (const SweepRows::Chunk& chunk : rows.chunks()) {
        for (const SweepRow& row : *chunk)
            sweep::appendRow(text, row.point, row.evaluated);
        flush();
    }
    flush();
    if (!isWritten || !file.commit())
        QMessageBox::warning(this, tr("Not saved"), tr("%1 could not be written: %2").arg(path, file.errorString()));
}

void SweepView::saveSpace()
{
    if (!m_space)
        return;
    const QString path = QFileDialog::getSaveFileName(this, tr("Save the space"), QStringLiteral("space.json"),
                                                      tr("Spaces of mappings (*.json)"));
    if (path.isEmpty())
        return;
    const std::string text = sweep::writeSpace(m_space->statement());
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)
        || file.write(text.data(), static_cast<qint64>(text.size())) != static_cast<qint64>(text.size())
        || !file.commit())
        QMessageBox::warning(this, tr("Not saved"), tr("%1 could not be written: %2").arg(path, file.errorString()));
}

/// Where there is no room for both charts beside each other, they stand below each other.
void SweepView::resizeEvent(QResizeEvent* event)
{
    View::resizeEvent(event);
    const int forCharts = width() - (m_editor->isVisible() ? m_editor->width() : 0);
    m_charts->setOrientation(forCharts >= wideFrom ? Qt::Horizontal : Qt::Vertical);
}

} // namespace planscope::ui
