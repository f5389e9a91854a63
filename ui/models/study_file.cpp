#include "ui/models/study_file.h"

#include "base/json_document.h"
#include "frontend/input_file.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

namespace planscope::ui {

FileKind kindOfFile(const std::string& bytes)
{
    const auto document = JsonDocument::parse(bytes);
    if (!document)
        return FileKind::Other;
    const auto schema = document->root().find("schema");
    const std::string_view name = schema && schema->isString() ? schema->text() : std::string_view{};
    if (name == "planscope.study/1" || name == "planscope.study/2")
        return FileKind::Study;
    if (name == "planscope.case/1" || name == "planscope.case/2")
        return FileKind::Case;
    if (name == "planscope.system/1")
        return FileKind::System;
    if (name == "planscope.reference/1")
        return FileKind::Reference;
    if (const auto calculon = planscope::calculonFileOf(document->root()))
        switch (*calculon) {
        case CalculonFile::Model: return FileKind::CalculonModel;
        case CalculonFile::Execution: return FileKind::CalculonExecution;
        case CalculonFile::System: return FileKind::CalculonSystem;
        }
    return FileKind::Other;
}

std::optional<CalculonFile> calculonFileOf(FileKind kind)
{
    switch (kind) {
    case FileKind::CalculonModel: return CalculonFile::Model;
    case FileKind::CalculonExecution: return CalculonFile::Execution;
    case FileKind::CalculonSystem: return CalculonFile::System;
    case FileKind::Study:
    case FileKind::Case:
    case FileKind::System:
    case FileKind::Reference:
    case FileKind::Other: return std::nullopt;
    }
    return std::nullopt;
}

QString expectedFiles()
{
    return QCoreApplication::translate(
        "StudyFile",
        "Planscope opens JSON files: a study (planscope.study/1 or 2), a case (planscope.case/1 or 2), a system "
        "profile (planscope.system/1), reference facts (planscope.reference/1), and Calculon's model, execution and system "
        "files.");
}

Result<OpenedStudy> openStudyFile(const QString& path)
{
    const auto bytes = readInput(QFile::encodeName(path).toStdString());
    if (!bytes)
        return refuse(bytes.error());
    auto document = StudyDocument::parse(*bytes);
    if (!document)
        return refuse(std::move(document.error()));
    const bool isStudy = kindOfFile(*bytes) == FileKind::Study;
    return OpenedStudy{std::move(*document), isStudy ? QFileInfo{path}.absoluteFilePath() : QString{}};
}

bool writeWhole(QSaveFile& file, const QByteArray& bytes)
{
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.flush() && file.commit();
}

std::optional<QString> saveStudyFile(const StudyDocument& document, const QString& path)
{
    QSaveFile file{path};
    if (writeWhole(file, QByteArray::fromStdString(document.toJson())))
        return std::nullopt;
    return QCoreApplication::translate(
               "StudyFile", "%1 could not be saved: %2. The study is still open; save it elsewhere.")
        .arg(QDir::toNativeSeparators(path), file.errorString());
}

} // namespace planscope::ui
