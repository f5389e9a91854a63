#pragma once

#include "frontend/import_format.h"

#include <QString>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace planscope::ui {

/// A number that can be said beside another program's file, and then wins over it.
enum class ImportField {
    SequenceLength,
    GlobalBatchSize,
    MicrobatchSize,
    TensorDegree,
    PipelineDegree,
    DataDegree,
    Ranks,
    VocabularySize,
};

/// Those that an import of the format takes.
std::vector<ImportField> importFieldsOf(whole::ImportFormat format);
QString labelOf(ImportField field);
/// The field of the case that follows from it, as rows of an import name it: "workload.sequence_length".
QString caseFieldOf(ImportField field);
std::optional<std::int64_t>& valueOf(whole::ImportSettings& settings, ImportField field);

/// "SEQ=8192 TP=8": a script's variables by name; nothing when a word is no NAME=VALUE.
std::optional<std::map<std::string, std::string>> variablesIn(const QString& text);

} // namespace planscope::ui
