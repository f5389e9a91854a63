/// render_icon SVG SIZE PNG: draws the icon in a square of SIZE pixels, for desktops that show no SVG. The same drawing
/// gives the same bytes: the picture holds no date.

#include <QImage>
#include <QPainter>
#include <QSvgRenderer>

#include <cstdio>

int main(int argc, char** argv)
{
    if (argc != 4) {
        std::fprintf(stderr, "usage: render_icon SVG SIZE PNG\n");
        return 2;
    }
    const int size = QByteArray(argv[2]).toInt();
    QSvgRenderer drawing(QString::fromLocal8Bit(argv[1]));
    QImage image(size, size, QImage::Format_ARGB32);
    if (!drawing.isValid() || image.isNull()) {
        std::fprintf(stderr, "render_icon: %s cannot be drawn with %s pixels\n", argv[1], argv[2]);
        return 1;
    }
    image.fill(Qt::transparent);
    QPainter painter(&image);
    drawing.render(&painter);
    painter.end();
    if (!image.save(QString::fromLocal8Bit(argv[3]), "PNG")) {
        std::fprintf(stderr, "render_icon: %s cannot be written\n", argv[3]);
        return 1;
    }
    return 0;
}
