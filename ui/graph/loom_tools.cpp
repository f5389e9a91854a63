#include "ui/graph/loom_tools.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QToolButton>

#include <algorithm>

namespace planscope::ui {

LoomTools::LoomTools(const QString& accessibleName, QWidget* parent)
    : QToolBar(parent)
{
    setMovable(false);
    setAccessibleName(accessibleName);
}

QToolButton* LoomTools::addButton(const QString& text, const QString& tip, bool checkable)
{
    auto* button = new QToolButton(this);
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setCheckable(checkable);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::TabFocus);
    addWidget(button);
    auto* command = new QAction(text.size() > 1 ? QStringLiteral("%1: %2").arg(text, tip) : tip, this);
    connect(command, &QAction::triggered, button, &QToolButton::click);
    m_commands.append(command);
    m_commandOf.emplace_back(button, command);
    return button;
}

QComboBox* LoomTools::addChoice(const QString& name, const QString& tip)
{
    auto* box = new QComboBox(this);
    box->setAccessibleName(name);
    box->setToolTip(tip);
    addWidget(box);
    return box;
}

void LoomTools::addLenses(const QString& name, const QString& tip)
{
    m_lenses = addChoice(name, tip);
    for (const LoomLens lens : allLoomLenses)
        m_lenses->addItem(titleOf(lens));
    connect(m_lenses, &QComboBox::activated, this,
            [this](int index) { Q_EMIT lensChosen(static_cast<LoomLens>(index)); });
    for (const LoomLens lens : allLoomLenses) {
        auto* command = new QAction(tr("Show in the cells: %1").arg(titleOf(lens)), this);
        connect(command, &QAction::triggered, this, [this, lens] { Q_EMIT lensChosen(lens); });
        m_commands.append(command);
    }
}

void LoomTools::addFolds()
{
    m_folds = {addButton(tr("Fold attention"), tr("Sum the attention layers in one row"), true),
               addButton(tr("Fold MLP"), tr("Sum the MLP layers in one row"), true)};
    for (int bit = 0; bit < static_cast<int>(m_folds.size()); ++bit)
        connect(m_folds[static_cast<std::size_t>(bit)], &QToolButton::clicked, this,
                [this, bit] { Q_EMIT foldToggled(bit); });
}

void LoomTools::addZoom()
{
    connect(addButton(QStringLiteral("\u2212"), tr("Zoom out (\u2212)"), false), &QToolButton::clicked, this,
            [this] { Q_EMIT zoomAsked(0.8); });
    m_zoom = new QLabel(this);
    m_zoom->setAlignment(Qt::AlignCenter);
    m_zoom->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("400 %")) + 8);
    m_zoom->setAccessibleName(tr("Zoom"));
    addWidget(m_zoom);
    connect(addButton(QStringLiteral("+"), tr("Zoom in (+)"), false), &QToolButton::clicked, this,
            [this] { Q_EMIT zoomAsked(1.25); });
    connect(addButton(tr("Fit"), tr("Show the whole graph (0)"), false), &QToolButton::clicked, this,
            &LoomTools::fitAsked);
}

void LoomTools::setLens(LoomLens lens)
{
    m_lenses->setCurrentIndex(static_cast<int>(lens));
}

void LoomTools::setFolded(std::uint32_t folded)
{
    for (std::size_t bit = 0; bit < m_folds.size(); ++bit)
        m_folds[bit]->setChecked((folded >> bit & 1U) != 0);
}

void LoomTools::setShown(const QWidget* control, bool shown)
{
    for (QAction* const action : actions())
        if (widgetForAction(action) == control)
            action->setVisible(shown);
    for (const auto& [button, command] : m_commandOf)
        if (button == control)
            command->setVisible(shown);
}

void LoomTools::setZoom(double zoom)
{
    m_zoom->setText(tr("%1 %").arg(std::max(1, qRound(zoom * 100))));
}

} // namespace planscope::ui
