#pragma once

#include "ui/theme/theme.h"

#include <QWidget>

class QBoxLayout;
class QLabel;

namespace planscope::ui {

class TurningLayout;

/// A titled box on the surface. What it holds stands side by side when the card is wide, else below each other.
class Card final : public QWidget {
    Q_OBJECT
public:
    Card(const QString& title, const QString& subtitle, QWidget* parent);

    void setTitle(const QString& title);
    void setSubtitle(const QString& subtitle);
    void add(QWidget* widget, int stretch = 0, Qt::Alignment alignment = Qt::AlignTop);
    void setTheme(const Theme& theme);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Theme m_theme;
    QLabel* m_title = nullptr;
    QLabel* m_subtitle = nullptr;
    QBoxLayout* m_outer = nullptr;
    TurningLayout* m_content = nullptr;
};

} // namespace planscope::ui
