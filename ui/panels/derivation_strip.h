#pragma once

#include "ui/panels/strip_content.h"
#include "ui/panels/strip_layout.h"

#include <QWidget>

#include <array>

namespace planscope::ui {

class StripCard;

/// The derivation as the strip it is, with the red boundary between what knows no target and what does. Wraps as its
/// width demands; the height follows the width.
class DerivationStrip final : public QWidget {
    Q_OBJECT
public:
    explicit DerivationStrip(QWidget* parent = nullptr);

    void setContent(const StripContent& content, const Theme& theme);
    const StripContent& content() const { return m_content; }
    void setSelected(const EntityKey& key);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void selected(const planscope::ui::EntityKey& key);
    void activated(const planscope::ui::EntityKey& key);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    StripLayout layOut(int width) const;
    void place();
    void paintArrow(QPainter& painter, std::size_t card) const;

    StripContent m_content;
    Theme m_theme;
    StripLayout m_layout;
    std::array<StripCard*, StripContent::cardCount> m_cards{};
};

} // namespace planscope::ui
