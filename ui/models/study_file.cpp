#include "ui/models/study_file.h"

#include "base/json_document.h"
#include "frontend/input_file.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

namespace planscope::ui {

namespace {

FileKind kindOfDocument(JsonValue root)
{
    const auto schema = root.find("schema");
    const std::string_view name = schema && schema->isString() ? schema->text() : std::string_view{};
    if (name == "planscope.study/1" || name == "planscope.study/2")
        return FileKind::Study;
    if (name == "planscope.case/1" || name == "planscope.case/2")
        return FileKind::Case;
    if (name == "planscope.system/1")
        return FileKind::System;
    if (name == "planscope.reference/1")
        return FileKind::Reference;
    if (const auto calculon = planscope::calculonFileOf(root))
        switch (*calculon) {
        case CalculonFile::Model: return FileKind::CalculonModel;
        case CalculonFile::Execution: return FileKind::CalculonExecution;
        case CalculonFile::System: return FileKind::CalculonSystem;
        }
    return FileKind::Other;
}

} // namespace

FileKind kindOfFile(const std::string& bytes)
{
    const auto document = JsonDocument::parse(bytes);
    const FileKind kind = document ? kindOfDocument(document->root()) : FileKind::Other;
    if (kind != FileKind::Other)
        return kind;
    if (const auto format = whole::importFormatOf(bytes))
        switch (*format) {
        case whole::ImportFormat::HuggingFace: return FileKind::HuggingFace;
        case whole::ImportFormat::Megatron: return FileKind::Megatron;
        }
    return FileKind::Other;
}

std::optional<whole::ImportFormat> importFormatOf(FileKind kind)
{
    if (kind == FileKind::HuggingFace)
        return whole::ImportFormat::HuggingFace;
    if (kind == FileKind::Megatron)
        return whole::ImportFormat::Megatron;
    return std::nullopt;
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
    case FileKind::HuggingFace:
    case FileKind::Megatron:
    case FileKind::Other: return std::nullopt;
    }
    return std::nullopt;
}

QString expectedFiles()
{
    return QCoreApplication::translate(
        "StudyFile",
        "Planscope opens a study (planscope.study/1 or 2), a case (planscope.case/1 or 2), a system profile "
        "(planscope.system/1), reference facts (planscope.reference/1), Calculon's model, execution and system files, a "
        "Hugging Face config.json, and scripts and argument files of Megatron-LM.");
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
