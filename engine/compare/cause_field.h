#pragma once

#include "base/diagnostic.h"
#include "base/enum_names.h"
#include "evaluation/system/system_profile.h"
#include "spec/transformer_training.h"

#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

namespace planscope {

/// What can cause a difference, in the order of a case file; a case of either accounting has some of them. The pipeline
/// schedule is one field, whatever its constructor holds, and so is the vocabulary's padding. Where more than the
/// mapping differs, the model, the workload but for the microbatch size, the system and the framework are one field
/// each.
enum class CauseField {
    Model,
    Workload,
    MicrobatchSize,
    TensorDegree,
    TensorCommunication,
    SequenceParallel,
    ContextDegree,
    ContextExchange,
    PipelineDegree,
    Schedule,
    Layout,
    DataDegree,
    OptimizerSharding,
    Recompute,
    FusedActivation,
    AllGatherRedo,
    Attention,
    Loss,
    GradientDatatype,
    Vocabulary,
    System,
    TensorTier,
    PipelineTier,
    DataTier,
    Framework,
};
template <>
struct EnumNames<CauseField> {
    static constexpr std::array<std::string_view, 25> names{"model",
                                                            "workload",
                                                            "microbatch_size",
                                                            "mapping.tensor.degree",
                                                            "mapping.tensor.communication",
                                                            "mapping.tensor.sequence_parallel",
                                                            "mapping.context.degree",
                                                            "mapping.context.exchange",
                                                            "mapping.pipeline.degree",
                                                            "mapping.pipeline.schedule",
                                                            "mapping.pipeline.layout",
                                                            "mapping.data.degree",
                                                            "mapping.data.optimizer_sharding",
                                                            "mapping.recompute",
                                                            "mapping.fused_activation",
                                                            "mapping.sequence_parallel_all_gather_redo",
                                                            "mapping.attention",
                                                            "mapping.loss",
                                                            "mapping.gradient_datatype",
                                                            "mapping.vocabulary",
                                                            "system",
                                                            "network_tiers.tensor",
                                                            "network_tiers.pipeline",
                                                            "network_tiers.data",
                                                            "framework"};
};
/// For a person: "Tensor parallel", "Pipeline schedule".
std::string_view labelOf(CauseField field);

/// A set of fields, iterated in their order through fields().
class FieldSet {
public:
    constexpr FieldSet() = default;
    constexpr FieldSet(std::initializer_list<CauseField> fields)
    {
        for (const CauseField field : fields)
            insert(field);
    }
    static constexpr FieldSet all() { return FieldSet{(std::uint32_t{1} << countOf<CauseField>()) - 1}; }

    constexpr void insert(CauseField field) { m_bits |= bit(field); }
    constexpr bool contains(CauseField field) const { return (m_bits & bit(field)) != 0; }
    constexpr bool empty() const { return m_bits == 0; }
    constexpr std::size_t size() const { return static_cast<std::size_t>(std::popcount(m_bits)); }
    std::vector<CauseField> fields() const;

    friend constexpr FieldSet operator|(FieldSet a, FieldSet b) { return FieldSet{a.m_bits | b.m_bits}; }
    friend constexpr FieldSet operator&(FieldSet a, FieldSet b) { return FieldSet{a.m_bits & b.m_bits}; }
    friend constexpr bool operator==(FieldSet, FieldSet) = default;

private:
    constexpr explicit FieldSet(std::uint32_t bits)
        : m_bits(bits)
    {
    }
    static constexpr std::uint32_t bit(CauseField field) { return std::uint32_t{1} << static_cast<unsigned>(field); }
    std::uint32_t m_bits = 0;
};

/// Why a mapping that has some fields of one candidate and the others of another is illegal: its first diagnostic, and
/// the fields that the diagnostic speaks of.
struct MixedFault {
    Diagnostic reason;
    FieldSet operands;
};

/// What one candidate states, apart from its name; it need not be lawful.
struct StatedCase {
    TransformerModelSpec model;
    TransformerTrainingWorkloadSpec workload;
    TransformerTrainingMappingSpec mapping;
    std::shared_ptr<const SystemProfile> system;
    NetworkTierBinding tiers;
};

/// The fields in which two cases differ.
FieldSet changedFields(const StatedCase& a, const StatedCase& b);
/// A with the given fields as B has them.
StatedCase mixed(const StatedCase& a, const StatedCase& b, FieldSet fromB);

} // namespace planscope
