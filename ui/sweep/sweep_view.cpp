#include "ui/sweep/sweep_view.h"

#include "ui/charts/parallel_chart.h"
#include "ui/charts/scatter_chart.h"
#include "ui/models/table_text.h"
#include "ui/panels/copy_actions.h"
#include "ui/sweep/space_editor.h"
#include "ui/sweep/sweep_bar.h"
#include "ui/sweep/sweep_charts.h"
#include "ui/sweep/sweep_files.h"
#include "ui/sweep/sweep_point_panel.h"
#include "ui/sweep/sweep_table.h"
#include "ui/sweep/sweep_table_model.h"
#include "ui/sweep/sweep_text.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace planscope::ui {
namespace {

constexpr int leastResults = 560; ///< px beside the editor of the space
constexpr int wideFrom = 760;     ///< px of the charts: then they stand side by side

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

void SweepView::build()
{
    m_bar = new SweepBar(this);
    m_editor = new SpaceEditor(this);
    m_scatter = new ScatterChart(this);
    m_parallel = new ParallelChart(this);
    m_charts = new QSplitter(Qt::Horizontal, this);
    m_charts->addWidget(m_scatter);
    m_charts->addWidget(m_parallel);
    m_charts->setChildrenCollapsible(false);
    m_table = new SweepTable(m_model, this);
    m_pointPanel = new SweepPointPanel(this);

    m_results = new QWidget(this);
    auto* column = new QVBoxLayout(m_results);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* parts = new QSplitter(Qt::Vertical, m_results);
    parts->addWidget(m_charts);
    parts->addWidget(m_table);
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 2);
    parts->setChildrenCollapsible(false);
    column->addWidget(parts, 1);
    column->addWidget(m_pointPanel);

    m_split = new QSplitter(Qt::Horizontal, this);
    m_split->addWidget(m_editor);
    m_split->addWidget(m_results);
    m_split->setStretchFactor(0, 0);
    m_split->setStretchFactor(1, 1);
    m_split->setSizes({320, 1000});
    m_split->setChildrenCollapsible(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_split, 1);
}

