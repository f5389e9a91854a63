#include "ui/panels/control_style.h"

#include "ui/panels/vector_controls.h"

#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>

#include <algorithm>

namespace planscope::ui {
namespace {

/// Fusion draws edges as its window colour made darker by this, which vanishes on a dark ground.
constexpr int fusionDarker = 140;

/// The palette with a window colour from which Fusion makes an edge of 3:1 against the surface.
QPalette withEdges(QPalette palette)
{
    const QColor muted = palette.color(QPalette::PlaceholderText);
    const QColor surface = palette.color(QPalette::Base);
    const auto part = [](int over, int ground) { return (7 * over + 3 * ground) / 10; };
    const QColor edge(part(muted.red(), surface.red()), part(muted.green(), surface.green()),
                      part(muted.blue(), surface.blue()));
    palette.setColor(QPalette::Window, edge.lighter(fusionDarker));
    return palette;
}

} // namespace

ControlStyle::ControlStyle()
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
{
}

void ControlStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                 const QWidget* widget) const
{
    if (option != nullptr && keepsVectors(*painter) && drawVectorPrimitive(element, *option, *painter))
        return;
    if (option != nullptr && (element == PE_IndicatorCheckBox || element == PE_IndicatorRadioButton)) {
        QStyleOptionButton edged;
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option))
            edged = *button;
        else
            edged.QStyleOption::operator=(*option);
        edged.palette = withEdges(option->palette);
        QProxyStyle::drawPrimitive(element, &edged, painter, widget);
        return;
    }
    if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
        frame != nullptr && (element == PE_FrameLineEdit || element == PE_PanelLineEdit)) {
        QStyleOptionFrame edged = *frame;
        edged.palette = withEdges(frame->palette);
        QProxyStyle::drawPrimitive(element, &edged, painter, widget);
        return;
    }
    if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
        button != nullptr && element == PE_PanelButtonCommand) {
        QStyleOptionButton edged = *button;
        edged.palette = withEdges(button->palette);
        QProxyStyle::drawPrimitive(element, &edged, painter, widget);
        return;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void ControlStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                      const QWidget* widget) const
{
    if (option != nullptr && keepsVectors(*painter)
        && drawVectorComplexControl(control, *option, *painter, *this, widget))
        return;
    if (const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option);
        box != nullptr && control == CC_ComboBox) {
        QStyleOptionComboBox edged = *box;
        edged.palette = withEdges(box->palette);
        QProxyStyle::drawComplexControl(control, &edged, painter, widget);
        return;
    }
    if (const auto* box = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
        box != nullptr && control == CC_SpinBox) {
        QStyleOptionSpinBox edged = *box;
        edged.palette = withEdges(box->palette);
        QProxyStyle::drawComplexControl(control, &edged, painter, widget);
        return;
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

void ControlStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const
{
    if (option != nullptr && keepsVectors(*painter) && drawVectorControl(element, *option, *painter))
        return;
    if (const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option);
        box != nullptr && element == CE_ComboBoxLabel) {
        QStyleOptionComboBox fitting = *box;
        const int room = subControlRect(CC_ComboBox, box, SC_ComboBoxEditField, widget).width();
        fitting.currentText = painter->fontMetrics().elidedText(box->currentText, Qt::ElideRight, room);
        QProxyStyle::drawControl(element, &fitting, painter, widget);
        return;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

QSize ControlStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                     const QWidget* widget) const
{
    QSize whole = QProxyStyle::sizeFromContents(type, option, size, widget);
    constexpr int rowRoom = 8;
    if (type == CT_ItemViewItem && option != nullptr)
        whole.setHeight(std::max(whole.height(), option->fontMetrics.height() + rowRoom));
    return whole;
}

int ControlStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    constexpr int step = 4;
    switch (metric) {
    case PM_DockWidgetTitleMargin:
    case PM_DockWidgetTitleBarButtonMargin: return step;
    default: return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

} // namespace planscope::ui
