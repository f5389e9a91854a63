#include "derivation/whole/model/model_verifier.h"

#include "derivation/dialect/structure_rules.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace planscope::whole {
namespace {

using ValueIndex = EntityIndex<ModelValueKind>;

bool isResultRole(OperandRole role)
{
    return role == OperandRole::Output || role == OperandRole::Statistic || role == OperandRole::Mask;
}

/// The row of an operation by its name.
std::optional<Row> rowNamed(std::string_view name)
{
    const auto row = enumFromName<Row>(name);
    return row && operationNameOf(*row) == name ? row : std::nullopt;
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
        checkSpec();
        const auto name = [](const auto& entity) -> std::string_view { return entity.name; };
        checkIds(m_found, "operations", m_ir.operations, m_operations, m_ir.specDigest, name);
        checkIds(m_found, "values", m_ir.values, m_values, m_ir.specDigest, name);
        checkBodies();
        checkOperations();
        checkValues();
        return std::move(m_found).take();
    }

private:
    void checkSpec()
    {
        const ModelSpec& spec = m_ir.spec;
        const std::int64_t leastPositions = spec.position == PositionEncoding::Learned ? 1 : 0;
        const std::array<std::pair<std::string_view, std::int64_t>, 8> numbers{{
            {"attention_head_size", spec.attentionHeadSize},
            {"attention_heads", spec.attentionHeads},
            {"block_count", spec.blockCount},
            {"feedforward_size", spec.feedforwardSize},
            {"hidden_size", spec.hiddenSize},
            {"key_value_heads", spec.keyValueHeads},
            {"vocabulary_size", spec.vocabularySize},
            {"maximum_positions", spec.maximumPositions},
        }};
        for (const auto& [field, number] : numbers) {
            const std::int64_t least = field == "maximum_positions" ? leastPositions : 1;
            if (number < least)
                m_found.add("spec_positive", "spec." + std::string{field},
                            std::string{field} + " is " + std::to_string(number) + ", but at least "
                                + std::to_string(least) + " is needed",
                            std::to_string(number));
        }
        const Digest digest = Digest::of(encodeCanonical(spec));
        if (m_ir.specDigest != digest)
            m_found.add("spec_digest", "spec_digest",
                        "the header names " + m_ir.specDigest.toString() + ", but the spec's digest is "
                            + digest.toString(),
                        m_ir.specDigest.toString(), {digest.toString()});
    }

    void checkBodies()
    {
        if (m_ir.bodies.size() != countOf<Unit>()) {
            m_found.add("bodies", "bodies", "there are " + std::to_string(m_ir.bodies.size()) + " bodies instead of 3",
                        std::to_string(m_ir.bodies.size()), {"3"});
            return;
        }
        WideInteger covered = 0;
        for (std::size_t k = 0; k < m_ir.bodies.size(); ++k) {
            const ModelBody& body = m_ir.bodies[k];
            const EntityPlace place{"bodies", k, nameOf(body.unit)};
            if (body.unit != static_cast<Unit>(k))
                m_found.add("bodies", place, "body " + std::to_string(k) + " is the " + std::string{nameOf(body.unit)},
                            std::string{nameOf(body.unit)}, {std::string{nameOf(static_cast<Unit>(k))}});
            if (body.firstOperation != covered || body.operationCount < 1)
                m_found.add("body_range", place,
                            "the body has " + std::to_string(body.operationCount) + " operations from "
                                + std::to_string(body.firstOperation) + " on, but the next one is "
                                + decimalDigits(covered),
                            std::to_string(body.firstOperation), {decimalDigits(covered)});
            covered = std::max(covered, WideInteger{body.firstOperation} + body.operationCount);
            const std::int64_t times = body.unit == Unit::Block ? m_ir.spec.blockCount : 1;
            if (body.repetitions != times)
                m_found.add("repetitions", place,
                            "the body is repeated " + std::to_string(body.repetitions) + " times instead of "
                                + std::to_string(times),
                            std::to_string(body.repetitions), {std::to_string(times)});
            if (body.input.has_value() != (body.unit != Unit::Embedding))
                m_found.add("body_values", place, body.input ? "the embedding has no input" : "the body has an input");
            if (body.input && !m_values.find(*body.input))
                m_found.add("reference", place, "the input " + body.input->toString() + " is no entity of this IR",
                            body.input->toString());
            if (!m_values.find(body.output))
                m_found.add("reference", place, "the output " + body.output.toString() + " is no entity of this IR",
                            body.output.toString());
        }
        if (covered != static_cast<WideInteger>(m_ir.operations.size()))
            m_found.add("body_range", "bodies",
                        "the bodies end before operation " + decimalDigits(covered) + ", but there are "
                            + std::to_string(m_ir.operations.size()),
                        decimalDigits(covered), {std::to_string(m_ir.operations.size())});
        const ModelBody& block = m_ir.bodies[1];
        checkSameShape(m_ir.bodies[0].output, block.input, "the embedding's output");
        checkSameShape(block.output, block.input, "the block's output");
        if (m_ir.bodies[2].input)
            checkSameShape(*m_ir.bodies[2].input, block.input, "the head's input");
    }
    void checkSameShape(ModelValueId value, const std::optional<ModelValueId>& blockInput, std::string_view what)
    {
        const auto a = m_values.find(value);
        const auto b = blockInput ? m_values.find(*blockInput) : std::nullopt;
        if (a && b && m_ir.values[*a].shape != m_ir.values[*b].shape)
            m_found.add("body_values", EntityPlace{"values", *a, m_ir.values[*a].name},
                        std::string{what} + " has another shape than the block's input");
    }

