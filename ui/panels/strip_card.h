#pragma once

#include "ui/panels/strip_content.h"

#include <QWidget>

#include <vector>

class QToolButton;

namespace planscope::ui {

/// A card of the derivation strip. A click selects the snapshot, Enter or a double click opens it; a click on the
/// digest copies all of it and says so. Paints nothing anew when its content is the same.
class StripCard final : public QWidget {
    Q_OBJECT
public:
    explicit StripCard(QWidget* parent = nullptr);

    void setContent(const StripCardContent& content, const Theme& theme, bool rightOfBoundary);
    const StripCardContent& content() const { return m_content; }
    void setSelected(bool selected);
    bool isSelected() const { return m_selected; }
    int heightFor(int width) const;

Q_SIGNALS:
    void selected(const planscope::ui::EntityKey& key);
    void activated(const planscope::ui::EntityKey& key);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Text {
        StripLine line;
        QFont font;
        QRect box;
        bool wraps = true;
    };
    struct Layout {
        std::vector<Text> texts;
        QRect digest;
        QRect lock;
        QRect gauge;
        int height = 0;
    };
    Layout layOut(int width) const;
    void placeDigest();
    void copyDigest();
    void paintGauge(QPainter& painter, const QRect& box) const;
    void paintLock(QPainter& painter, const QRect& box) const;

    StripCardContent m_content;
    Theme m_theme;
    bool m_rightOfBoundary = false;
    bool m_selected = false;
    QToolButton* m_digest = nullptr;
};

} // namespace planscope::ui
