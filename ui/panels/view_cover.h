#pragma once

#include "ui/theme/theme.h"

#include <QWidget>

class QLabel;

namespace planscope::ui {

/// A page over a view that has nothing to draw: what it is that it does not draw, and where to look instead.
class ViewCover final : public QWidget {
    Q_OBJECT
public:
    explicit ViewCover(QWidget* parent);

    void say(const QString& title, const QString& text, const Theme& theme);
    QString text() const; ///< title and text, for whoever reads instead of looking

private:
    QLabel* m_title = nullptr;
    QLabel* m_text = nullptr;
};

} // namespace planscope::ui
