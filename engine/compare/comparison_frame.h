#pragma once

#include "compare/comparison.h"
#include "study/derived_history.h"
#include "study/result_head.h"
#include "study/study_fields.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What comparisons of both accountings have alike. For this folder's .cpp files alone.
namespace planscope {

/// The values of fields as files write them, indexed by the field; absent where a side does not state one.
template <class Field, std::size_t count>
using FieldValues = std::array<std::optional<std::string>, count>;
using ModelValues = FieldValues<ModelField, modelFieldCount>;
using WorkloadValues = FieldValues<WorkloadField, workloadFieldCount>;
using CandidateValues = FieldValues<CandidateField, candidateFieldCount>;

/// Those that the accounting has, in its order, their paths behind the place.
template <class Field, std::size_t count>
void addFields(std::vector<ComparedField>& fields, Accounting accounting, std::string_view place,
               const std::array<std::optional<std::string>, count>& a,
               const std::array<std::optional<std::string>, count>& b)
{
    for (const Field field : fieldsOf<Field>(accounting)) {
        const FieldInfo& info = infoOf(accounting, field);
        const auto k = static_cast<std::size_t>(field);
        fields.push_back({std::string{place} + std::string{info.path}, std::string{info.label}, a[k], b[k]});
    }
}

/// A field of what a side binds: nothing of one that is refused.
template <class Result, class ValueOf>
void addBound(std::vector<ComparedField>& fields, std::string path, std::string label, const Result& a, const Result& b,
              const ValueOf& valueOf)
{
    fields.push_back({std::move(path), std::move(label), a.system ? std::optional{valueOf(a)} : std::nullopt,
                      b.system ? std::optional{valueOf(b)} : std::nullopt});
}
/// The system and the revision of the evidence.
void addSystem(std::vector<ComparedField>& fields, const ResultHead& a, const ResultHead& b);

std::string truthOf(bool value);

/// One side of either accounting.
struct ResultFrame {
    const ResultHead& head;
    const DerivedHistory* derivation = nullptr; ///< null when refused
    bool hasTime = false;
};

/// Fills in the sides, the IRs and the checks.
void compareHistories(Comparison& comparison, const ResultFrame& a, const ResultFrame& b);
void addTasks(Comparison& comparison, std::vector<ComparedTask> tasks);

} // namespace planscope
