#include "ui/panels/stages_view.h"

#include "report/whole_breakdown.h"
#include "study/whole_rank_work.h"
#include "ui/models/saved_tensor_model.h"
#include "ui/models/stage_key.h"
#include "ui/models/stage_table_model.h"
#include "ui/models/table_text.h"
#include "ui/panels/copy_actions.h"
#include "ui/panels/figure_grid.h"
#include "ui/panels/result_notice.h"
#include "ui/panels/stage_layout_bar.h"
#include "ui/panels/stage_map.h"

#include <QAction>
#include <QComboBox>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace planscope::ui {
namespace {

/// Shares its height anew whenever it has another.
class SharedHeight final : public QSplitter {
public:
    SharedHeight(std::function<void()> share, QWidget* parent)
        : QSplitter(Qt::Vertical, parent)
        , m_share(std::move(share))
    {
        setChildrenCollapsible(false);
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QSplitter::resizeEvent(event);
        m_share();
    }

private:
    std::function<void()> m_share;
};

} // namespace

StagesView::StagesView(const ViewContext& context, QWidget* parent)
    : View(context, parent)
    , m_figureModel(new StageTableModel(this))
    , m_savedModel(new SavedTensorModel(this))
    , m_notice(new ResultNotice(this))
    , m_noTime(new ResultNotice(this))
    , m_refused(new ResultNotice(this))
    , m_bar(new StageLayoutBar(this))
    , m_body(new QWidget(this))
    , m_split(new SharedHeight([this] { share(); }, m_body))
    , m_map(new StageMap([this](int from, int to) { return judge(from, to); }, nullptr))
    , m_tables(new QTabWidget)
    , m_figures(new FigureGrid(tr("Figures of every stage"), m_figureModel, FigureGrid::Entities::OfCells,
                               [this](const EntityKey& key) { return m_figureModel->cellOf(key); }, nullptr))
    , m_saved(new FigureGrid(tr("Saved tensors of the chosen stage"), m_savedModel, FigureGrid::Entities::OfRows,
                             [this](const EntityKey& key) { return m_savedModel->indexOf(key); }, nullptr))
{
    m_tables->setDocumentMode(true);
    m_tables->tabBar()->setAccessibleName(tr("Tables of the stages"));
    m_tables->addTab(m_saved, {});
    m_tables->addTab(m_figures, tr("Figures of every stage"));
    m_split->addWidget(m_map);
    m_split->addWidget(m_tables);
    auto* const body = new QVBoxLayout(m_body);
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(0);
    body->addWidget(m_bar);
    body->addWidget(m_refused);
    body->addWidget(m_split, 1);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_notice);
    column->addWidget(m_noTime);
    column->addWidget(m_body, 1);
    column->addStretch(0);
    m_bar->mode()->setCurrentIndex(static_cast<int>(EstimateMode::SystemEvidence));
    addActions({m_bar->toPrevious(), m_bar->toNext(), m_bar->makeEven()});
    connectParts();
}

void StagesView::connectParts()
{
    Selection* const selection = context().selection;
    connect(m_map, &StageMap::selected, selection, &Selection::select);
    connect(m_map, &StageMap::activated, selection, &Selection::activate);
    connect(m_map, &StageMap::chunkChosen, this, [this] {
        refuse({});
        showLayout();
    });
    connect(m_map, &StageMap::blockDropped, this, &StagesView::moveBlock);
    for (const FigureGrid* const grid : {m_figures, m_saved}) {
        connect(grid, &FigureGrid::selected, selection, &Selection::select);
        connect(grid, &FigureGrid::opened, selection, &Selection::activate);
    }
    connect(m_bar->toPrevious(), &QAction::triggered, this, [this] { moveChosen(-1); });
    connect(m_bar->toNext(), &QAction::triggered, this, [this] { moveChosen(1); });
    connect(m_bar->makeEven(), &QAction::triggered, this, &StagesView::splitEvenly);
    connect(m_bar->mode(), &QComboBox::currentIndexChanged, this, [this] {
        if (hasEstimate())
            showResult();
    });
    connect(m_split, &QSplitter::splitterMoved, this, [this] { m_isDragged = true; });
    connect(m_tables, &QTabWidget::currentChanged, this, [this] { share(); });
    connect(context().study, &StudyController::documentChanged, this, [this] {
        if (isVisible())
            showLayout();
    });
    const auto ofStage = [this] {
        const std::optional<int> stage = m_map->stage();
        QModelIndexList cells;
        for (int column = 0; stage && column < m_figureModel->columnCount(); ++column)
            cells << m_figureModel->index(*stage, column);
        return cells.isEmpty() ? QString{} : tsvOf(*m_figureModel, cells);
    };
    addCopyActions(m_map, {ofStage, [this] { return m_figures->allText(); }});
}

