#include "ui/panels/view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QShowEvent>

namespace planscope::ui {

View::View(const ViewContext& context, QWidget* parent) : QWidget(parent), m_context(context)
{
    connect(m_context.study, &StudyController::stateChanged, this, [this](std::size_t candidate) {
        if (candidate == m_context.study->currentCandidate())
            invalidate();
    });
    connect(m_context.study, &StudyController::currentCandidateChanged, this, [this] { invalidate(); });
    connect(m_context.study, &StudyController::candidatesChanged, this, [this] { invalidate(); });
    connect(m_context.study, &StudyController::referenceChanged, this, [this] { invalidate(); });
    connect(m_context.theme, &ThemeHolder::changed, this, [this] { invalidate(); });
    connect(m_context.selection, &Selection::currentChanged, this, [this](const EntityKey& key) {
        if (m_fresh)
            showSelection(key);
    });
}

QSize View::exportSize() const
{
    return {1280, 800};
}

bool View::isBestFor(EntityKey::Kind) const
{
    return false;
}

void View::ensureFresh()
{
    if (m_fresh)
        return;
    m_fresh = true;
    refresh();
    showSelection(m_context.selection->current());
}

CandidateResultPtr View::result() const
{
    const CandidateStatePtr state = m_context.study->currentState();
    return state ? state->result : nullptr;
}

bool View::isStale() const
{
    const CandidateStatePtr state = m_context.study->currentState();
    return state && state->stale;
}

void View::showEvent(QShowEvent* event)
{
    ensureFresh();
    QWidget::showEvent(event);
}

void View::keyPressEvent(QKeyEvent* event)
{
    if (!event->matches(QKeySequence::Copy))
        return QWidget::keyPressEvent(event);
    if (const QString text = copyText(); !text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

void View::invalidate()
{
    m_fresh = false;
    if (isVisible())
        ensureFresh();
}

} // namespace planscope::ui
