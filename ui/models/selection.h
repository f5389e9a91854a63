#pragma once

#include "ui/models/entity_key.h"

#include <QObject>

#include <vector>

namespace planscope::ui {

/// The one selection that all views share, with the history of places visited. A view sets it and listens to it;
/// views do not know each other. GUI thread only.
class Selection final : public QObject {
    Q_OBJECT
public:
    explicit Selection(QObject* parent = nullptr);

    const EntityKey& current() const { return m_current; }
    bool canGoBack() const { return m_position > 0; }
    bool canGoForward() const { return m_position + 1 < m_history.size(); }

public Q_SLOTS:
    void select(const planscope::ui::EntityKey& key);   ///< a click; no-op when it is the current one
    void activate(const planscope::ui::EntityKey& key); ///< Enter or double click: selects, then asks for its best view
    void goBack();
    void goForward();

Q_SIGNALS:
    void currentChanged(const planscope::ui::EntityKey& key);
    void activated(const planscope::ui::EntityKey& key);
    void historyChanged();

private:
    void moveTo(const EntityKey& key);

    EntityKey m_current;
    std::vector<EntityKey> m_history; ///< bounded
    std::size_t m_position = 0;
};

} // namespace planscope::ui
