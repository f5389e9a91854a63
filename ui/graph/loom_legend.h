#pragma once

#include "ui/graph/loom_style.h"

#include <QRectF>

#include <vector>

class QPainter;

namespace planscope::ui {

/// The loom's key: the scale of the fact shown, then the engines and collectives that are drawn and no others; of a
/// difference, what became of its cells. Entries that do not fit in a line go on in the next.
class LoomLegend {
public:
    explicit LoomLegend(const LoomStyle& style);

    /// The height it takes in that width, both in device-independent pixels.
    double heightFor(double width) const;
    void paint(QPainter& painter, const QRectF& band) const;

private:
    struct Entry {
        enum class Kind {
            Scale,
            Engine,
            Collective,
            Message,
            Kept,
            Split,
            More,
            Less,
            OnlyA,
            OnlyB,
            Elsewhere
        } kind = Kind::Scale;
        Engine engine = Engine::Matrix;
        CollectiveKind collective = CollectiveKind::AllReduce;
        QString words;
        double width = 0; ///< px, the swatch included
    };
    struct Place {
        double left = 0;
        int line = 0;
    };
    void addMarks();
    void addDifference();
    void add(Entry::Kind kind, const QString& words);
    std::vector<Place> placesIn(double width) const;
    void paintScale(QPainter& painter, double left, double middle) const;
    void paintEntry(QPainter& painter, const Entry& entry, double left, double middle) const;
    void paintMark(QPainter& painter, Entry::Kind kind, const QRectF& mark) const;
    double paintWords(QPainter& painter, double left, double middle, const QString& words, const QColor& color) const;
    double widthOf(const QString& words) const;

    const LoomStyle& m_style;
    std::vector<Entry> m_entries;
};

} // namespace planscope::ui
