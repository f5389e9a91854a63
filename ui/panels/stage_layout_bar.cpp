#include "ui/panels/stage_layout_bar.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace planscope::ui {
namespace {

QString blocksText(qint64 blocks)
{
    return blocks == 1 ? StageLayoutBar::tr("1 block") : StageLayoutBar::tr("%1 blocks").arg(blocks);
}

QString textOf(const StageLayout& layout, std::optional<int> chunk)
{
    if (layout.chunks() == 1)
        return StageLayoutBar::tr("One stage holds all %1.").arg(blocksText(layout.blocks.front()));
    if (!chunk || *chunk >= layout.chunks())
        return StageLayoutBar::tr("Choose a stage to move its blocks, or drag them.");
    const int stage = layout.stageOf(*chunk);
    const QString held = blocksText(layout.blocks[static_cast<std::size_t>(*chunk)]);
    if (layout.chunksPerStage() == 1)
        return StageLayoutBar::tr("Stage %1 holds %2.").arg(QString::number(stage), held);
    return StageLayoutBar::tr("Chunk %1, number %2 of %3 on stage %4, holds %5.")
        .arg(QString::number(*chunk), QString::number(*chunk / layout.stages + 1),
             QString::number(layout.chunksPerStage()), QString::number(stage), held);
}

} // namespace

StageLayoutBar::StageLayoutBar(QWidget* parent)
    : QWidget(parent)
    , m_text(new QLabel(this))
    , m_toPrevious(new QAction(tr("Move a block to the previous stage"), this))
    , m_toNext(new QAction(tr("Move a block to the next stage"), this))
    , m_makeEven(new QAction(tr("Split the blocks evenly"), this))
    , m_mode(new QComboBox(this))
{
    m_toPrevious->setIconText(tr("▲ Move block"));
    m_toNext->setIconText(tr("▼ Move block"));
    m_makeEven->setIconText(tr("Even"));
    m_toPrevious->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Up));
    m_toPrevious->setToolTip(tr("Move the first block of the chosen chunk to the chunk before it (Ctrl+Up)"));
    m_toNext->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Down));
    m_toNext->setToolTip(tr("Move the last block of the chosen chunk to the chunk behind it (Ctrl+Down)"));
    m_makeEven->setToolTip(tr("Split the blocks evenly again"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_mode->addItems({tr("Peak only"), tr("System evidence")}); // in the order of EstimateMode
    m_mode->setAccessibleName(tr("Times shown"));
    auto* row = new QHBoxLayout(this);
    row->addWidget(m_text, 1);
    for (QAction* const action : {m_toPrevious, m_toNext, m_makeEven}) {
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        auto* const button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setFocusPolicy(Qt::TabFocus);
        button->setAccessibleName(action->text());
        button->setAccessibleDescription(action->toolTip());
        m_buttons.push_back(button);
        row->addWidget(button);
    }
    row->addWidget(m_mode);
}

QString StageLayoutBar::text() const
{
    return m_text->text();
}

void StageLayoutBar::setTheme(const Theme& theme)
{
    const int margin = theme.space(3);
    layout()->setContentsMargins(margin, theme.space(2), margin, theme.space(2));
    layout()->setSpacing(theme.space(2));
    m_text->setFont(theme.body());
    m_mode->setFont(theme.body());
    for (QToolButton* const button : m_buttons)
        button->setFont(theme.body());
}

void StageLayoutBar::showLayout(const std::optional<StageLayout>& layout, const std::optional<StageLayout>& even,
                                std::optional<int> chunk)
{
    const QString text
        = layout ? textOf(*layout, chunk) : tr("The layout as stated is none of this model: see the editor.");
    m_text->setText(text);
    m_text->setToolTip(text);
    const bool canMove = layout && layout->chunks() > 1 && chunk.has_value();
    m_toPrevious->setEnabled(canMove);
    m_toNext->setEnabled(canMove);
    m_makeEven->setEnabled(even && layout != even);
}

void StageLayoutBar::setHasTimes(bool hasTimes)
{
    m_mode->setEnabled(hasTimes);
}

} // namespace planscope::ui
