#include "picture_comparison.h"

#include <QHash>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace planscope::ui::test {
namespace {

/// By how much the channel that differs most does.
int distance(QRgb a, QRgb b)
{
    return std::max({std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)), std::abs(qBlue(a) - qBlue(b))});
}

QRgb faded(QRgb color)
{
    const auto paler = [](int channel) { return 192 + channel / 4; };
    return qRgb(paler(qRed(color)), paler(qGreen(color)), paler(qBlue(color)));
}

QString sizeText(const QImage& picture)
{
    return QStringLiteral("%1 x %2").arg(picture.width()).arg(picture.height());
}

/// One square of both pictures.
struct Tile {
    int pixels = 0;
    int differing = 0;
    std::array<int, 3> shift{}; ///< of each channel, summed

    void add(QRgb kept, QRgb seen)
    {
        ++pixels;
        differing += distance(kept, seen) > PictureComparison::channelTolerance ? 1 : 0;
        shift[0] += qRed(seen) - qRed(kept);
        shift[1] += qGreen(seen) - qGreen(kept);
        shift[2] += qBlue(seen) - qBlue(kept);
    }
    double tint() const
    {
        const auto most = std::max({std::abs(shift[0]), std::abs(shift[1]), std::abs(shift[2])});
        return static_cast<double>(most) / pixels;
    }
    bool isSame() const
    {
        return differing <= PictureComparison::tileTolerance && tint() <= PictureComparison::tintTolerance;
    }
};

} // namespace

PictureComparison comparePictures(const QImage& kept, const QImage& seen)
{
    PictureComparison found;
    if (kept.isNull() || kept.size() != seen.size()) {
        found.text = QStringLiteral("the kept picture is %1 pixels, that seen %2").arg(sizeText(kept), sizeText(seen));
        return found;
    }
    const QImage a = kept.convertToFormat(QImage::Format_RGB32);
    const QImage b = seen.convertToFormat(QImage::Format_RGB32);
    found.marked = QImage(b.size(), QImage::Format_RGB32);

    constexpr int side = PictureComparison::tileSize;
    const int tilesWide = (b.width() + side - 1) / side;
    std::vector<Tile> tiles(static_cast<std::size_t>(tilesWide * ((b.height() + side - 1) / side)));
    for (int y = 0; y < b.height(); ++y) {
        const auto* keptLine = reinterpret_cast<const QRgb*>(a.constScanLine(y));
        const auto* seenLine = reinterpret_cast<const QRgb*>(b.constScanLine(y));
        auto* markedLine = reinterpret_cast<QRgb*>(found.marked.scanLine(y));
        for (int x = 0; x < b.width(); ++x) {
            const bool differs = distance(keptLine[x], seenLine[x]) > PictureComparison::channelTolerance;
            markedLine[x] = differs ? qRgb(255, 0, 0) : faded(seenLine[x]);
            found.differing += differs ? 1 : 0;
            tiles[static_cast<std::size_t>(y / side * tilesWide + x / side)].add(keptLine[x], seenLine[x]);
        }
    }
    const auto others = std::count_if(tiles.begin(), tiles.end(), [](const Tile& tile) { return !tile.isSame(); });
    const auto worst = std::max_element(tiles.begin(), tiles.end(), [](const Tile& one, const Tile& other) {
        return std::pair{one.differing, one.tint()} < std::pair{other.differing, other.tint()};
    });
    const auto place = static_cast<int>(worst - tiles.begin());
    const auto allowed = static_cast<qint64>(PictureComparison::shareTolerance * b.width() * b.height());
    found.same = others == 0 && found.differing <= allowed;
    found.text = QStringLiteral("%1 of %2 squares differ, and %3 pixels (%4 may); "
                                "most that at (%5, %6), in %7 pixels and by a tint of %8")
                     .arg(others)
                     .arg(tiles.size())
                     .arg(found.differing)
                     .arg(allowed)
                     .arg(place % tilesWide * side)
                     .arg(place / tilesWide * side)
                     .arg(worst->differing)
                     .arg(worst->tint());
    return found;
}

QImage forKeeping(const QImage& picture)
{
    constexpr int most = 256, exact = 48, reach = 10;
    const QImage plain = picture.convertToFormat(QImage::Format_RGB32);
    QHash<QRgb, int> uses;
    for (int y = 0; y < plain.height(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(plain.constScanLine(y));
        for (int x = 0; x < plain.width(); ++x)
            ++uses[line[x]];
    }
    QList<QRgb> byUse = uses.keys();
    std::sort(byUse.begin(), byUse.end(),
              [&uses](QRgb a, QRgb b) { return uses[a] != uses[b] ? uses[a] > uses[b] : a < b; });

    QList<QRgb> table;
    QHash<QRgb, uchar> indexOf;
    for (const QRgb color : byUse) {
        const auto nearest = std::min_element(table.begin(), table.end(), [color](QRgb a, QRgb b) {
            return distance(a, color) < distance(b, color);
        });
        const bool isCovered = table.size() >= exact && distance(*nearest, color) <= reach;
        if (!isCovered && table.size() == most)
            return plain;
        indexOf[color] = static_cast<uchar>(isCovered ? nearest - table.begin() : table.size());
        if (!isCovered)
            table << color;
    }
    QImage kept(plain.size(), QImage::Format_Indexed8);
    kept.setColorTable(table);
    for (int y = 0; y < plain.height(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(plain.constScanLine(y));
        std::transform(line, line + plain.width(), kept.scanLine(y), [&indexOf](QRgb color) { return indexOf[color]; });
    }
    return kept;
}

} // namespace planscope::ui::test
