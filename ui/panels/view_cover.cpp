#include "ui/panels/view_cover.h"

#include <QLabel>
#include <QVBoxLayout>

namespace planscope::ui {

ViewCover::ViewCover(QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_text(new QLabel(this))
{
    setAutoFillBackground(true);
    for (QLabel* const label : {m_title, m_text}) {
        label->setAlignment(Qt::AlignCenter);
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    }
    auto* column = new QVBoxLayout(this);
    column->addStretch(1);
    column->addWidget(m_title);
    column->addWidget(m_text);
    column->addStretch(2);
}

void ViewCover::say(const QString& title, const QString& text, const Theme& theme)
{
    layout()->setContentsMargins(theme.space(12), theme.space(6), theme.space(12), theme.space(6));
    layout()->setSpacing(theme.space(4));
    setPalette(theme.palette());
    m_title->setFont(theme.section());
    m_text->setFont(theme.body());
    QPalette muted = theme.palette();
    muted.setColor(QPalette::WindowText, theme.color(Role::Muted));
    m_text->setPalette(muted);
    m_title->setText(title);
    m_text->setText(text);
    setAccessibleName(title);
    setAccessibleDescription(text);
}

QString ViewCover::text() const
{
    return m_title->text() + QLatin1Char('\n') + m_text->text();
}

} // namespace planscope::ui
