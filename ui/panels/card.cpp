#include "ui/panels/card.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPainter>

namespace planscope::ui {
namespace {

constexpr int wideSteps = 240; ///< from that many spacing steps on, contents stand side by side

} // namespace

Card::Card(const QString& title, const QString& subtitle, QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(title, this))
    , m_subtitle(new QLabel(subtitle, this))
    , m_outer(new QVBoxLayout(this))
    , m_content(new QBoxLayout(QBoxLayout::TopToBottom))
{
    m_subtitle->setWordWrap(true);
    m_subtitle->setVisible(!subtitle.isEmpty());
    m_outer->addWidget(m_title);
    m_outer->addWidget(m_subtitle);
    m_outer->addLayout(m_content);
}

void Card::add(QWidget* widget, int stretch)
{
    m_content->addWidget(widget, stretch, Qt::AlignTop);
}

void Card::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_title->setFont(theme.section());
    m_subtitle->setFont(theme.label());
    QPalette muted = theme.palette();
    muted.setColor(QPalette::WindowText, theme.color(Role::Muted));
    m_subtitle->setPalette(muted);
    const int margin = theme.space(4);
    m_outer->setContentsMargins(margin, margin, margin, margin);
    m_outer->setSpacing(theme.space(1));
    m_content->setContentsMargins(0, theme.space(2), 0, 0);
    m_content->setSpacing(theme.space(4));
    turn();
    update();
}

void Card::turn()
{
    const bool isWide = width() >= m_theme.space(wideSteps);
    const auto direction = isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom;
    if (m_content->direction() != direction)
        m_content->setDirection(direction);
}

void Card::resizeEvent(QResizeEvent* event)
{
    turn();
    QWidget::resizeEvent(event);
}

void Card::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme.color(Role::Line), 1));
    painter.setBrush(m_theme.color(Role::Surface));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

} // namespace planscope::ui
