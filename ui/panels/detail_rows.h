#pragma once

#include "ui/panels/entity_details.h"

#include "base/enum_names.h"
#include "base/quantity.h"

#include <string_view>

namespace planscope::ui {

// The rows that sections of details are made of.

QString plainText(std::string_view text);
/// A name of files as words: "batch_matmul" is "batch matmul".
QString wordsOf(std::string_view name);
template <NamedEnum Enum>
QString wordsOf(Enum value)
{
    return wordsOf(nameOf(value));
}

DetailRow textRow(const QString& label, const QString& text);
DetailRow linkRow(const QString& label, const EntityKey& key);
DetailRow countRow(const QString& label, std::int64_t count, const QString& unit);
DetailRow bytesRow(const QString& label, Bytes bytes);
DetailRow bytesRow(const QString& label, const Total<BytesUnit>& bytes);
DetailRow operationsRow(const QString& label, Operations operations);
DetailRow operationsRow(const QString& label, const Total<OperationsUnit>& operations);
DetailRow secondsRow(const QString& label, double seconds);
/// Of WorkloadFacts: operations, read, written, message, and operations a byte.
std::vector<DetailRow> factRows(const WorkloadFacts& facts);
/// "IR of that kind": "DistributedTaskIR".
QString irName(IrKind kind);
/// "0–7", "3".
QString ranksText(const RankRange& ranks);

/// When a stage's peak is: "fc1.backward of microbatch 3 in chunk 7".
QString momentText(const whole::StagePeak& peak);

/// The chain from the spec to the entity and on to what was derived from it, from lineage alone.
void addLineage(EntityDetails& details, const LineageGraph& lineage, const EntityKey& key);

/// A figure that has an explanation of its own: shown and exact, and a link to it.
DetailRow linkedRow(DetailRow row, const EntityKey& key);
/// "0–7" of a range of ranks as keys name it: "0-7".
EntityKey rankKey(std::int64_t first, std::int64_t count);
/// A heading without rows yet, left of the boundary.
DetailSection sectionOf(const QString& title, DetailSection::Form form = DetailSection::Form::Facts);

EntityDetails taskDetails(const DetailSources& sources, const EntityKey& key);
EntityDetails valueDetails(const DetailSources& sources, const EntityKey& key);
EntityDetails operationDetails(const DetailSources& sources, const EntityKey& key);
EntityDetails layerDetails(const DetailSources& sources, const EntityKey& key);
EntityDetails snapshotDetails(const DetailSources& sources, const EntityKey& key);
EntityDetails checkDetails(const DetailSources& sources, const EntityKey& key);
EntityDetails rankDetails(const DetailSources& sources, const EntityKey& key);
EntityDetails componentDetails(const DetailSources& sources, const EntityKey& key);
EntityDetails primitiveDetails(const DetailSources& sources, const EntityKey& key);
// The same of whole models.
EntityDetails wholeTaskDetails(const DetailSources& sources, const EntityKey& key);
EntityDetails wholeOperationDetails(const DetailSources& sources, const EntityKey& key);
EntityDetails wholeValueDetails(const DetailSources& sources, const EntityKey& key);
EntityDetails wholeStageDetails(const DetailSources& sources, const EntityKey& key);
EntityDetails wholeEdgeDetails(const DetailSources& sources, const EntityKey& key);
EntityDetails wholeRankDetails(const DetailSources& sources, const EntityKey& key);
/// Nothing of that key is in the result.
EntityDetails absentDetails(const EntityKey& key);

} // namespace planscope::ui