    /// The body that an operation belongs to, by the ranges as stated.
    const ModelBody* bodyOf(std::size_t operation) const
    {
        const auto position = static_cast<WideInteger>(operation);
        for (const ModelBody& body : m_ir.bodies)
            if (position >= body.firstOperation && position < WideInteger{body.firstOperation} + body.operationCount)
                return &body;
        return nullptr;
    }

    void checkOperations()
    {
        std::vector<const ModelBody*> madeIn(m_ir.values.size(), nullptr);
        std::vector<bool> made(m_ir.values.size(), false);
        m_used.assign(m_ir.values.size(), false);
        for (const ModelBody& body : m_ir.bodies)
            if (const auto input = body.input ? m_values.find(*body.input) : std::nullopt)
                m_used[*input] = true;

        const ModelBody* before = nullptr;
        std::optional<Row> rowBefore;
        for (std::size_t k = 0; k < m_ir.operations.size(); ++k) {
            const ModelOperation& operation = m_ir.operations[k];
            const EntityPlace place{"operations", k, operation.name};
            const ModelBody* const body = bodyOf(k);
            const auto row = rowNamed(operation.name);
            if (!row)
                m_found.add("named", place, "no row has this name", excerpt(operation.name));
            else if (body != nullptr
                     && (unitOf(*row) != body->unit || (body == before && rowBefore && *row <= *rowBefore)))
                m_found.add("body_rows", place, "the row is not the next of the " + std::string{nameOf(body->unit)});
            before = body;
            rowBefore = row;

            std::vector<ModelValueId> all;
            for (const ModelOperand& operand : operation.operands) {
                all.push_back(operand.value);
                const auto value = m_values.find(operand.value);
                if (!value) {
                    addReference(place, "operand", operand.value);
                    continue;
                }
                m_used[*value] = true;
                const OperandRole role = m_ir.values[*value].role;
                const bool read = role == OperandRole::Output ? operand.role == OperandRole::Input
                                                              : operand.role == role;
                if (isResultRole(operand.role) || !read)
                    m_found.add("role", place,
                                "operand " + excerpt(m_ir.values[*value].name) + " is read as "
                                    + std::string{nameOf(operand.role)} + " but is " + std::string{nameOf(role)},
                                std::string{nameOf(operand.role)});
                const bool given = role == OperandRole::Index || role == OperandRole::Weight
                    || (body != nullptr && body->input == operand.value);
                if (!given && (!made[*value] || madeIn[*value] != body))
                    m_found.add("order", place,
                                "operand " + excerpt(m_ir.values[*value].name) + " is not made before in its body",
                                operand.value.toString());
            }
            for (const ModelOperand& result : operation.results) {
                all.push_back(result.value);
                const auto value = m_values.find(result.value);
                if (!value) {
                    addReference(place, "result", result.value);
                    continue;
                }
                m_used[*value] = true;
                if (!isResultRole(result.role) || m_ir.values[*value].role != result.role)
                    m_found.add("role", place,
                                "result " + excerpt(m_ir.values[*value].name) + " is made as "
                                    + std::string{nameOf(result.role)} + " but is "
                                    + std::string{nameOf(m_ir.values[*value].role)},
                                std::string{nameOf(result.role)});
                if (made[*value])
                    m_found.add("single_definition", place,
                                "result " + excerpt(m_ir.values[*value].name) + " is made twice",
                                result.value.toString());
                made[*value] = true;
                madeIn[*value] = body;
            }
            checkRepetition(m_found, all, "value", place);
            checkSource(operation.lineage, place);
        }
    }
    void addReference(const EntityPlace& place, std::string_view what, ModelValueId id)
    {
        m_found.add("reference", place, std::string{what} + " " + id.toString() + " is no entity of this IR",
                    id.toString());
    }

