#pragma once

#include <QTextBrowser> // first: moc cannot read <compare> before Qt's headers

#include "ui/panels/entity_details.h"
#include "ui/theme/theme.h"

namespace planscope::ui {

/// Shows details with links that select. Ctrl+C copies the selected text or, with none, all of it exactly,
/// tab-separated.
class DetailsBrowser final : public QTextBrowser {
    Q_OBJECT
public:
    explicit DetailsBrowser(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void showDetails(const EntityDetails& details);
    /// An empty state; the link, if any, is the one action that fills it.
    void showNote(const QString& title, const QString& text, const EntityKey& link = {}, const QString& linkText = {});
    const EntityDetails& details() const { return m_details; }

Q_SIGNALS:
    void linkChosen(const planscope::ui::EntityKey& key);

private:
    void put(const QString& html);

    Theme m_theme;
    EntityDetails m_details;
};

} // namespace planscope::ui
