#include "ui/panels/vector_controls.h"

#include <QPaintEngine>
#include <QPainter>
#include <QStyleOption>

#include <array>

namespace planscope::ui {
namespace {

constexpr double radius = 2;

/// A thin edge all around, on the pixels' middles.
QRectF edgeOf(const QRect& rect)
{
    return QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5);
}

void drawPanel(QPainter& painter, const QRect& rect, const QColor& edge, const QColor& fill)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(edge, 1));
    painter.setBrush(fill);
    painter.drawRoundedRect(edgeOf(rect), radius, radius);
    painter.restore();
}

/// A filled triangle in the middle of the rectangle, that points there.
void drawArrow(QPainter& painter, const QRect& rect, Qt::ArrowType direction, const QColor& color)
{
    constexpr double reach = 3.5;
    constexpr double half = reach / 2;
    const QPointF middle = QRectF(rect).center();
    std::array<QPointF, 3> corners;
    switch (direction) {
    case Qt::UpArrow: corners = {QPointF(-reach, half), QPointF(reach, half), QPointF(0, -half)}; break;
    case Qt::LeftArrow: corners = {QPointF(half, -reach), QPointF(half, reach), QPointF(-half, 0)}; break;
    case Qt::RightArrow: corners = {QPointF(-half, -reach), QPointF(-half, reach), QPointF(half, 0)}; break;
    case Qt::DownArrow:
    case Qt::NoArrow: corners = {QPointF(-reach, -half), QPointF(reach, -half), QPointF(0, half)}; break;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.translate(middle);
    painter.drawPolygon(corners.data(), static_cast<int>(corners.size()));
    painter.restore();
}

void drawCheckBox(QPainter& painter, const QStyleOption& option)
{
    const QColor text = option.palette.color(QPalette::Text);
    drawPanel(painter, option.rect, option.palette.color(QPalette::PlaceholderText), option.palette.color(QPalette::Base));
    if (!option.state.testFlag(QStyle::State_On))
        return;
    const QRectF box = option.rect;
    const std::array<QPointF, 3> tick{box.topLeft() + QPointF(0.22 * box.width(), 0.52 * box.height()),
                                      box.topLeft() + QPointF(0.43 * box.width(), 0.73 * box.height()),
                                      box.topLeft() + QPointF(0.78 * box.width(), 0.28 * box.height())};
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(text, 1.6));
    painter.drawPolyline(tick.data(), static_cast<int>(tick.size()));
    painter.restore();
}

void drawHeader(QPainter& painter, const QStyleOption& option)
{
    painter.save();
    painter.fillRect(option.rect, option.palette.color(QPalette::Button));
    painter.setPen(QPen(option.palette.color(QPalette::Mid), 1));
    const QRectF edge = edgeOf(option.rect);
    painter.drawLine(edge.bottomLeft(), edge.bottomRight());
    const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(&option);
    if (header != nullptr && header->position != QStyleOptionHeader::End
        && header->position != QStyleOptionHeader::OnlyOneSection)
        painter.drawLine(edge.topRight() + QPointF(0, 4), edge.bottomRight() - QPointF(0, 4));
    painter.restore();
}

} // namespace

bool keepsVectors(const QPainter& painter)
{
    return painter.paintEngine() != nullptr && painter.paintEngine()->type() != QPaintEngine::Raster;
}

bool drawVectorPrimitive(QStyle::PrimitiveElement element, const QStyleOption& option, QPainter& painter)
{
    const QColor text = option.palette.color(QPalette::ButtonText);
    const QColor edge = option.palette.color(QPalette::PlaceholderText);
    switch (element) {
    case QStyle::PE_IndicatorBranch:
        if (option.state.testFlag(QStyle::State_Children))
            drawArrow(painter, option.rect,
                      option.state.testFlag(QStyle::State_Open) ? Qt::DownArrow : Qt::RightArrow,
                      option.palette.color(QPalette::Text));
        return true;
    case QStyle::PE_IndicatorArrowUp: drawArrow(painter, option.rect, Qt::UpArrow, text); return true;
    case QStyle::PE_IndicatorArrowDown: drawArrow(painter, option.rect, Qt::DownArrow, text); return true;
    case QStyle::PE_IndicatorArrowLeft: drawArrow(painter, option.rect, Qt::LeftArrow, text); return true;
    case QStyle::PE_IndicatorArrowRight: drawArrow(painter, option.rect, Qt::RightArrow, text); return true;
    case QStyle::PE_IndicatorHeaderArrow: {
        const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(&option);
        if (header != nullptr && header->sortIndicator != QStyleOptionHeader::None)
            drawArrow(painter, option.rect,
                      header->sortIndicator == QStyleOptionHeader::SortUp ? Qt::UpArrow : Qt::DownArrow, text);
        return true;
    }
    case QStyle::PE_PanelButtonCommand:
        drawPanel(painter, option.rect, edge, option.palette.color(QPalette::Button));
        return true;
    case QStyle::PE_PanelButtonTool:
        if (option.state & (QStyle::State_On | QStyle::State_Sunken))
            drawPanel(painter, option.rect, edge, option.palette.color(QPalette::Mid));
        return true;
    case QStyle::PE_IndicatorCheckBox: drawCheckBox(painter, option); return true;
    default: return false;
    }
}

bool drawVectorControl(QStyle::ControlElement element, const QStyleOption& option, QPainter& painter)
{
    if (element != QStyle::CE_HeaderSection && element != QStyle::CE_HeaderEmptyArea)
        return false;
    drawHeader(painter, option);
    return true;
}

bool drawVectorComplexControl(QStyle::ComplexControl control, const QStyleOptionComplex& option, QPainter& painter,
                              const QStyle& style, const QWidget* widget)
{
    if (control == QStyle::CC_ScrollBar) {
        painter.fillRect(option.rect, option.palette.color(QPalette::Window));
        drawPanel(painter, style.subControlRect(control, &option, QStyle::SC_ScrollBarSlider, widget).adjusted(3, 3, -3, -3),
                  option.palette.color(QPalette::Mid), option.palette.color(QPalette::Mid));
        return true;
    }
    if (control != QStyle::CC_ComboBox && control != QStyle::CC_SpinBox)
        return false;
    drawPanel(painter, option.rect, option.palette.color(QPalette::PlaceholderText),
              option.palette.color(control == QStyle::CC_ComboBox ? QPalette::Button : QPalette::Base));
    const auto arrow = [&](QStyle::SubControl part, Qt::ArrowType direction) {
        drawArrow(painter, style.subControlRect(control, &option, part, widget), direction,
                  option.palette.color(QPalette::ButtonText));
    };
    if (control == QStyle::CC_ComboBox) {
        arrow(QStyle::SC_ComboBoxArrow, Qt::DownArrow);
    } else {
        arrow(QStyle::SC_SpinBoxUp, Qt::UpArrow);
        arrow(QStyle::SC_SpinBoxDown, Qt::DownArrow);
    }
    return true;
}

} // namespace planscope::ui
