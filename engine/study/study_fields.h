#pragma once

#include "spec/accounting.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace planscope {

/// What an editor offers for a field.
enum class FieldKind {
    Text, Integer, Boolean, Choice,
    IntegerList, ///< "8, 8, 7, 7": an array of integers in files
    NameSet,     ///< "qkv, fc1": an array of names in files, each at most once
};

/// A field of a study as files name it and as an editor shows it.
struct FieldInfo {
    /// A model's below "model", a candidate's below the candidate ("mapping.tensor.degree"), a workload's below the root.
    std::string_view path;
    std::string_view label; ///< "Tensor parallel"
    std::string_view unit;  ///< "ranks"; "" where there is none
    FieldKind kind = FieldKind::Integer;
    std::string_view help;     ///< one sentence
    bool isOptional = false;   ///< files need not state it: an empty text
    bool isOfInterleaving = false; ///< counts only while the schedule is interleaved, and stands in files only then
};

/// The fields of the studies of both accountings; which ones a study has is for fieldsOf() to say.
enum class ModelField {
    Name, HiddenSize, FeedforwardSize, SequenceLength, AttentionHeads, AttentionHeadSize, BlockCount,
    KeyValueHeads, VocabularySize, Feedforward, Normalization, Position, MaximumPositions, Bias, TiedEmbeddings,
    QueryKeyNorm,
};
enum class WorkloadField { GlobalBatchSize, Datatype, SequenceLength, HiddenDropout, AttentionDropout };
enum class CandidateField {
    MicrobatchSize,
    TensorDegree, TensorCommunication,
    PipelineDegree, ScheduleKind, VirtualStages,
    DataDegree, OptimizerSharding,
    Recompute, FusedActivation, AllGatherRedo,
    TensorTier, PipelineTier, DataTier,
    SequenceParallel, ContextDegree, ContextExchange, InterleavingGroup, Layout,
    Attention, Loss, GradientDatatype, ExtraTokens, VocabularyMultiple,
};
inline constexpr std::size_t modelFieldCount = 16;
inline constexpr std::size_t workloadFieldCount = 5;
inline constexpr std::size_t candidateFieldCount = 24;

/// Those that a study of the accounting has, in the order of files and editors. Field: one of the three.
template <class Field>
std::span<const Field> fieldsOf(Accounting accounting);
template <>
std::span<const ModelField> fieldsOf<ModelField>(Accounting accounting);
template <>
std::span<const WorkloadField> fieldsOf<WorkloadField>(Accounting accounting);
template <>
std::span<const CandidateField> fieldsOf<CandidateField>(Accounting accounting);

/// Requires: a study of the accounting has the field.
const FieldInfo& infoOf(Accounting accounting, ModelField field);
const FieldInfo& infoOf(Accounting accounting, WorkloadField field);
const FieldInfo& infoOf(Accounting accounting, CandidateField field);
/// The names of a Choice or a NameSet in the order of the files' reference; empty for other kinds.
std::vector<std::string> choicesOf(Accounting accounting, ModelField field);
std::vector<std::string> choicesOf(Accounting accounting, WorkloadField field);
std::vector<std::string> choicesOf(Accounting accounting, CandidateField field);
/// Of the field that states a whole study's framework; its choices are the bundled ones.
const FieldInfo& frameworkInfo();
std::vector<std::string> frameworkChoices();

/// The items of a list or a set as typed: between commas, without the spaces around. "" has none.
std::vector<std::string> itemsOf(std::string_view list);
/// "8, 8, 7, 7"
std::string listOf(const std::vector<std::string>& items);

} // namespace planscope
