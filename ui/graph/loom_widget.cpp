#include "ui/graph/loom_widget.h"

#include "ui/graph/loom_tools.h"
#include "ui/models/table_text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStringList>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace planscope::ui {

namespace {

QStringList copyHeader()
{
    QStringList header{QStringLiteral("task")};
    for (const LoomLens lens : allLoomLenses)
        header << QStringLiteral("%1 (%2)").arg(titleOf(lens), unitOf(lens));
    return header;
}

QStringList copyLine(const QString& name, const LoomFacts& facts)
{
    QStringList fields{name};
    for (const LoomLens lens : allLoomLenses)
        fields << exactText(facts, lens);
    return fields;
}

/// Values at the boundary and what is kept, or those of them that the key stands for.
QList<QStringList> valueLines(const LoomInput& input, const EntityKey* wanted)
{
    const auto nameOf = [&](std::uint32_t task) { return input.tasks[task].name; };
    QList<QStringList> lines{{QStringLiteral("value"), QStringLiteral("bytes"), QStringLiteral("from"),
                              QStringLiteral("to")}};
    for (const LoomBoundary& boundary : input.boundaries)
        if (wanted == nullptr || boundary.key == *wanted)
            lines << QStringList{boundary.name, QString::number(boundary.bytes),
                                 boundary.producer ? nameOf(*boundary.producer) : QString(),
                                 boundary.consumers.empty() ? QString() : nameOf(boundary.consumers.front())};
    for (const LoomSaved& saved : input.saved)
        if (wanted == nullptr || *wanted == EntityKey{EntityKey::Kind::Value, saved.name})
            lines << QStringList{saved.name, QString::number(saved.bytes), nameOf(saved.birth), nameOf(saved.death)};
    return lines;
}

} // namespace

LoomWidget::LoomWidget(QWidget* parent)
    : QWidget(parent)
    , m_tools(new LoomTools(tr("Task graph controls"), this))
    , m_canvas(new LoomCanvas(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_tools);
    makeControls();
    makeSearch();
    layout->addWidget(m_searchBar);
    layout->addWidget(m_canvas, 1);
    setFocusProxy(m_canvas);

    connect(m_canvas, &LoomCanvas::cellSelected, this, [this](LoomCellIndex cell) {
        m_key = m_scene->itemOf(cell).key;
        if (!m_key.isNull())
            Q_EMIT selected(m_key);
    });
    connect(m_canvas, &LoomCanvas::cellActivated, this, [this](LoomCellIndex cell) {
        const LoomItem& item = m_scene->itemOf(cell);
        if (!item.key.isNull()) {
            Q_EMIT activated(item.key);
            return;
        }
        toggleFold(foldBitOf(*m_input, item.group));
    });
    connect(m_canvas, &LoomCanvas::groupToggled, this,
            [this](std::uint32_t group) { toggleFold(foldBitOf(*m_input, group)); });
    connect(m_canvas, &LoomCanvas::savedSelected, this, [this](std::uint32_t saved) {
        const EntityKey key{EntityKey::Kind::Value, m_input->saved[saved].name};
        setSelected(key);
        Q_EMIT selected(key);
    });
    connect(m_canvas, &LoomCanvas::viewportChanged, this, [this] { m_tools->setZoom(m_canvas->viewport().zoom()); });
}

LoomWidget::~LoomWidget() = default;

void LoomWidget::makeControls()
{
    m_tools->addLenses(tr("Fact shown in the cells"), tr("Fact shown in the cells"));
    m_markBox = m_tools->addChoice(tr("How the fact is drawn"), tr("How the fact is drawn"));
    m_markBox->addItems({tr("as bars"), tr("as fill")});
    connect(m_markBox, &QComboBox::activated, this, [this](int index) { setMark(static_cast<LoomMark>(index)); });
    m_tools->addSeparator();
    m_tools->addFolds();
    m_saved = m_tools->addButton(tr("Kept"), tr("Show what is kept for backward, from birth to death; S goes through what a cell keeps"), true);
    connect(m_saved, &QToolButton::clicked, this, [this](bool shown) {
        LoomOptions options = m_options;
        options.showsSaved = shown;
        setOptions(options);
    });
    m_tools->addSeparator();
    m_tools->addZoom();
    connect(m_tools->addButton(tr("Find"), tr("Find a task (Ctrl+F)"), false), &QToolButton::clicked, this,
            &LoomWidget::openSearch);
    m_tools->addSeparator();
    connect(m_tools, &LoomTools::lensChosen, this, &LoomWidget::setLens);
    connect(m_tools, &LoomTools::foldToggled, this, &LoomWidget::toggleFold);
    connect(m_tools, &LoomTools::zoomAsked, m_canvas, &LoomCanvas::zoomBy);
    connect(m_tools, &LoomTools::fitAsked, m_canvas, &LoomCanvas::fit);
    addActions(m_tools->commands());

    m_variants = m_tools->addChoice(tr("Stage whose step is shown"), tr("Stage whose step is shown"));
    connect(m_variants, &QComboBox::activated, this, &LoomWidget::variantChosen);
    // Last: where there is no room, these move behind the arrow.
    const auto addCopies = [this](const QString& what, const QString& name, int LoomOptions::*count) {
        auto* box = new QSpinBox(m_tools);
        box->setMinimum(1);
        box->setPrefix(what);
        box->setMinimumWidth(box->fontMetrics().horizontalAdvance(what + tr("100 of 100")) + 28);
        box->setAccessibleName(name);
        box->setToolTip(name);
        box->setKeyboardTracking(false);
        m_tools->addWidget(box);
        connect(box, &QSpinBox::valueChanged, this, [this, count](int value) {
            LoomOptions options = m_options;
            options.*count = value;
            setOptions(options);
        });
        return box;
    };
    m_blocks = addCopies(tr("blocks "), tr("Blocks drawn, of those of a stage"), &LoomOptions::blocks);
    m_ranks = addCopies(tr("ranks "), tr("Ranks drawn, of those of a tensor group"), &LoomOptions::ranks);
    setVariants({}, 0);
}

