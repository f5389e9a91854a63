#include "ui/models/import_fields.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

namespace planscope::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("ImportFields", text);
}

} // namespace

std::vector<ImportField> importFieldsOf(whole::ImportFormat format)
{
    switch (format) {
    case whole::ImportFormat::HuggingFace:
        return {ImportField::SequenceLength, ImportField::GlobalBatchSize, ImportField::MicrobatchSize,
                ImportField::TensorDegree,   ImportField::PipelineDegree,  ImportField::DataDegree};
    case whole::ImportFormat::Megatron: return {ImportField::Ranks, ImportField::VocabularySize};
    }
    return {};
}

QString labelOf(ImportField field)
{
    switch (field) {
    case ImportField::SequenceLength: return tr("Sequence length");
    case ImportField::GlobalBatchSize: return tr("Global batch size");
    case ImportField::MicrobatchSize: return tr("Microbatch size");
    case ImportField::TensorDegree: return tr("Tensor parallel");
    case ImportField::PipelineDegree: return tr("Pipeline stages");
    case ImportField::DataDegree: return tr("Data parallel");
    case ImportField::Ranks: return tr("Ranks");
    case ImportField::VocabularySize: return tr("Vocabulary size");
    }
    return {};
}

QString caseFieldOf(ImportField field)
{
    switch (field) {
    case ImportField::SequenceLength: return QStringLiteral("workload.sequence_length");
    case ImportField::GlobalBatchSize: return QStringLiteral("workload.global_batch_size");
    case ImportField::MicrobatchSize: return QStringLiteral("workload.microbatch_size");
    case ImportField::TensorDegree: return QStringLiteral("mapping.tensor.degree");
    case ImportField::PipelineDegree: return QStringLiteral("mapping.pipeline.degree");
    case ImportField::DataDegree:
    case ImportField::Ranks: return QStringLiteral("mapping.data.degree");
    case ImportField::VocabularySize: return QStringLiteral("model.vocabulary_size");
    }
    return {};
}

std::optional<std::int64_t>& valueOf(whole::ImportSettings& settings, ImportField field)
{
    switch (field) {
    case ImportField::SequenceLength: return settings.sequenceLength;
    case ImportField::GlobalBatchSize: return settings.globalBatchSize;
    case ImportField::MicrobatchSize: return settings.microbatchSize;
    case ImportField::TensorDegree: return settings.tensorDegree;
    case ImportField::PipelineDegree: return settings.pipelineDegree;
    case ImportField::DataDegree: return settings.dataDegree;
    case ImportField::Ranks: return settings.ranks;
    case ImportField::VocabularySize: break;
    }
    return settings.vocabularySize;
}

std::optional<std::map<std::string, std::string>> variablesIn(const QString& text)
{
    static const QRegularExpression name(QStringLiteral("^[A-Za-z_][A-Za-z0-9_]*$"));
    std::map<std::string, std::string> variables;
    for (const QString& word : text.split(QRegularExpression(QStringLiteral("\\s+")), Qt::SkipEmptyParts)) {
        const qsizetype equals = word.indexOf(QLatin1Char('='));
        if (equals < 0 || !name.match(word.left(equals)).hasMatch())
            return std::nullopt;
        variables[word.left(equals).toStdString()] = word.mid(equals + 1).toStdString();
    }
    return variables;
}

} // namespace planscope::ui
