#include "ui/export/view_export.h"

#include "ui/export/exported_file.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QEvent>
#include <QEventLoop>
#include <QImage>
#include <QPainter>
#include <QSvgGenerator>

namespace planscope::ui {
namespace {

/// Gives a view the size it wants to be exported at, which it may know only once it is laid out, as on a screen.
void layOut(View& view)
{
    view.show();
    for (int round = 0; round < 2; ++round) {
        view.finish();
        view.resize(view.exportSize());
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents(QEventLoop::ExcludeUserInputEvents);
    }
}

QByteArray asPng(View& view, int scale)
{
    QImage image(view.size() * scale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    image.fill(view.palette().color(QPalette::Window));
    view.render(&image);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

QByteArray asSvg(View& view)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(view.size());
    generator.setViewBox(view.rect());
    generator.setResolution(96);
    generator.setTitle(view.title());
    QPainter painter(&generator);
    painter.fillRect(view.rect(), view.palette().color(QPalette::Window));
    view.render(&painter);
    painter.end();
    return bytes;
}

ReportFile pictureOf(View& view, PictureFormat format, int scale, const QString& name)
{
    const QByteArray bytes = format == PictureFormat::Png ? asPng(view, scale) : asSvg(view);
    return {name.toStdString(), bytes.toStdString()};
}

} // namespace

Diagnostics exportViews(const QList<View*>& views, const QDir& folder, int scale)
{
    std::vector<ReportFile> files;
    for (View* const view : views) {
        if (!view->isDrawn())
            continue;
        view->show();
        view->finish();
        const QStringList parts = view->exportParts();
        for (int part = 0; part < parts.size(); ++part) {
            view->showExportPart(part);
            layOut(*view);
            files.push_back(pictureOf(*view, PictureFormat::Png, scale, parts[part] + QStringLiteral(".png")));
            files.push_back(pictureOf(*view, PictureFormat::Svg, scale, parts[part] + QStringLiteral(".svg")));
        }
    }
    return publishFiles(folder.path().toStdString(), files, ExistingFiles::Replace);
}

Diagnostics exportView(View& view, PictureFormat format, int scale, const QString& path)
{
    const QRect place = view.geometry();
    view.finish();
    for (int round = 0; round < 2; ++round) { // a view may know what it wants only once it is laid out
        view.resize(view.exportSize());
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    }
    const ReportFile picture = pictureOf(view, format, scale, {});
    view.setGeometry(place);
    return writeExported(path, QByteArray::fromStdString(picture.bytes), ExistingFiles::Replace);
}

} // namespace planscope::ui
