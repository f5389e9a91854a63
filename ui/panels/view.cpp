#include "ui/panels/view.h"

#include "ui/panels/view_cover.h"

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
    showCover();
    refresh();
    showSelection(m_context.selection->current());
}

bool View::draws(Accounting accounting) const
{
    return accounting == Accounting::Block;
}

Accounting View::accounting() const
{
    return m_context.study->document().accounting;
}

void View::showCover()
{
    const bool isCovered = !draws(accounting());
    if (m_cover == nullptr && isCovered)
        m_cover = new ViewCover(this);
    if (m_cover == nullptr)
        return;
    if (accounting() == Accounting::Whole)
        m_cover->say(tr("%1 is drawn for one-block studies").arg(title()),
                     tr("This study is of a whole model. Its candidates, their iteration time, memory and MFU stand in "
                        "the study panel, and what is wrong in Problems."),
                     m_context.theme->theme());
    else
        m_cover->say(tr("%1 is drawn for whole models").arg(title()),
                     tr("This study counts equal blocks on equal stages. What one stage holds and takes stands in "
                        "Estimate; its work in Per-rank work."),
                     m_context.theme->theme());
    m_cover->setGeometry(rect());
    m_cover->setVisible(isCovered);
    m_cover->raise();
}

AnyResult View::anyResult() const
{
    const CandidateStatePtr state = m_context.study->currentState();
    return state && draws(accounting()) ? state->result : AnyResult{};
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

void View::resizeEvent(QResizeEvent* event)
{
    if (m_cover != nullptr)
        m_cover->setGeometry(rect());
    QWidget::resizeEvent(event);
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
