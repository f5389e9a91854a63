#include "ui/export/view_export.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QEventLoop>
#include <QImage>
#include <QPainter>
#include <QSaveFile>
#include <QSvgGenerator>

namespace planscope::ui {
namespace {

QString text(const char* source)
{
    return QCoreApplication::translate("planscope::ui::exportViews", source);
}

/// Gives a view the size it wants to be exported at, which it may know only once it is laid out, as on a screen.
void layOut(View& view)
{
    view.show();
    for (int round = 0; round < 2; ++round) {
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

void write(const QString& path, const QByteArray& bytes, Diagnostics& faults)
{
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit())
        return;
    faults.push_back({Severity::Error, Origin::Import, "export.unwritable", path.toStdString(),
                      text("the file cannot be written: %1").arg(file.errorString()).toStdString(), {}, {}});
}

} // namespace

Diagnostics exportViews(const QList<View*>& views, const QDir& folder, int scale)
{
    Diagnostics faults;
    if (!folder.mkpath(QStringLiteral("."))) {
        faults.push_back({Severity::Error, Origin::Import, "export.unwritable", folder.path().toStdString(),
                          text("the folder cannot be made").toStdString(), {}, {}});
        return faults;
    }
    for (View* const view : views) {
        layOut(*view);
        const QString stem = folder.filePath(view->exportName());
        write(stem + QStringLiteral(".png"), asPng(*view, scale), faults);
        write(stem + QStringLiteral(".svg"), asSvg(*view), faults);
    }
    return faults;
}

} // namespace planscope::ui
