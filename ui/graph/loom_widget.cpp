#include "ui/graph/loom_widget.h"

#include "ui/models/entity_match.h"
#include "ui/models/table_text.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStringList>
#include <QToolBar>
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

} // namespace

LoomWidget::LoomWidget(QWidget* parent)
    : QWidget(parent)
    , m_tools(new QToolBar(this))
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
        LoomOptions options = m_options;
        (item.key.name == QStringLiteral("mlp") ? options.mlpFolded : options.attentionFolded) = false;
        setOptions(options);
    });
    connect(m_canvas, &LoomCanvas::groupToggled, this, [this](bool mlp) {
        LoomOptions options = m_options;
        bool& folded = mlp ? options.mlpFolded : options.attentionFolded;
        folded = !folded;
        setOptions(options);
    });
    connect(m_canvas, &LoomCanvas::viewportChanged, this,
            [this] { m_zoom->setText(tr("%1 %").arg(std::max(1, qRound(m_canvas->viewport().zoom() * 100)))); });
}

LoomWidget::~LoomWidget() = default;

QToolButton* LoomWidget::addButton(const QString& text, const QString& tip, bool checkable)
{
    auto* button = new QToolButton(m_tools);
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setCheckable(checkable);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::TabFocus);
    m_tools->addWidget(button);
    auto* action = new QAction(text.size() > 1 ? QStringLiteral("%1: %2").arg(text, tip) : tip, this); // for the palette
    connect(action, &QAction::triggered, button, &QToolButton::click);
    addAction(action);
    return button;
}

void LoomWidget::makeControls()
{
    m_tools->setMovable(false);
    m_tools->setAccessibleName(tr("Task graph controls"));
    m_lensBox = new QComboBox(m_tools);
    for (const LoomLens lens : allLoomLenses)
        m_lensBox->addItem(titleOf(lens));
    m_lensBox->setAccessibleName(tr("Fact shown in the cells"));
    m_lensBox->setToolTip(tr("Fact shown in the cells"));
    m_tools->addWidget(m_lensBox);
    connect(m_lensBox, &QComboBox::activated, this, [this](int index) { setLens(static_cast<LoomLens>(index)); });
    for (const LoomLens lens : allLoomLenses) {
        auto* action = new QAction(tr("Show in the cells: %1").arg(titleOf(lens)), this);
        connect(action, &QAction::triggered, this, [this, lens] { setLens(lens); });
        addAction(action);
    }

    m_markBox = new QComboBox(m_tools);
    m_markBox->addItems({tr("as bars"), tr("as fill")});
    m_markBox->setAccessibleName(tr("How the fact is drawn"));
    m_markBox->setToolTip(tr("How the fact is drawn"));
    m_tools->addWidget(m_markBox);
    connect(m_markBox, &QComboBox::activated, this, [this](int index) { setMark(static_cast<LoomMark>(index)); });
    m_tools->addSeparator();

    m_foldAttention = addButton(tr("Fold attention"), tr("Sum the attention layers in one row"), true);
    m_foldMlp = addButton(tr("Fold MLP"), tr("Sum the MLP layers in one row"), true);
    const auto fold = [this](bool LoomOptions::*half) {
        return [this, half](bool folded) {
            LoomOptions options = m_options;
            options.*half = folded;
            setOptions(options);
        };
    };
    connect(m_foldAttention, &QToolButton::clicked, this, fold(&LoomOptions::attentionFolded));
    connect(m_foldMlp, &QToolButton::clicked, this, fold(&LoomOptions::mlpFolded));
    m_tools->addSeparator();

    connect(addButton(QStringLiteral("\u2212"), tr("Zoom out (\u2212)"), false), &QToolButton::clicked, this,
            [this] { m_canvas->zoomBy(0.8); });
    m_zoom = new QLabel(m_tools);
    m_zoom->setAlignment(Qt::AlignCenter);
    m_zoom->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("400 %")) + 8);
    m_zoom->setAccessibleName(tr("Zoom"));
    m_tools->addWidget(m_zoom);
    connect(addButton(QStringLiteral("+"), tr("Zoom in (+)"), false), &QToolButton::clicked, this,
            [this] { m_canvas->zoomBy(1.25); });
    connect(addButton(tr("Fit"), tr("Show the whole graph (0)"), false), &QToolButton::clicked, m_canvas,
            &LoomCanvas::fit);
    connect(addButton(tr("Find"), tr("Find a task (Ctrl+F)"), false), &QToolButton::clicked, this,
            &LoomWidget::openSearch);
    m_tools->addSeparator();

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
    m_canvas->setSelected(m_scene->findAll(m_key), false);
    if (m_searchBar->isVisible())
        search(m_searchField->text());
}

void LoomWidget::showControls()
{
    const QSignalBlocker quietBlocks(m_blocks);
    const QSignalBlocker quietRanks(m_ranks);
    m_lensBox->setCurrentIndex(static_cast<int>(m_lens));
    m_markBox->setCurrentIndex(static_cast<int>(m_mark));
    m_foldAttention->setChecked(m_options.attentionFolded);
    m_foldMlp->setChecked(m_options.mlpFolded);
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
        m_canvas->setSelected(m_scene->findAll(key), true);
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
        lines << copyLine(titleOf(m_scene->itemOf(marked)), m_scene->itemOf(marked).facts);
    else
        for (const LoomTask& task : m_input->tasks)
            if (standsFor(m_key, task.name, task.layer, task.primitive))
                lines << copyLine(task.name, task.facts);
    return lines.size() > 1 ? tsvOf(lines) : QString{};
}

QString LoomWidget::allText() const
{
    if (!m_scene)
        return {};
    QList<QStringList> lines{copyHeader()};
    for (const LoomTask& task : m_input->tasks)
        lines << copyLine(task.name, task.facts);
    return tsvOf(lines);
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
        m_search.emplace(*m_scene);
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
            m_canvas->setSelected(m_scene->findAll(m_key), false);
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