void LoomWidget::setVariants(const QStringList& names, int current)
{
    const QSignalBlocker quiet(m_variants);
    m_variants->clear();
    m_variants->addItems(names);
    m_variants->setCurrentIndex(current);
    m_tools->setShown(m_variants, names.size() > 1);
}

void LoomWidget::toggleFold(int bit)
{
    LoomOptions options = m_options;
    options.folded ^= 1U << bit;
    setOptions(options);
}

void LoomWidget::makeSearch()
{
    m_searchBar = new QWidget(this);
    m_searchBar->setAutoFillBackground(true);
    auto* row = new QHBoxLayout(m_searchBar);
    row->setContentsMargins(8, 4, 8, 4);
    m_searchField = new QLineEdit(m_searchBar);
    m_searchField->setObjectName(QStringLiteral("find"));
    m_searchField->setPlaceholderText(tr("Words of a task's name, as in: expand gradient"));
    m_searchField->setAccessibleName(tr("Find a task"));
    m_searchField->setClearButtonEnabled(true);
    m_searchField->installEventFilter(this);
    m_searchCount = new QLabel(m_searchBar);
    m_searchCount->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("100000 of 100000")));
    row->addWidget(m_searchField, 1);
    row->addWidget(m_searchCount);
    m_searchBar->hide();
    connect(m_searchField, &QLineEdit::textChanged, this, &LoomWidget::search);
    auto* find = new QShortcut(QKeySequence::Find, this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
    connect(find, &QShortcut::activated, this, &LoomWidget::openSearch);
}

void LoomWidget::setLoom(std::shared_ptr<const LoomInput> input, const Theme& theme, bool stale)
{
    m_canvas->setStale(stale);
    if (m_input == input && m_theme == theme && m_scene)
        return;
    const bool sameInput = m_input == input && m_scene;
    m_input = std::move(input);
    m_theme = theme;
    if (sameInput) {
        restyle();
        return;
    }
    limitCopies();
    rebuildScene();
}

void LoomWidget::setLens(LoomLens lens)
{
    if (m_lens == lens)
        return;
    m_lens = lens;
    restyle();
}

void LoomWidget::setMark(LoomMark mark)
{
    if (m_mark == mark)
        return;
    m_mark = mark;
    restyle();
}

void LoomWidget::setOptions(const LoomOptions& options)
{
    if (m_options == options)
        return;
    m_options = options;
    limitCopies();
    rebuildScene();
}

/// As many copies as the plan has, and as can be drawn.
void LoomWidget::limitCopies()
{
    if (!m_input)
        return;
    const auto perCopy = std::max<std::int64_t>(1, static_cast<std::int64_t>(m_input->tasks.size()));
    const auto most = [&](std::int64_t wanted, std::int64_t others) {
        return static_cast<int>(
            std::clamp<std::int64_t>(mostCells / (perCopy * others), 1, std::max<std::int64_t>(1, wanted)));
    };
    m_options.ranks = std::clamp(m_options.ranks, 1, most(m_input->ranks, 1));
    m_options.blocks = std::clamp(m_options.blocks, 1, most(m_input->blocks, m_options.ranks));
    const QSignalBlocker quietBlocks(m_blocks);
    const QSignalBlocker quietRanks(m_ranks);
    m_blocks->setMaximum(most(m_input->blocks, m_options.ranks));
    m_ranks->setMaximum(most(m_input->ranks, m_options.blocks));
    m_blocks->setSuffix(tr(" of %1").arg(m_input->blocks));
    m_ranks->setSuffix(tr(" of %1").arg(m_input->ranks));
    m_blocks->setEnabled(m_blocks->maximum() > 1);
    m_ranks->setEnabled(m_ranks->maximum() > 1);
}

void LoomWidget::rebuildScene()
{
    m_search.reset();
    m_scene = m_input ? std::make_shared<const LoomScene>(makeLoomScene(*m_input, m_options)) : nullptr;
    restyle();
}