    void checkValues()
    {
        for (std::size_t k = 0; k < m_ir.values.size(); ++k) {
            const ModelValue& value = m_ir.values[k];
            const EntityPlace place{"values", k, value.name};
            if (value.name.empty())
                m_found.add("named", place, "a value has a name");
            if (!m_used[k])
                m_found.add("use", place, "nothing reads or makes the value");
            checkShape(value, place);
            const std::string_view type = elementTypeOf(value.role);
            // The loss is an output in fp32.
            const bool loss = value.role == OperandRole::Output && value.elementType == "statistic";
            if (value.elementType != type && !loss)
                m_found.add("element_type", place,
                            "the elements are \"" + excerpt(value.elementType) + "\" instead of \"" + std::string{type}
                                + "\"",
                            excerpt(value.elementType), {std::string{type}});
            checkSource(value.lineage, place);
        }
    }
    static std::string_view elementTypeOf(OperandRole role)
    {
        switch (role) {
        case OperandRole::Index: return "integer";
        case OperandRole::Statistic: return "statistic";
        case OperandRole::Mask: return "byte";
        case OperandRole::Input:
        case OperandRole::Weight:
        case OperandRole::Output: return "element";
        }
        return {};
    }
    void checkShape(const ModelValue& value, const EntityPlace& place)
    {
        const auto isSymbol = [](const Extent& extent, std::string_view symbol) {
            const auto* const symbolic = std::get_if<SymbolicExtent>(&extent);
            return symbolic != nullptr && symbolic->symbol == symbol;
        };
        bool legal = !value.shape.empty();
        for (const Extent& extent : value.shape) {
            const auto* const known = std::get_if<KnownExtent>(&extent);
            legal = legal
                && (known != nullptr ? known->elements >= 1
                                     : isSymbol(extent, "batch") || isSymbol(extent, "sequence"));
        }
        if (value.role == OperandRole::Output || value.role == OperandRole::Index)
            legal = legal && value.shape.size() >= 2 && isSymbol(value.shape[0], "batch")
                && isSymbol(value.shape[1], "sequence");
        if (!legal)
            m_found.add("shape", place, "the extents are not those of such a value");
    }

    void checkSource(const Lineage<ModelSpecId>& lineage, const EntityPlace& place)
    {
        checkLineage(m_found, lineage, LineageKind::Source, place);
        const auto expected = ModelSpecId::derive(m_ir.specDigest, m_ir.spec.name);
        if (lineage.sources.size() == 1 && lineage.sources.front() != expected)
            m_found.add("lineage_spec", place, "the source is not the spec", lineage.sources.front().toString(),
                        {expected.toString()});
    }

    Findings m_found{"model", Origin::Work};
    const ModelIR& m_ir;
    ValueIndex m_values;
    EntityIndex<OperationKind> m_operations;
    std::vector<bool> m_used; ///< of the values
};

} // namespace

Diagnostics verify(const ModelIR& ir)
{
    return ModelVerifier{ir}.run();
}

} // namespace planscope::whole
