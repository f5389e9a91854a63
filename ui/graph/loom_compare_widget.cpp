#include "ui/graph/loom_compare_widget.h"

#include "ui/graph/loom_difference_text.h"
#include "ui/graph/loom_tools.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>

namespace planscope::ui {

LoomCompareWidget::LoomCompareWidget(QWidget* parent)
    : QWidget(parent)
    , m_tools(new LoomTools(tr("Controls of the compared task graphs"), this))
    , m_pair(new QWidget(this))
    , m_merged(new LoomCanvas(this))
    , m_sides{new LoomCanvas(m_pair), new LoomCanvas(m_pair)}
    , m_sideTitles{new QLabel(QStringLiteral("A"), m_pair), new QLabel(QStringLiteral("B"), m_pair)}
{
    makeControls();
    m_merged->setAccessibleName(tr("Task graphs of A and B in one"));
    m_sides[0]->setAccessibleName(tr("Task graph of A"));
    m_sides[1]->setAccessibleName(tr("Task graph of B"));
    auto* columns = new QHBoxLayout(m_pair);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->setSpacing(2);
    for (std::size_t k = 0; k < m_sides.size(); ++k) {
        auto* column = new QVBoxLayout;
        column->setSpacing(0);
        m_sideTitles[k]->setContentsMargins(8, 4, 8, 4);
        column->addWidget(m_sideTitles[k]);
        column->addWidget(m_sides[k], 1);
        columns->addLayout(column, 1);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_tools);
    layout->addWidget(m_merged, 1);
    layout->addWidget(m_pair, 1);
    for (LoomCanvas* const canvas : canvases())
        connectCanvas(canvas);
    connect(m_sides[0], &LoomCanvas::viewportChanged, this, [this] { m_sides[1]->follow(*m_sides[0]); });
    connect(m_sides[1], &LoomCanvas::viewportChanged, this, [this] { m_sides[0]->follow(*m_sides[1]); });
    showForm();
}

LoomCompareWidget::~LoomCompareWidget() = default;

void LoomCompareWidget::connectCanvas(LoomCanvas* canvas)
{
    const auto keyOf = [canvas](LoomCellIndex cell) { return canvas->loomStyle()->scene().itemOf(cell).key; };
    connect(canvas, &LoomCanvas::cellSelected, this, [this, canvas, keyOf](LoomCellIndex cell) {
        const EntityKey key = keyOf(cell);
        if (key.isNull())
            return;
        setSelected(key);
        canvas->setSelected(cell, false);
        Q_EMIT selected(key);
    });
    connect(canvas, &LoomCanvas::cellActivated, this, [this, canvas, keyOf](LoomCellIndex cell) {
        const EntityKey key = keyOf(cell);
        if (!key.isNull()) {
            Q_EMIT activated(key);
            return;
        }
        toggleFold(foldBitOf(canvas->loomStyle()->input(), canvas->loomStyle()->scene().itemOf(cell).group));
    });
    connect(canvas, &LoomCanvas::groupToggled, this, [this, canvas](std::uint32_t group) {
        toggleFold(foldBitOf(canvas->loomStyle()->input(), group));
    });
    connect(canvas, &LoomCanvas::savedSelected, this, [this, canvas](std::uint32_t saved) {
        const EntityKey key{EntityKey::Kind::Value, canvas->loomStyle()->input().saved[saved].name};
        setSelected(key);
        Q_EMIT selected(key);
    });
    connect(canvas, &LoomCanvas::viewportChanged, this, [this, canvas] {
        if (canvas == front())
            m_tools->setZoom(canvas->viewport().zoom());
    });
}

void LoomCompareWidget::makeControls()
{
    m_tools->addLenses(tr("Fact compared in the cells"),
                       tr("Fact compared in the cells: of one run of a task on one rank"));
    m_tools->addSeparator();
    m_sideBySide = m_tools->addButton(tr("Side by side"), tr("A and B beside each other, moving together"), true);
    connect(m_sideBySide, &QToolButton::clicked, this,
            [this](bool apart) { setForm(apart ? Form::SideBySide : Form::Merged); });
    m_tools->addSeparator();
    m_tools->addFolds();
    m_tools->addSeparator();
    m_tools->addZoom();
    connect(m_tools, &LoomTools::lensChosen, this, &LoomCompareWidget::setLens);
    connect(m_tools, &LoomTools::foldToggled, this, &LoomCompareWidget::toggleFold);
    connect(m_tools, &LoomTools::zoomAsked, this, [this](double factor) { front()->zoomBy(factor); });
    connect(m_tools, &LoomTools::fitAsked, this, [this] { front()->fit(); });
}

void LoomCompareWidget::toggleFold(int bit)
{
    LoomOptions options = m_options;
    options.folded ^= 1U << bit;
    setOptions(options);
}

LoomCanvas* LoomCompareWidget::front() const
{
    return m_form == Form::Merged ? m_merged : m_sides[0];
}

void LoomCompareWidget::setLooms(Looms looms, const Theme& theme)
{
    const bool same = looms.merged.input == m_looms.merged.input && m_theme == theme;
    m_looms = std::move(looms);
    m_theme = theme;
    if (same)
        return;
    setPalette(theme.palette());
    for (std::size_t k = 0; k < m_sideTitles.size(); ++k) {
        m_sideTitles[k]->setFont(theme.body());
        QPalette colors = theme.palette();
        colors.setColor(QPalette::WindowText, theme.color(k == 0 ? Role::CandidateA : Role::CandidateB));
        m_sideTitles[k]->setPalette(colors);
    }
    rebuild();
}

void LoomCompareWidget::setOptions(const LoomOptions& options)
{
    m_options = options;
    rebuild();
}

void LoomCompareWidget::rebuild()
{
    m_tools->setFolded(m_options.folded);
    m_scenes = {};
    restyle();
}

/// Scenes are made for what is shown only.
void LoomCompareWidget::restyle()
{
    const auto style = [this](LoomCanvas* canvas, const ComparedLoom& loom, std::shared_ptr<const LoomScene>& scene) {
        if (!loom.input) {
            canvas->setStyle(std::shared_ptr<const LoomStyle>());
            return;
        }
        if (!scene)
            scene = std::make_shared<const LoomScene>(makeLoomScene(*loom.input, m_options));
        canvas->setStyle(
            std::make_shared<const LoomStyle>(scene, loom.input, m_theme, m_lens, LoomMark::Bar, loom.difference));
    };
    if (m_form == Form::Merged)
        style(m_merged, m_looms.merged, m_scenes[0]);
    else
        for (std::size_t k = 0; k < 2; ++k)
            style(m_sides[k], m_looms.sides[k], m_scenes[k + 1]);
    setSelected(m_key);
}

void LoomCompareWidget::setLens(LoomLens lens)
{
    if (m_lens == lens)
        return;
    m_lens = lens;
    m_tools->setLens(lens);
    restyle();
}

void LoomCompareWidget::setForm(Form form)
{
    if (m_form == form)
        return;
    m_form = form;
    showForm();
    restyle();
}

void LoomCompareWidget::showForm()
{
    m_sideBySide->setChecked(m_form == Form::SideBySide);
    m_merged->setVisible(m_form == Form::Merged);
    m_pair->setVisible(m_form == Form::SideBySide);
    setFocusProxy(front());
}

/// The key of the merged cell that stands for a task: B's where A has another one in its place.
EntityKey LoomCompareWidget::placeOf(const EntityKey& key) const
{
    if (key.kind != EntityKey::Kind::Task || !m_looms.merged.difference)
        return key;
    const std::vector<LoomTaskPair>& tasks = m_looms.merged.difference->tasks;
    for (std::size_t k = 0; k < tasks.size(); ++k)
        if (tasks[k].names[0] == key.name || tasks[k].names[1] == key.name)
            return {EntityKey::Kind::Task, m_looms.merged.input->tasks[k].name};
    return key;
}

void LoomCompareWidget::setSelected(const EntityKey& key)
{
    m_key = key;
    const auto mark = [](LoomCanvas* canvas, const EntityKey& wanted) {
        if (const LoomStyle* const style = canvas->loomStyle()) {
            canvas->setSelected(style->scene().findAll(wanted), true);
            canvas->setSelectedThreads(style->scene().threadsKeeping(wanted), wanted.name);
        }
    };
    if (m_form == Form::Merged) {
        mark(m_merged, placeOf(key));
        return;
    }
    for (LoomCanvas* const canvas : m_sides)
        mark(canvas, key);
}

void LoomCompareWidget::stepDifference(bool forward)
{
    const LoomStyle* const style = front()->loomStyle();
    if (!style)
        return;
    const LoomScene& scene = style->scene();
    std::vector<LoomCellIndex> changed;
    for (LoomCellIndex cell = 0; cell < scene.cells().size(); ++cell)
        if (scene.itemOf(cell).kind == LoomItem::Kind::Task
            && style->pairLookOf(scene.cells()[cell].item).pair.change != Change::Same)
            changed.push_back(cell);
    if (changed.empty())
        return;
    const auto place = [&scene](LoomCellIndex cell) {
        return std::pair{scene.cells()[cell].column, scene.cells()[cell].row};
    };
    std::sort(changed.begin(), changed.end(), [&](LoomCellIndex l, LoomCellIndex r) { return place(l) < place(r); });
    const LoomCellIndex here = front()->marks().selected;
    auto next = forward ? changed.front() : changed.back();
    if (here != noLoomCell) {
        const auto after = std::partition_point(changed.begin(), changed.end(), [&](LoomCellIndex cell) {
            return forward ? place(cell) <= place(here) : place(cell) < place(here);
        });
        if (forward && after != changed.end())
            next = *after;
        if (!forward && after != changed.begin())
            next = *(after - 1);
    }
    const EntityKey key = scene.itemOf(next).key;
    setSelected(key);
    Q_EMIT selected(key);
}

QSize LoomCompareWidget::fullSize() const
{
    const LoomStyle* const style = front()->loomStyle();
    if (!style)
        return {1280, 800};
    QSize size = LoomFrame::fullSize(*style);
    if (m_form == Form::SideBySide)
        size = {2 * size.width() + 2, size.height() + m_sideTitles[0]->sizeHint().height()};
    return size + QSize(0, m_tools->sizeHint().height());
}

QList<QStringList> LoomCompareWidget::selectedLines() const
{
    const LoomStyle* const style = m_merged->loomStyle();
    const LoomCellIndex cell = m_merged->marks().selected;
    if (!m_looms.merged.difference || m_form != Form::Merged || !style || cell == noLoomCell)
        return {};
    std::vector<std::uint32_t> tasks = style->scene().itemOf(cell).tasks;
    for (const LoomCellIndex other : m_merged->marks().alike)
        for (const std::uint32_t task : style->scene().itemOf(other).tasks)
            tasks.push_back(task);
    return tasks.empty() ? QList<QStringList>{} : differenceLines(*m_looms.merged.difference, tasks);
}

QList<QStringList> LoomCompareWidget::allLines() const
{
    if (!m_looms.merged.difference)
        return {};
    std::vector<std::uint32_t> tasks(m_looms.merged.difference->tasks.size());
    std::iota(tasks.begin(), tasks.end(), 0u);
    return differenceLines(*m_looms.merged.difference, tasks);
}

} // namespace planscope::ui
