#pragma once

#include "ui/models/study_comparison.h"
#include "ui/theme/theme.h"

#include <QList>
#include <QRectF>
#include <QStringList>
#include <QWidget>

#include <vector>

namespace planscope::ui {

/// A headline number of both sides.
struct ComparedFigure {
    QString name;     ///< "Iteration time, system evidence"
    QString a;        ///< "18.0 s"; "–" where there is none
    QString b;
    QString delta;    ///< "▼ −4.39 s"
    QString relative; ///< "−24.4 %"
    QString exact;    ///< all of it exactly
    int direction = 0; ///< 1: B is more, -1: less
    friend bool operator==(const ComparedFigure&, const ComparedFigure&) = default;
};
/// Iteration time in both modes, MFU, tokens a second, memory, operations of a rank.
std::vector<ComparedFigure> comparedFiguresOf(const ComparedPair& pair);
/// The same exactly, a header line first: fact (unit), A, B, B − A, (B − A) / A.
QList<QStringList> comparedFigureLines(const ComparedPair& pair);

/// Headline numbers of A and B in a row that wraps: what differs large, both sides below.
class ComparedFigureRow final : public QWidget {
    Q_OBJECT
public:
    explicit ComparedFigureRow(QWidget* parent);

    void setFigures(std::vector<ComparedFigure> figures, const Theme& theme);
    const std::vector<ComparedFigure>& figures() const { return m_figures; }

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

    std::vector<ComparedFigure> m_figures;
    Theme m_theme;
};

} // namespace planscope::ui
