#include "ui/panels/page.h"

#include <QVBoxLayout>

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

int Page::heightFor(int width) const
{
    m_layout->activate();
    return m_layout->hasHeightForWidth() ? m_layout->totalHeightForWidth(width) : m_layout->totalSizeHint().height();
}

} // namespace planscope::ui
