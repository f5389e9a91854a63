#include "ui/panels/result_notice.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace planscope::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("ResultNotice", text);
}

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

/// The first error, as said by whoever found it, with what is legal.
QString firstError(const Diagnostics& diagnostics)
{
    const auto error = std::find_if(diagnostics.begin(), diagnostics.end(),
                                    [](const Diagnostic& found) { return found.severity == Severity::Error; });
    if (error == diagnostics.end())
        return {};
    QString said = QStringLiteral("%1: %2").arg(text(error->path), text(error->message));
    if (!said.endsWith(u'.'))
        said += u'.';
    if (!error->legal.empty()) {
        QStringList legal;
        for (const std::string& value : error->legal)
            legal << text(value);
        said += tr(" Legal: %1.").arg(legal.join(QStringLiteral(", ")));
    }
    return said;
}

} // namespace

Notice noticeOf(const CandidateState* state)
{
    if (!state)
        return {tr("No study is open"), tr("Open a study to see its derivation here."), Role::Muted};
    const QString error = firstError(state->problems);
    if (!state->result.history()) {
        if (state->running)
            return {tr("Deriving…"), tr("The first result of this candidate appears here."), Role::Muted};
        return {tr("✖ Nothing was derived"),
                error.isEmpty() ? tr("Mend the candidate in the editor.")
                                : tr("%1 Mend it in the editor; Problems lists everything.").arg(error),
                Role::Error};
    }
    if (state->stale && !error.isEmpty())
        return {tr("▲ Stale: the last lawful state is shown"), error, Role::Warn};
    if (state->result.head()->status == ResultStatus::Rejected)
        return {tr("✖ A transition was rejected; nothing of it was published"), firstError(state->result.head()->diagnostics),
                Role::Error};
    return {};
}

Notice noTimeNotice(const AnyResult& result)
{
    const Diagnostics* told = nullptr;
    if (result.block() && result.block()->estimate)
        told = &result.block()->estimate->diagnostics;
    else if (result.whole() && result.whole()->estimate)
        told = &result.whole()->estimate->diagnostics;
    if (!told || result.hasTime())
        return {};
    return {tr("✖ No predicted time; memory and work stand"),
            tr("%1 Choose other network tiers in the editor, right of the red rule.")
                .arg(firstError(*told)),
            Role::Error};
}

ResultNotice::ResultNotice(QWidget* parent)
    : QLabel(parent)
{
    setWordWrap(true);
    setTextFormat(Qt::PlainText);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    hide();
}

void ResultNotice::setNotice(const Notice& notice, const Theme& theme)
{
    setVisible(!notice.title.isEmpty());
    if (notice == m_notice && theme == m_theme)
        return;
    m_notice = notice;
    m_theme = theme;
    setFont(theme.body());
    setPalette(theme.palette());
    setText(notice.text.isEmpty() ? notice.title : notice.title + u'\n' + notice.text);
    setContentsMargins(theme.space(4), theme.space(3), theme.space(4), theme.space(3));
    update();
}

void ResultNotice::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    painter.setPen(QPen(m_theme.color(Role::Line), 1));
    painter.setBrush(m_notice.role == Role::Muted ? m_theme.color(Role::Surface) : m_theme.wash(m_notice.role));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    painter.fillRect(QRect(0, 0, m_theme.space(1), height()), m_theme.color(m_notice.role));
    painter.end();
    QLabel::paintEvent(event);
}

} // namespace planscope::ui
