#include "ui/models/selection.h"

namespace planscope::ui {
namespace {

constexpr std::size_t longestHistory = 200;

} // namespace

Selection::Selection(QObject* parent)
    : QObject(parent)
    , m_history{EntityKey{}}
{
}

void Selection::select(const EntityKey& key)
{
    if (key == m_current)
        return;
    m_history.resize(m_position + 1);
    if (m_history.size() == longestHistory)
        m_history.erase(m_history.begin());
    m_history.push_back(key);
    m_position = m_history.size() - 1;
    moveTo(key);
}

void Selection::activate(const EntityKey& key)
{
    select(key);
    Q_EMIT activated(key);
}

void Selection::goBack()
{
    if (canGoBack())
        moveTo(m_history[--m_position]);
}

void Selection::goForward()
{
    if (canGoForward())
        moveTo(m_history[++m_position]);
}

/// Copies: the key may stand in the history, which a listener may change.
void Selection::moveTo(const EntityKey& key)
{
    m_current = key;
    const EntityKey current = key;
    Q_EMIT currentChanged(current);
    Q_EMIT historyChanged();
}

} // namespace planscope::ui