QString StagesView::title() const
{
    return tr("Stages");
}

QString StagesView::exportName() const
{
    return QStringLiteral("stages");
}

QStringList StagesView::exportParts() const
{
    return {exportName(), QStringLiteral("stages-figures")};
}

void StagesView::showExportPart(int part)
{
    m_tables->setCurrentIndex(part);
}

bool StagesView::isBestFor(EntityKey::Kind kind) const
{
    // A figure of a stage is seen where the stages are, other figures in the view that sums them up.
    const bool isFigureHere
        = kind == EntityKey::Kind::Component && isVisible() && stageOf(context().selection->current()).has_value();
    return kind == EntityKey::Kind::Stage || isFigureHere;
}

bool StagesView::hasEstimate() const
{
    return m_shown && m_shown->estimate && m_shown->derivation && m_shown->derivation->complete();
}

void StagesView::showTheme()
{
    const Theme& theme = context().theme->theme();
    if (m_theme == theme)
        return;
    m_theme = theme;
    m_fitted = false;
    m_bar->setTheme(theme);
    m_tables->setFont(theme.body());
    m_figures->setTheme(theme);
    m_saved->setTheme(theme);
    m_refused->setNotice({}, theme);
}

void StagesView::refresh()
{
    const Theme& theme = context().theme->theme();
    const CandidateStatePtr state = context().study->currentState();
    const whole::CandidateResultPtr now = wholeResult();
    const bool isNew = now != m_shown || m_theme != theme;
    m_shown = now;
    showTheme();
    m_notice->setNotice(draws(accounting()) ? noticeOf(state.get()) : Notice{}, theme);
    m_noTime->setNotice(hasEstimate() ? noTimeNotice(now) : Notice{}, theme);
    m_body->setVisible(hasEstimate());
    if (isNew && hasEstimate())
        showResult();
    showLayout();
}

void StagesView::showResult()
{
    const auto mode = static_cast<EstimateMode>(m_bar->mode()->currentIndex());
    const bool otherStages = m_map->content().stages() != static_cast<int>(m_shown->estimate->peaks.size());
    m_map->setContent(StageMapContent(m_shown, mode), *m_theme);
    m_figureModel->setResult(m_shown, mode);
    m_bar->setHasTimes(m_map->content().hasTimes());
    if (!m_stageChosen || m_stage >= m_map->content().stages()) {
        m_stage = static_cast<int>(whole::fullestStage(*m_shown->estimate));
        m_stageChosen = false;
    }
    showStage(m_stage);
    if (!m_fitted) {
        m_figures->fitColumns();
        m_saved->fitColumns();
    }
    m_fitted = true;
    if (otherStages)
        share();
}

void StagesView::showStage(int stage)
{
    m_stage = stage;
    m_savedModel->setStage(m_shown, stage);
    m_tables->setTabText(0, tr("Saved tensors of stage %1").arg(stage));
}

void StagesView::showLayout()
{
    const StudyController& study = *context().study;
    m_bar->showLayout(layout(), evenLayoutOf(study.document(), study.currentCandidate()), m_map->chunk());
}

/// The map has what its rows need, but leaves the tables as much as they need up to two fifths.
void StagesView::share()
{
    if (!hasEstimate())
        return;
    const int room = m_split->height() - m_split->handleWidth();
    const int full = m_map->fullHeight(m_split->width());
    const int forTables = m_tables->tabBar()->sizeHint().height()
        + qobject_cast<const FigureGrid*>(m_tables->currentWidget())->fullSize().height();
    m_map->setMaximumHeight(full);
    if (m_isDragged && full + forTables > room)
        return;
    const int forMap = std::min(full, std::max(room - forTables, room * 3 / 5));
    m_split->setSizes({forMap, room - forMap});
}

