#include "ui/panels/result_notice.h"

#include "ui/models/shown_text.h"

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

/// As said by whoever found it, with what is legal.
QString sentenceOf(const Diagnostic& diagnostic)
{
    QString said = QStringLiteral("%1: %2").arg(shownText(diagnostic.path), shownText(diagnostic.message));
    if (!said.endsWith(u'.'))
        said += u'.';
    if (!diagnostic.legal.empty() && diagnostic.message.find("legal") == std::string::npos) {
        QStringList legal;
        for (const std::string& value : diagnostic.legal)
            legal << text(value);
        said += tr(" Legal: %1.").arg(legal.join(QStringLiteral(", ")));
    }
    return said;
}

QString firstError(const Diagnostics& diagnostics)
{
    const auto error = std::find_if(diagnostics.begin(), diagnostics.end(),
                                    [](const Diagnostic& found) { return found.severity == Severity::Error; });
    return error == diagnostics.end() ? QString{} : sentenceOf(*error);
}

const Diagnostic* withCode(const Diagnostics& diagnostics, std::string_view code)
{
    const auto found = std::find_if(diagnostics.begin(), diagnostics.end(),
                                    [code](const Diagnostic& candidate) { return candidate.code == code; });
    return found == diagnostics.end() ? nullptr : &*found;
}

/// Of the estimate; null without one.
const Diagnostics* estimateDiagnostics(const AnyResult& result)
{
    if (result.block() && result.block()->estimate)
        return &result.block()->estimate->diagnostics;
    if (result.whole() && result.whole()->estimate)
        return &result.whole()->estimate->diagnostics;
    return nullptr;
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
    const Diagnostics* const told = estimateDiagnostics(result);
    if (!told || result.hasTime())
        return {};
    if (const Diagnostic* const context = withCode(*told, "time.context_not_costed"); context && !hasError(*told))
        return {tr("▲ No predicted time; memory and work stand"), sentenceOf(*context), Role::Warn};
    return {tr("✖ No predicted time; memory and work stand"),
            tr("%1 Choose other network tiers in the editor, right of the red rule.")
                .arg(firstError(*told)),
            Role::Error};
}

Notice overCapacityNotice(const AnyResult& result)
{
    const Diagnostics* const told = estimateDiagnostics(result);
    const Diagnostic* const over = told ? withCode(*told, "memory.over_capacity") : nullptr;
    return over ? Notice{tr("▲ Does not fit; what it needs is shown"), sentenceOf(*over), Role::Warn} : Notice{};
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
