#include "ui/panels/details_browser.h"

#include "ui/panels/copy_actions.h"
#include "ui/panels/details_html.h"

#include <QScrollBar>
#include <QTextDocumentFragment>

namespace planscope::ui {

DetailsBrowser::DetailsBrowser(QWidget* parent)
    : QTextBrowser(parent)
{
    setOpenLinks(false);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    addCopyActions(this, {[this] { return textCursor().selection().toPlainText(); },
                          [this] { return m_details.sections.empty() ? QString{} : m_details.toTsv(); }});
    connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
        if (const EntityKey key = keyOf(link); !key.isNull())
            Q_EMIT linkChosen(key);
    });
}

void DetailsBrowser::setTheme(const Theme& theme)
{
    m_theme = theme;
    setFont(theme.body());
    QPalette colors = theme.palette();
    colors.setColor(QPalette::Highlight, theme.color(Role::Accent));
    setPalette(colors);
    document()->setDocumentMargin(theme.space(3));
    document()->setDefaultStyleSheet(
        QStringLiteral("a { color: %1; text-decoration: none }").arg(theme.color(Role::Accent).name()));
}

void DetailsBrowser::showDetails(const EntityDetails& details)
{
    m_details = details;
    put(detailsHtml(details, m_theme));
}

void DetailsBrowser::showNote(const QString& title, const QString& text, const EntityKey& link, const QString& linkText)
{
    m_details = {};
    put(noteHtml(title, text, m_theme, link, linkText));
}

/// The same entity with new figures keeps the place that was read.
void DetailsBrowser::put(const QString& html)
{
    const int place = verticalScrollBar()->value();
    setHtml(html);
    verticalScrollBar()->setValue(place);
}

} // namespace planscope::ui
