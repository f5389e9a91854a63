#include "ui/panels/page.h"

#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace planscope::ui {

Page::Page(QWidget* parent)
    : QScrollArea(parent)
    , m_content(new QWidget)
    , m_layout(new QVBoxLayout(m_content))
{
    m_layout->addStretch(1);
    setWidget(m_content);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    m_content->setAutoFillBackground(true);
}

void Page::add(QWidget* widget)
{
    m_layout->insertWidget(m_layout->count() - 1, widget);
}

void Page::setTheme(const Theme& theme)
{
    setPalette(theme.palette());
    m_content->setPalette(theme.palette());
    const int margin = theme.space(4);
    m_layout->setContentsMargins(margin, margin, margin, margin);
    m_layout->setSpacing(theme.space(4));
}

void Page::reveal(QWidget* widget, std::function<QRect()> part)
{
    QTimer::singleShot(0, widget, [this, widget, part = std::move(part)] { // layouts are asked for before timers
        const QRect rect = part();
        if (rect.isEmpty() || !widget->isVisibleTo(m_content))
            return;
        const QPoint middle = widget->mapTo(m_content, rect.center());
        ensureVisible(middle.x(), middle.y(), 0, rect.height());
    });
}

int Page::heightFor(int width) const
{
    m_layout->activate();
    const int wanted
        = m_layout->hasHeightForWidth() ? m_layout->totalHeightForWidth(width) : m_layout->totalSizeHint().height();
    return std::max(wanted, m_layout->totalMinimumSize().height()); // the scroll area keeps to both
}

} // namespace planscope::ui
