#pragma once

#include "frontend/calculon_files.h"
#include "frontend/import_format.h"
#include "study/study_document.h"

#include <QString>

#include <optional>

class QByteArray;
class QSaveFile;

namespace planscope::ui {

/// What a file holds, by its schema or, of other programs', by what is in it.
enum class FileKind {
    Study,
    Case,
    System,
    Reference,
    CalculonModel,
    CalculonExecution,
    CalculonSystem,
    HuggingFace, ///< a config.json
    Megatron,    ///< a script or a file of arguments
    Other,
};

/// Other for what states no schema that is known, and no other program's fields.
FileKind kindOfFile(const std::string& bytes);
/// Nothing for a file that is none of Calculon's.
std::optional<CalculonFile> calculonFileOf(FileKind kind);
/// Nothing for a file from which no case of a whole model is made.
std::optional<whole::ImportFormat> importFormatOf(FileKind kind);
/// All that can be opened, for who tried something else.
QString expectedFiles();

struct OpenedStudy {
    StudyDocument document;
    QString path; ///< where saving goes; "" for a case, which saving must not turn into a study
};

/// Reads a study, or a case as a study of one candidate. Fails with the importer's diagnostics, file.* among them.
Result<OpenedStudy> openStudyFile(const QString& path);

/// Opens the file, writes all bytes and puts it in place as a whole. False when any of it failed, the last bytes that
/// found no room included, of which commit() alone does not tell; then the file that was there is untouched.
bool writeWhole(QSaveFile& file, const QByteArray& bytes);

/// Writes aside, then puts the file in place as a whole. What went wrong, in one sentence for a person; then the file
/// that was there is untouched.
std::optional<QString> saveStudyFile(const StudyDocument& document, const QString& path);

} // namespace planscope::ui
