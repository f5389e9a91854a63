#pragma once

#include <QStyle>

class QPainter;
class QStyleOption;
class QStyleOptionComplex;

namespace planscope::ui {

// Controls drawn from lines and filled shapes alone. Fusion paints some of them into pixmaps first, which an exported
// SVG or PDF would then hold as images.

/// Whether what is painted is kept as vectors.
bool keepsVectors(const QPainter& painter);

/// Each draws that element and gives true, or gives false for one that Fusion draws without pixmaps.
bool drawVectorPrimitive(QStyle::PrimitiveElement element, const QStyleOption& option, QPainter& painter);
bool drawVectorControl(QStyle::ControlElement element, const QStyleOption& option, QPainter& painter);
/// `style` knows where the parts of the control stand.
bool drawVectorComplexControl(QStyle::ComplexControl control, const QStyleOptionComplex& option, QPainter& painter,
                              const QStyle& style, const QWidget* widget);

} // namespace planscope::ui
