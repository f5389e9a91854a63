#include "ui/sweep/sweep_files.h"

#include "sweep/space_reader.h"
#include "sweep/sweep_row.h"
#include "ui/models/shown_text.h"
#include "ui/models/study_file.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QMessageBox>
#include <QSaveFile>

namespace planscope::ui {
namespace {

bool append(QSaveFile& file, const std::string& text)
{
    const auto size = static_cast<qint64>(text.size());
    return file.write(text.data(), size) == size;
}

struct SweepFiles {
    Q_DECLARE_TR_FUNCTIONS(SweepFiles)
};

template <class Write>
void saveByDialog(QWidget* parent, const QString& title, const QString& name, const QString& kind, Write write)
{
    const QString path = QFileDialog::getSaveFileName(parent, title, name, kind);
    if (path.isEmpty())
        return;
    if (const QString reason = write(path); !reason.isEmpty())
        QMessageBox::warning(parent, SweepFiles::tr("Not saved"),
                             SweepFiles::tr("%1 could not be written: %2").arg(shownText(path), reason));
}

} // namespace

QString writeSpaceFile(const QString& path, const sweep::MappingSpace& space)
{
    QSaveFile file(path);
    return writeWhole(file, QByteArray::fromStdString(sweep::writeSpace(space))) ? QString{} : file.errorString();
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
    return file.flush() && file.commit() ? QString{} : file.errorString(); // commit() does not tell of the last bytes
}

void saveRowsByDialog(QWidget* parent, const SweepRows& rows)
{
    saveByDialog(parent, SweepFiles::tr("Save the mappings found"), QStringLiteral("sweep.csv"),
                 SweepFiles::tr("CSV (*.csv)"), [&rows](const QString& path) { return writeRows(path, rows); });
}

void saveSpaceByDialog(QWidget* parent, const sweep::MappingSpace& space)
{
    saveByDialog(parent, SweepFiles::tr("Save the space"), QStringLiteral("space.json"),
                 SweepFiles::tr("Spaces of mappings (*.json)"),
                 [&space](const QString& path) { return writeSpaceFile(path, space); });
}

} // namespace planscope::ui
