#pragma once

#include "ui/theme/theme.h"

#include <QRectF>
#include <QWidget>

#include <vector>

namespace planscope::ui {

/// A headline number: what it is, the number, what stands beside it.
struct Figure {
    QString name;  ///< "MFU"
    QString text;  ///< "51.6 %"
    QString note;  ///< "peak only 60.9 %"
    QString exact; ///< both, exactly
    Role role = Role::Text;
    friend bool operator==(const Figure&, const Figure&) = default;
};

/// Headline numbers in a row that wraps.
class FigureRow final : public QWidget {
    Q_OBJECT
public:
    explicit FigureRow(QWidget* parent);

    void setFigures(std::vector<Figure> figures, const Theme& theme);
    const std::vector<Figure>& figures() const { return m_figures; }

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<QRectF> boxes(int width) const;
    double lineHeight() const;

    std::vector<Figure> m_figures;
    Theme m_theme;
};

} // namespace planscope::ui
