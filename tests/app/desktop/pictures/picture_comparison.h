#pragma once

#include <QImage>
#include <QString>

namespace planscope::ui::test {

/// What tells two pictures apart. They count as one picture when machines with the same fonts could have painted
/// both: rounding may shift a channel a little anywhere, and a lone pixel more; a letter that moved differs strongly in
/// many pixels close together, and a ground that got another colour differs a little in all of them.
struct PictureComparison {
    static constexpr int channelTolerance = 24; ///< of 255: a pixel differs when a channel differs by more
    static constexpr int tileSize = 32;         ///< pixels, a square's side
    static constexpr int tileTolerance = 8;     ///< of a tile's pixels may differ
    static constexpr double tintTolerance = 5;  ///< of 255: by how much a tile's mean of a channel may be shifted
    static constexpr double shareTolerance = 0.0005; ///< of all pixels may differ

    bool same = false;
    qint64 differing = 0; ///< pixels
    QString text;         ///< what differs, and where most
    QImage marked;        ///< the second picture, faded, with the differing pixels in red; null for other sizes
};

PictureComparison comparePictures(const QImage& kept, const QImage& seen);

/// The picture in at most 256 colours, as golden pictures are kept: its most frequent colours are exact, no other
/// channel is off by more than 10, and it takes a fraction of the bytes. A picture of more colours than that is
/// returned as it is.
QImage forKeeping(const QImage& picture);

} // namespace planscope::ui::test