void StagesView::showSelection(const EntityKey& key)
{
    if (!hasEstimate())
        return;
    refuse({});
    m_map->showSelection(shownFor(key));
    if (const std::optional<int> stage = m_map->stage(); stage && (*stage != m_stage || !m_stageChosen)) {
        m_stageChosen = true;
        showStage(*stage);
    }
    m_figures->showSelection(shownFor(key));
    m_saved->showSelection(key);
    showLayout();
}

/// The stage of a group of ranks, which all do the same; another key as it is.
EntityKey StagesView::shownFor(const EntityKey& key) const
{
    if (key.kind != EntityKey::Kind::Rank)
        return key;
    const auto work = whole::rankWorkOf(*m_shown);
    const qint64 rank = key.name.section(QLatin1Char('-'), 0, 0).toLongLong();
    if (work)
        for (const whole::StageWork& stage : work->stages)
            if (rank >= stage.firstRank && rank < stage.firstRank + stage.rankCount)
                return stageKey(static_cast<int>(stage.stage));
    return key;
}

std::optional<StageLayout> StagesView::layout() const
{
    const StudyController& study = *context().study;
    return layoutOf(study.document(), study.currentCandidate());
}

QString StagesView::judge(int from, int to) const
{
    const CandidateStatePtr state = context().study->currentState();
    const std::optional<StageLayout> now = layout();
    if (!now || !state || (state->stale && !state->running))
        return tr("The candidate is not lawful as it stands: mend it in the editor first.");
    return refusalOf(*now, from, to);
}

void StagesView::moveBlock(int from, int to)
{
    const QString why = judge(from, to);
    refuse(why);
    if (!why.isEmpty())
        return;
    const StageLayout before = *layout();
    const bool isOneEach = before.chunksPerStage() == 1;
    const QString step = isOneEach ? tr("Move a block from stage %1 to stage %2").arg(from).arg(to)
                                   : tr("Move a block from chunk %1 to chunk %2").arg(from).arg(to);
    StudyController& study = *context().study;
    study.setCandidateField(study.currentCandidate(), CandidateField::Layout,
                            withBlockMoved(before, from, to).text(), step);
}

void StagesView::moveChosen(int direction)
{
    if (const std::optional<int> chunk = m_map->chunk())
        moveBlock(*chunk, *chunk + direction);
}

void StagesView::splitEvenly()
{
    refuse({});
    StudyController& study = *context().study;
    if (const std::optional<StageLayout> even = evenLayoutOf(study.document(), study.currentCandidate()))
        study.setCandidateField(study.currentCandidate(), CandidateField::Layout, even->text(),
                                tr("Split the blocks evenly"));
}

void StagesView::refuse(const QString& why)
{
    m_refused->setNotice(why.isEmpty() ? Notice{} : Notice{tr("▲ The block stays where it is"), why, Role::Warn},
                         context().theme->theme());
}

QString StagesView::refusal() const
{
    return m_refused->isHidden() ? QString{} : m_refused->text();
}

QString StagesView::copyText() const
{
    if (!hasEstimate())
        return {};
    return m_figures->allText() + QLatin1Char('\n') + m_saved->allText();
}

QSize StagesView::exportSize() const
{
    if (!hasEstimate())
        return View::exportSize();
    constexpr int leastWidth = 1600;
    const QSize table = qobject_cast<const FigureGrid*>(m_tables->currentWidget())->fullSize();
    const int wide = std::max(leastWidth, table.width());
    int high = m_bar->sizeHint().height() + m_map->fullHeight(wide) + m_split->handleWidth()
        + m_tables->tabBar()->sizeHint().height() + table.height();
    for (const ResultNotice* const notice : {m_notice, m_noTime, m_refused})
        if (!notice->isHidden())
            high += notice->heightForWidth(wide);
    return {wide, high};
}

} // namespace planscope::ui