void SweepView::connectParts()
{
    connect(m_bar, &SweepBar::spaceToggled, this, &SweepView::arrange);
    connect(m_bar, &SweepBar::saveTableRequested, this, [this] { saveRowsByDialog(this, m_run->rows()); });
    connect(m_bar, &SweepBar::saveSpaceRequested, this, [this] {
        if (m_space)
            saveSpaceByDialog(this, m_space->statement());
    });
    connect(m_editor, &SpaceEditor::edited, this, [this] {
        m_isDraftOwn = true;
        judgeSpace();
    });
    connect(m_bar, &SweepBar::startRequested, this, &SweepView::start);
    connect(m_bar, &SweepBar::cancelRequested, this, &SweepView::cancel);
    connect(m_bar, &SweepBar::anewRequested, this, [this] {
        m_isDraftOwn = false;
        refresh();
    });
    const auto arrived = [this] {
        showProgress();
        askForPicture();
    };
    connect(m_run, &SweepRun::started, this, &SweepView::clear);
    connect(m_run, &SweepRun::dropped, this, &SweepView::clear);
    connect(m_run, &SweepRun::advanced, this, arrived);
    connect(m_run, &SweepRun::finished, this, arrived);
    connect(m_model, &SweepTableModel::sortRequested, this, [this](SweepColumn column, bool descending) {
        m_ordering.column = column;
        m_ordering.descending = descending;
        askForPicture();
    });
    connect(m_bar, &SweepBar::frontOnlyToggled, this, [this](bool only) {
        m_ordering.frontOnly = only;
        askForPicture();
    });
    connect(m_bar, &SweepBar::axesChanged, this, &SweepView::askForPicture);
    connect(m_bar, &SweepBar::liftRequested, this, [this] {
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
    connect(m_pointPanel, &SweepPointPanel::addRequested, this, &SweepView::add);
    connect(m_pointPanel, &SweepPointPanel::pinRequested, this, [this, study](bool asB) {
        study->undoStack().beginMacro(asB ? tr("Compare the mapping of a sweep as B")
                                          : tr("Compare the mapping of a sweep as A"));
        if (const auto candidate = add()) {
            const StudyDocument& document = study->document();
            study->pin(asB ? document.pinnedA : candidate, asB ? candidate : document.pinnedB);
        }
        study->undoStack().endMacro();
    });
    connect(m_pointPanel, &SweepPointPanel::whyRequested, this, &SweepView::explainCurrentCandidate);
}

/// The candidate of the chosen mapping, which becomes the current one: one that the study has already, or a new one.
std::optional<std::size_t> SweepView::add()
{
    StudyController* study = context().study;
    const auto point = pointOf(context().selection->current());
    if (!point)
        return std::nullopt;
    const std::vector<StudyCandidate>& candidates = study->document().candidates;
    const auto twin = std::find_if(candidates.begin(), candidates.end(),
                                   [&point](const StudyCandidate& candidate) { return pointOf(candidate) == point; });
    const auto place = static_cast<std::size_t>(twin - candidates.begin());
    if (twin == candidates.end())
        study->addCandidate(candidateOf(*point, candidates[study->currentCandidate()]),
                            tr("Add the mapping of a sweep"));
    study->setCurrentCandidate(place);
    return place;
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
        m_bar->setTheme(theme);
        m_table->setTheme(theme);
        arrange(); // the editor's width follows its fonts
        showPicture();
    }
    noticeAnotherStudy();
    m_base = isLawful ? now : nullptr;
    if (m_base && !m_isDraftOwn)
        m_editor->setDraft(draftAround(m_base->derivation->training, m_base->tiers));
    judgeSpace();
    showScatter(); // the candidates' places
}

/// What was stated and found is of the study that was open. A study that is renamed, or its model, is the same.
void SweepView::noticeAnotherStudy()
{
    const StudyDocument& document = context().study->document();
    const bool isAnother = m_study != document.name && m_studyModel != document[ModelField::Name];
    m_study = document.name;
    m_studyModel = document[ModelField::Name];
    if (!isAnother)
        return;
    m_isDraftOwn = false;
    if (m_run->space())
        m_run->drop();
}

/// What is drawn is of another space.
void SweepView::clear()
{
    m_work.cancel();
    m_isPictureOld = false;
    m_picture = nullptr;
    m_ordering.brushes.clear();
    m_bar->setBrushed(false);
    showPicture();
    showProgress();
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
    m_editor->setLeftOut(leftOutText(m_space.get(), *m_run));
}

void SweepView::showProgress()
{
    const SweepRun::Progress& progress = m_run->progress();
    m_bar->setRunning(m_run->isRunning(), m_run->isRunning() || (m_space && m_space->size() > 0));
    m_bar->setCounted(m_space      ? countedText(*m_space)
                          : m_base ? tr("The space is refused; what is wrong stands below its fields")
                                   : tr("The candidate has no result that a space could be made around"));
    m_bar->setProgress(progress.total > 0 ? static_cast<double>(progress.done) / static_cast<double>(progress.total)
                                          : 0,
                       progressText(m_space.get(), *m_run));
}

void SweepView::start()
{
    if (!m_space || m_space->size() == 0)
        return;
    m_run->start(m_space);
    if (m_results->isHidden())
        m_bar->setShowsSpace(false); // what is found is to be seen
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
    m_bar->setBrushed(!m_ordering.brushes.empty());
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
    SweepPictureRequest request{m_run->rows(), m_ordering, m_bar->x(), m_bar->y()};
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

void SweepView::showScatter()
{
    ScatterData chart = scatterOf(m_picture.get(), *m_run);
    chart.marks = marksOf(m_picture.get(), *m_run, *context().study, chosenIndex());
    m_scatter->setData(std::move(chart), context().theme->theme());
}

void SweepView::showParallel()
{
    m_parallel->setData(parallelOf(m_picture.get(), chosenIndex()), context().theme->theme());
}

std::optional<std::int64_t> SweepView::chosenIndex() const
{
    const auto point = pointOf(context().selection->current());
    return point && m_run->space() ? m_run->space()->indexOf(*point) : std::nullopt;
}

void SweepView::choose(std::int64_t index)
{
    context().selection->select(keyOf(m_run->space()->at(index)));
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

sweep::ParetoFront SweepView::front() const
{
    sweep::ParetoFront front{m_run->space()->statement().objectives};
    for (const sweep::EvaluatedPoint& member : m_run->progress().front)
        front.add(member);
    return front;
}

void SweepView::showPoint()
{
    const auto point = pointOf(context().selection->current());
    if (!point || !m_run->space())
        return m_pointPanel->showNothing();
    const sweep::PointSpace& space = *m_run->space();
    m_pointPanel->showPoint(*point, sweep::whyNot(space, *point, front()), space);
}

/// By choosing its mapping: what there is to say of that one is said.
void SweepView::explainCurrentCandidate()
{
    const StudyController* study = context().study;
    const auto point = pointOf(study->document().candidates[study->currentCandidate()]);
    if (!point)
        m_pointPanel->say(tr("The current candidate"),
                          tr("One of its fields is no number, or a name that is not known; "
                             "what is wrong stands in Problems."));
    else if (!m_run->space())
        m_pointPanel->say(tr("The current candidate"), tr("Sweep first: then it is held against what was found."));
    else
        context().selection->select(keyOf(*point));
}

QString SweepView::copyText() const
{
    return m_model->rowCount() == 0 ? m_editor->copyText() : m_model->toTsv(mostCopied);
}

void SweepView::resizeEvent(QResizeEvent* event)
{
    View::resizeEvent(event);
    arrange();
}

/// Where there is no room for all, the space and what was found in it take turns, and the charts stand below each
/// other.
void SweepView::arrange()
{
    const bool isNarrow = width() < m_editor->minimumWidth() + leastResults;
    m_editor->setVisible(m_bar->showsSpace());
    m_results->setVisible(!isNarrow || !m_bar->showsSpace());
    m_editor->setMaximumWidth(isNarrow ? QWIDGETSIZE_MAX : m_editor->minimumWidth() * 5 / 4);
    const int forCharts = width() - (m_editor->isHidden() || isNarrow ? 0 : m_editor->minimumWidth());
    m_charts->setOrientation(forCharts >= wideFrom ? Qt::Horizontal : Qt::Vertical);
}

} // namespace planscope::ui
