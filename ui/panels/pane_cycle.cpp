#include "ui/panels/pane_cycle.h"

#include <QApplication>
#include <QWidget>

#include <algorithm>

namespace planscope::ui {
namespace {

bool takesFocus(const QWidget& widget)
{
    return (widget.focusPolicy() & Qt::TabFocus) == Qt::TabFocus && widget.isVisible() && widget.isEnabled();
}

/// Where the pane had the focus last, or what Tab would come to first in it; null when there is nothing.
QWidget* targetIn(QWidget& pane)
{
    if (QWidget* const last = pane.focusWidget(); last != nullptr && takesFocus(*last))
        return last;
    for (QWidget* at = pane.nextInFocusChain(); at != &pane; at = at->nextInFocusChain())
        if (pane.isAncestorOf(at) && takesFocus(*at))
            return at;
    return takesFocus(pane) ? &pane : nullptr;
}

} // namespace

void PaneCycle::add(QWidget* pane)
{
    m_panes.emplace_back(pane);
}

void PaneCycle::move(int step)
{
    const auto count = static_cast<int>(m_panes.size());
    const QWidget* const focused = QApplication::focusWidget();
    const auto holds = [focused](const QPointer<QWidget>& pane) { return pane && pane->isAncestorOf(focused); };
    const auto current = focused ? std::find_if(m_panes.begin(), m_panes.end(), holds) : m_panes.end();
    // From outside all of them, the first in either direction is the first or the last.
    const int from = current != m_panes.end() ? static_cast<int>(current - m_panes.begin()) : (step > 0 ? -1 : count);
    for (int k = 1; k <= count; ++k) {
        QWidget* const pane = m_panes[static_cast<std::size_t>(((from + k * step) % count + count) % count)];
        QWidget* const target = pane != nullptr && pane->isVisible() ? targetIn(*pane) : nullptr;
        if (target == nullptr)
            continue;
        pane->raise(); // one of several docks in one place
        target->setFocus(step > 0 ? Qt::TabFocusReason : Qt::BacktabFocusReason);
        return;
    }
}

} // namespace planscope::ui
