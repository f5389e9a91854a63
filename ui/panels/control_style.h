#pragma once

#include <QProxyStyle>

namespace planscope::ui {

/// Fusion with the few measures that the theme needs: edges of controls at 3:1 in both themes, rows of lists that a
/// hand can hit, larger dock buttons, and an ellipsis where a combo box is too narrow for its text. On SVG and PDF all
/// is drawn as vectors.
/// All colours come from the palette that Theme makes.
class ControlStyle final : public QProxyStyle {
    Q_OBJECT
public:
    ControlStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                           const QWidget* widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
};

} // namespace planscope::ui
