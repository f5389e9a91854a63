#include "ui/panels/card.h"

#include "ui/panels/turning_layout.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPainter>

namespace planscope::ui {
namespace {

constexpr int wideSteps = 225; ///< from that many spacing steps on, contents stand side by side

} // namespace

Card::Card(const QString& title, const QString& subtitle, QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(title, this))
    , m_subtitle(new QLabel(subtitle, this))
    , m_outer(new QVBoxLayout(this))
    , m_content(new TurningLayout)
{
    m_subtitle->setWordWrap(true);
    m_subtitle->setVisible(!subtitle.isEmpty());
    m_outer->addWidget(m_title);
    m_outer->addWidget(m_subtitle);
    m_outer->addLayout(m_content, 1); // of a card that is higher than it needs
}

void Card::setTitle(const QString& title)
{
    m_title->setText(title);
}

void Card::setSubtitle(const QString& subtitle)
{
    m_subtitle->setText(subtitle);
    m_subtitle->setVisible(!subtitle.isEmpty());
}

void Card::add(QWidget* widget, int stretch, Qt::Alignment alignment)
{
    m_content->addWidget(widget, stretch, alignment);
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
    m_content->setWideFrom(theme.space(wideSteps));
    update();
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
