#pragma once

#include <QFont>
#include <QRectF>
#include <QString>

#include <vector>

class QPainter;

namespace planscope::ui {

/// A text's lines in a width: broken between words, at the joints of a dotted or underscored name, or, where a word is
/// longer than a line, anywhere. At least one line.
std::vector<QString> brokenLines(const QString& text, const QFont& font, double width);

/// Width in which no word and no part of a name is broken.
double widestPart(const QString& text, const QFont& font);

/// Height of those lines.
double brokenHeight(const QString& text, const QFont& font, double width);

/// Paints them in the painter's pen from the top of the box; aligned left, or right.
void paintBroken(QPainter& painter, const QRectF& box, const QString& text, const QFont& font,
                 Qt::Alignment side = Qt::AlignLeft);

} // namespace planscope::ui
