#pragma once

#include "ui/theme/theme.h"

#include <QScrollArea>

#include <functional>

class QVBoxLayout;

namespace planscope::ui {

/// A view's scrolling ground: cards below each other, as wide as the view, scrolled when they do not fit.
class Page final : public QScrollArea {
    Q_OBJECT
public:
    explicit Page(QWidget* parent);

    void add(QWidget* widget);
    void setTheme(const Theme& theme);
    /// Scrolls, once everything is laid out, until that part of a widget on the page is in sight.
    void reveal(QWidget* widget, std::function<QRect()> part);
    /// The height at which nothing needs scrolling.
    int heightFor(int width) const;

private:
    QWidget* m_content = nullptr;
    QVBoxLayout* m_layout = nullptr;
};

} // namespace planscope::ui
