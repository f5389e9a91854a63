#include "derivation/model/model_verifier.h"

#include "base/match.h"
#include "derivation/dialect/structure_rules.h"

#include <array>
#include <utility>

namespace planscope {
namespace {

constexpr std::string_view batchSymbol = "batch";
constexpr std::string_view elementSymbol = "element";

std::string textOf(const Extent& extent)
{
    return std::visit(Match{
                          [](const KnownExtent& known) { return std::to_string(known.elements); },
                          [](const SymbolicExtent& symbolic) { return excerpt(symbolic.symbol); },
                      },
                      extent);
}

std::string textOf(const std::vector<Extent>& shape)
{
    constexpr std::size_t longest = 8;
    std::string text = "[";
    for (std::size_t k = 0; k < shape.size() && k < longest; ++k)
        text += (k == 0 ? "" : ", ") + textOf(shape[k]);
    return text + (shape.size() > longest ? ", …]" : "]");
}

class ModelVerifier {
public:
    explicit ModelVerifier(const ModelIR& ir)
        : m_ir(ir)
        , m_values(ir.values)
        , m_operations(ir.operations)
    {
    }

    Diagnostics run() &&
    {
        checkSchema(m_found, m_ir.schema, ModelIR::currentSchema());
        if (m_ir.operations.size() != 1)
            m_found.add("one_operation", "operations",
                        "there are " + std::to_string(m_ir.operations.size()) + " operations instead of 1",
                        std::to_string(m_ir.operations.size()), {"1"});
        else
            checkSpec(m_ir.operations.front().model);
        checkOperations();
        checkValues();
        return std::move(m_found).take();
    }

private:
    void checkSpec(const TransformerModelSpec& spec)
    {
        const std::array<std::pair<std::string_view, std::int64_t>, 6> numbers{{
            {"attention_head_size", spec.attentionHeadSize},
            {"attention_heads", spec.attentionHeads},
            {"block_count", spec.blockCount},
            {"feedforward_size", spec.feedforwardSize},
            {"hidden_size", spec.hiddenSize},
            {"sequence_length", spec.sequenceLength},
        }};
        for (const auto& [name, number] : numbers)
            if (number < 1)
                m_found.add("spec_positive", "operations[0].model." + std::string{name},
                            std::string{name} + " is " + std::to_string(number) + ", but at least 1 is needed",
                            std::to_string(number));

        const Digest digest = Digest::of(encodeCanonical(spec));
        if (m_ir.specDigest != digest)
            m_found.add("spec_digest", "spec_digest",
                        "the header names " + m_ir.specDigest.toString() + ", but the spec's digest is "
                            + digest.toString(),
                        m_ir.specDigest.toString(), {digest.toString()});
    }

    void checkOperations()
    {
        checkIds(m_found, "operations", m_ir.operations, m_operations, m_ir.specDigest,
                 [](const ModelOperation& operation) -> std::string_view { return operation.kind; });
        m_definitions.assign(m_ir.values.size(), 0);
        m_uses.assign(m_ir.values.size(), 0);
        for (std::size_t k = 0; k < m_ir.operations.size(); ++k) {
            const ModelOperation& operation = m_ir.operations[k];
            const EntityPlace place{"operations", k, operation.kind};
            if (operation.kind != ModelIR::decoderTraining)
                m_found.add("operation_kind", place,
                            "the kind is " + excerpt(operation.kind) + " instead of "
                                + std::string{ModelIR::decoderTraining},
                            excerpt(operation.kind), {std::string{ModelIR::decoderTraining}});
            checkReferences(m_found, operation.operands, m_values, "operand", place);
            checkRepetition(m_found, operation.operands, "operand", place);
            checkReferences(m_found, operation.results, m_values, "result", place);
            countValues(operation.operands, BoundaryRole::Input, m_uses, "operand", place);
            countValues(operation.results, BoundaryRole::Output, m_definitions, "result", place);
            checkOrigin(operation.lineage, place);
        }
    }