void LoomWidget::restyle()
{
    showControls();
    if (!m_scene) {
        m_canvas->setStyle(std::shared_ptr<const LoomStyle>());
        return;
    }
    m_canvas->setStyle(std::make_shared<const LoomStyle>(m_scene, m_input, m_theme, m_lens, m_mark));
    mark(false);
    if (m_searchBar->isVisible())
        search(m_searchField->text());
}

void LoomWidget::showControls()
{
    const QSignalBlocker quietBlocks(m_blocks);
    const QSignalBlocker quietRanks(m_ranks);
    m_tools->setLens(m_lens);
    m_markBox->setCurrentIndex(static_cast<int>(m_mark));
    m_tools->setFolded(m_options.folded);
    m_saved->setChecked(m_options.showsSaved);
    m_tools->setShown(m_saved, m_input && !m_input->saved.empty());
    m_blocks->setValue(m_options.blocks);
    m_ranks->setValue(m_options.ranks);
}

void LoomWidget::setSelected(const EntityKey& key)
{
    const LoomCellIndex marked = m_canvas->marks().selected;
    if (m_key == key && marked != noLoomCell && m_scene && m_scene->itemOf(marked).key == key)
        return; // of several copies, the one that was clicked
    m_key = key;
    if (m_scene)
        mark(true);
}

void LoomWidget::mark(bool reveal)
{
    m_canvas->setSelected(m_scene->findAll(m_key), reveal);
    m_canvas->setSelectedThreads(m_scene->threadsKeeping(m_key), m_key.name);
}

QSize LoomWidget::fullSize() const
{
    const LoomStyle* style = m_canvas->loomStyle();
    if (!style)
        return {1280, 800};
    return LoomFrame::fullSize(*style) + QSize(0, m_tools->sizeHint().height());
}

QString LoomWidget::selectedText() const
{
    if (!m_scene)
        return {};
    QList<QStringList> lines{copyHeader()};
    const LoomCellIndex marked = m_canvas->marks().selected;
    if (marked != noLoomCell && m_scene->itemOf(marked).kind == LoomItem::Kind::Group)
        lines << copyLine(m_canvas->loomStyle()->titleOf(m_scene->itemOf(marked)), m_scene->itemOf(marked).facts);
    else
        for (const LoomTask& task : m_input->tasks)
            if (task.key == m_key || std::find(task.kinds.begin(), task.kinds.end(), m_key) != task.kinds.end())
                lines << copyLine(task.name, task.facts);
    if (lines.size() > 1)
        return tsvOf(lines);
    const QList<QStringList> values = valueLines(*m_input, &m_key);
    return values.size() > 1 ? tsvOf(values) : QString{};
}

QString LoomWidget::allText() const
{
    if (!m_scene)
        return {};
    QList<QStringList> lines{copyHeader()};
    for (const LoomTask& task : m_input->tasks)
        lines << copyLine(task.name, task.facts);
    if (m_input->saved.empty())
        return tsvOf(lines);
    return tsvOf(lines) + QLatin1Char('\n') + tsvOf(valueLines(*m_input, nullptr));
}

void LoomWidget::openSearch()
{
    if (!m_scene)
        return;
    m_searchBar->show();
    m_searchField->setFocus(Qt::ShortcutFocusReason);
    m_searchField->selectAll();
    search(m_searchField->text());
}

void LoomWidget::closeSearch()
{
    m_searchBar->hide();
    m_canvas->setFound({});
    m_canvas->setFocus(Qt::OtherFocusReason);
}

void LoomWidget::search(const QString& typed)
{
    if (!m_scene)
        return;
    if (!m_search)
        m_search.emplace(*m_scene, *m_input);
    m_canvas->setFound(m_search->find(typed));
    m_foundAt = 0;
    stepFound(0);
}

void LoomWidget::stepFound(int by)
{
    const auto& found = m_canvas->marks().found;
    if (found.empty()) {
        m_searchCount->setText(m_searchField->text().trimmed().isEmpty() ? QString() : tr("no task has these words"));
        return;
    }
    const auto count = static_cast<std::ptrdiff_t>(found.size());
    m_foundAt = static_cast<std::size_t>((static_cast<std::ptrdiff_t>(m_foundAt) + by + count) % count);
    m_searchCount->setText(tr("%1 of %2").arg(m_foundAt + 1).arg(found.size()));
    m_canvas->setSelected(found[m_foundAt], true);
}

bool LoomWidget::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_searchField || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    switch (key->key()) {
    case Qt::Key_Down: stepFound(1); return true;
    case Qt::Key_Up: stepFound(-1); return true;
    case Qt::Key_Escape:
        closeSearch();
        if (m_scene)
            mark(false);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: {
        const LoomCellIndex cell = m_canvas->marks().selected;
        closeSearch();
        if (cell != noLoomCell && m_scene && !m_scene->itemOf(cell).key.isNull()) {
            m_key = m_scene->itemOf(cell).key;
            Q_EMIT selected(m_key);
        }
        return true;
    }
    default: return QWidget::eventFilter(watched, event);
    }
}

} // namespace planscope::ui
