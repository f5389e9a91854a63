#include "ui/export/report_text.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace planscope::ui {
namespace {

/// What was measured may be drawn a hair wider.
constexpr double rounding = 0.01;

bool isJoint(QChar letter)
{
    return QStringLiteral("._/-").contains(letter);
}

/// The letters up to the last of the first `most` after which a line may break; 0 where it may after none.
template <class Predicate>
qsizetype lastBreak(const QString& text, qsizetype first, qsizetype most, Predicate mayBreakAfter)
{
    for (qsizetype count = most; count > 0; --count)
        if (mayBreakAfter(text[first + count - 1]))
            return count;
    return 0;
}

/// The number of letters of `text` from `first` on that stand in one line; at least one.
qsizetype lettersInLine(const QString& text, qsizetype first, const QFontMetricsF& metrics, double width)
{
    const auto fits = [&](qsizetype count) {
        return metrics.horizontalAdvance(text.mid(first, count).trimmed()) <= width + rounding;
    };
    qsizetype most = 1, tooMany = text.size() - first + 1;
    while (tooMany - most > 1) {
        const qsizetype middle = (most + tooMany) / 2;
        (fits(middle) ? most : tooMany) = middle;
    }
    if (first + most == text.size())
        return most;
    if (text[first + most].isSpace()) // the line ends with a whole word
        return most;
    if (const qsizetype count = lastBreak(text, first, most, [](QChar letter) { return letter.isSpace(); }); count > 0)
        return count;
    if (const qsizetype count = lastBreak(text, first, most, isJoint); count > 0)
        return count;
    if (text[first + most - 1].isHighSurrogate())
        return most > 1 ? most - 1 : 2;
    return most;
}

} // namespace

double widestPart(const QString& text, const QFont& font)
{
    const QFontMetricsF metrics(font);
    double widest = 0;
    for (qsizetype first = 0; first < text.size();) {
        qsizetype end = first;
        while (end < text.size() && !text[end].isSpace() && !isJoint(text[end]))
            ++end;
        if (end < text.size() && !text[end].isSpace())
            ++end; // the joint stays with what is before it
        widest = std::max(widest, metrics.horizontalAdvance(text.mid(first, end - first)));
        first = std::max(end, first + 1);
    }
    return widest;
}

std::vector<QString> brokenLines(const QString& text, const QFont& font, double width)
{
    const QFontMetricsF metrics(font);
    std::vector<QString> lines;
    for (const QString& paragraph : text.split(QLatin1Char('\n'))) {
        if (metrics.horizontalAdvance(paragraph) <= width + rounding) {
            lines.push_back(paragraph);
            continue;
        }
        for (qsizetype first = 0; first < paragraph.size();) {
            const qsizetype count = lettersInLine(paragraph, first, metrics, width);
            lines.push_back(paragraph.mid(first, count).trimmed());
            first += count;
            while (first < paragraph.size() && paragraph[first].isSpace())
                ++first;
        }
    }
    return lines;
}

double brokenHeight(const QString& text, const QFont& font, double width)
{
    return QFontMetricsF(font).height() * static_cast<double>(brokenLines(text, font, width).size());
}

void paintBroken(QPainter& painter, const QRectF& box, const QString& text, const QFont& font, Qt::Alignment side)
{
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    double base = box.top() + metrics.ascent();
    for (const QString& line : brokenLines(text, font, box.width())) {
        const double left
            = side.testFlag(Qt::AlignRight) ? box.right() - metrics.horizontalAdvance(line) : box.left();
        painter.drawText(QPointF(left, base), line);
        base += metrics.height();
    }
}

} // namespace planscope::ui
