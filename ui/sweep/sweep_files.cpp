#include "ui/sweep/sweep_files.h"

#include "sweep/sweep_row.h"

#include <QSaveFile>

namespace planscope::ui {
namespace {

bool append(QSaveFile& file, const std::string& text)
{
    const auto size = static_cast<qint64>(text.size());
    return file.write(text.data(), size) == size;
}

} // namespace

QString writeFile(const QString& path, const std::string& text)
{
    QSaveFile file(path);
    return file.open(QIODevice::WriteOnly) && append(file, text) && file.commit() ? QString{} : file.errorString();
}

QString writeRows(const QString& path, const SweepRows& rows)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || !append(file, std::string{sweep::rowHeader()}))
        return file.errorString();
    for (const SweepRows::Chunk& chunk : rows.chunks()) {
        std::string text;
        for (const SweepRow& row : *chunk)
            sweep::appendRow(text, row.point, row.evaluated);
        if (!append(file, text))
            return file.errorString();
    }
    return file.commit() ? QString{} : file.errorString();
}

} // namespace planscope::ui