    void countValues(const std::vector<ModelValueId>& ids, BoundaryRole role, std::vector<std::uint32_t>& count,
                     std::string_view what, const EntityPlace& place)
    {
        for (const ModelValueId id : ids) {
            const auto position = m_values.find(id);
            if (!position)
                continue;
            ++count[*position];
            const ModelValue& value = m_ir.values[*position];
            if (value.role != role)
                m_found.add("role", place,
                            std::string{what} + " " + excerpt(value.name) + " is an " + std::string{nameOf(value.role)}
                                + " instead of an " + std::string{nameOf(role)},
                            std::string{nameOf(value.role)}, {std::string{nameOf(role)}});
        }
    }

    void checkValues()
    {
        checkIds(m_found, "values", m_ir.values, m_values, m_ir.specDigest,
                 [](const ModelValue& value) -> std::string_view { return value.name; });
        std::array<bool, countOf<BoundaryRole>()> present{};
        for (std::size_t k = 0; k < m_ir.values.size(); ++k) {
            const ModelValue& value = m_ir.values[k];
            const EntityPlace place{"values", k, value.name};
            present[static_cast<std::size_t>(value.role)] = true;
            if (value.name.empty())
                m_found.add("named", place, "the value has no name");
            checkUse(value, k, place);
            checkShape(value, place);
            if (value.elementType != elementSymbol)
                m_found.add("element_type", place,
                            "the element type is \"" + excerpt(value.elementType) + "\" instead of \""
                                + std::string{elementSymbol} + "\"",
                            excerpt(value.elementType), {std::string{elementSymbol}});
            checkOrigin(value.lineage, place);
        }
        for (std::size_t role = 0; role < present.size(); ++role)
            if (!present[role])
                m_found.add("boundary", "values",
                            "there is no " + std::string{nameOf(static_cast<BoundaryRole>(role))});
    }

    void checkUse(const ModelValue& value, std::size_t position, const EntityPlace& place)
    {
        // An id that stands twice is told once, by unique_ids: only its first value can be referred to.
        if (m_values.find(value.id) != position)
            return;
        if (m_definitions[position] > 1)
            m_found.add("single_definition", place,
                        "the value is defined " + std::to_string(m_definitions[position]) + " times instead of once",
                        std::to_string(m_definitions[position]), {"1"});
        const bool isInput = value.role == BoundaryRole::Input;
        if (m_ir.operations.empty() || (isInput ? m_uses : m_definitions)[position] > 0)
            return;
        m_found.add("use", place, isInput ? "no operation reads the input" : "no operation makes the output");
    }

    void checkShape(const ModelValue& value, const EntityPlace& place)
    {
        if (m_ir.operations.size() != 1)
            return;
        const TransformerModelSpec& spec = m_ir.operations.front().model;
        const std::array<Extent, 3> expected{SymbolicExtent{std::string{batchSymbol}}, KnownExtent{spec.sequenceLength},
                                             KnownExtent{spec.hiddenSize}};
        if (!std::equal(value.shape.begin(), value.shape.end(), expected.begin(), expected.end())) {
            const std::string legal = textOf(std::vector<Extent>(expected.begin(), expected.end()));
            m_found.add("shape", place, "the shape is " + textOf(value.shape) + " instead of " + legal,
                        textOf(value.shape), {legal});
        }
    }

    void checkOrigin(const Lineage<ModelSpecId>& lineage, const EntityPlace& place)
    {
        checkLineage(m_found, lineage, LineageKind::Source, place);
        if (m_ir.operations.size() != 1 || lineage.sources.size() != 1 || lineage.sources.front() == ModelSpecId{})
            return;
        const auto spec = ModelSpecId::derive(m_ir.specDigest, m_ir.operations.front().model.name);
        if (lineage.sources.front() != spec)
            m_found.add("lineage_spec", place,
                        "the source is " + lineage.sources.front().toString() + ", but the spec is " + spec.toString(),
                        lineage.sources.front().toString(), {spec.toString()});
    }

    const ModelIR& m_ir;
    EntityIndex<ModelValueKind> m_values;
    EntityIndex<OperationKind> m_operations;
    std::vector<std::uint32_t> m_definitions; ///< results that name a value, by its position
    std::vector<std::uint32_t> m_uses;        ///< operands that name a value
    Findings m_found{"model", Origin::Work};
};

} // namespace

Diagnostics verify(const ModelIR& ir)
{
    return ModelVerifier{ir}.run();
}

} // namespace planscope
