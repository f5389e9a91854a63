#include "derivation/whole/model/build_model_ir.h"

#include <algorithm>

namespace planscope::whole {
namespace {

const Extent batch = SymbolicExtent{"batch"};
const Extent sequence = SymbolicExtent{"sequence"};

/// Writes operations in program order; a value is made before it is used.
class ModelBuilder {
public:
    explicit ModelBuilder(const ModelSpec& spec)
    {
        m_ir.schema = ModelIR::currentSchema();
        m_ir.spec = spec;
        m_ir.specDigest = Digest::of(encodeCanonical(spec));
        m_lineage = {LineageKind::Source, std::string{modelBuilder}, {ModelSpecId::derive(m_ir.specDigest, spec.name)}};
    }

    ModelIR build() &&
    {
        const ModelValueId tokens = value("token_ids", OperandRole::Index, {batch, sequence}, "integer");
        embedding(tokens);
        block();
        head();
        return std::move(m_ir);
    }

private:
    const ModelSpec& spec() const { return m_ir.spec; }

    ModelValueId value(std::string name, OperandRole role, std::vector<Extent> shape, std::string elementType)
    {
        ModelValue made;
        made.id = ModelValueId::derive(m_ir.specDigest, name);
        made.name = std::move(name);
        made.role = role;
        made.shape = std::move(shape);
        made.elementType = std::move(elementType);
        made.lineage = m_lineage;
        m_ir.values.push_back(std::move(made));
        return m_ir.values.back().id;
    }
    ModelValueId activation(std::string name, std::int64_t width)
    {
        return value(std::move(name), OperandRole::Output, {batch, sequence, KnownExtent{width}}, "element");
    }
    ModelOperand weight(std::string name, std::vector<std::int64_t> extents)
    {
        std::vector<Extent> shape;
        for (const std::int64_t extent : extents)
            shape.emplace_back(KnownExtent{extent});
        return {value(std::move(name), OperandRole::Weight, std::move(shape), "element"), OperandRole::Weight};
    }
    ModelOperand statistic(std::string name, std::vector<Extent> shape)
    {
        return {value(std::move(name), OperandRole::Statistic, std::move(shape), "statistic"), OperandRole::Statistic};
    }
    ModelOperand mask(std::string name, std::vector<Extent> shape)
    {
        return {value(std::move(name), OperandRole::Mask, std::move(shape), "byte"), OperandRole::Mask};
    }
    static ModelOperand input(ModelValueId id) { return {id, OperandRole::Input}; }
    static ModelOperand output(ModelValueId id) { return {id, OperandRole::Output}; }
    bool biased(BiasedLayer layer) const
    {
        return std::find(spec().bias.begin(), spec().bias.end(), layer) != spec().bias.end();
    }

    void operation(Row row, OperationClass kind, std::vector<ModelOperand> operands, std::vector<ModelOperand> results)
    {
        ModelOperation made;
        made.name = operationNameOf(row);
        made.id = OperationId::derive(m_ir.specDigest, made.name);
        made.kind = kind;
        made.operands = std::move(operands);
        made.results = std::move(results);
        made.lineage = m_lineage;
        m_ir.operations.push_back(std::move(made));
    }
    void body(Unit unit, std::int64_t repetitions, std::optional<ModelValueId> from, ModelValueId to)
    {
        const auto end = static_cast<std::int64_t>(m_ir.operations.size());
        const std::int64_t begin =
            m_ir.bodies.empty() ? 0 : m_ir.bodies.back().firstOperation + m_ir.bodies.back().operationCount;
        m_ir.bodies.push_back({unit, repetitions, begin, end - begin, from, to});
    }

    /// A norm of `width` elements in `groups` a token.
    ModelValueId norm(Row row, ModelValueId from, std::int64_t width, std::int64_t vector, std::int64_t groups)
    {
        const std::string name{nameOf(row)};
        const bool shifted = spec().normalization == Normalization::LayerNorm;
        std::vector<ModelOperand> operands{input(from), weight(name + ".weight", {vector})};
        if (shifted)
            operands.push_back(weight(name + ".bias", {vector}));
        const ModelOperand kept =
            statistic(name + ".statistics", {batch, sequence, KnownExtent{groups * (shifted ? 2 : 1)}});
        const ModelValueId to = activation(name + ".output", width);
        operation(row, OperationClass::Norm, std::move(operands), {output(to), kept});
        return to;
    }
    ModelValueId linear(Row row, ModelValueId from, std::int64_t outputs, std::int64_t inputs, bool hasBias)
    {
        const std::string name{nameOf(row)};
        std::vector<ModelOperand> operands{input(from), weight(name + ".weight", {outputs, inputs})};
        if (hasBias)
            operands.push_back(weight(name + ".bias", {outputs}));
        const ModelValueId to = activation(name + ".output", outputs);
        operation(row, OperationClass::Linear, std::move(operands), {output(to)});
        return to;
    }
    ModelValueId dropout(Row row, ModelValueId from)
    {
        const std::string name{nameOf(row)};
        const ModelOperand dropped = mask(name + ".mask", {batch, sequence, KnownExtent{spec().hiddenSize}});
        const ModelValueId to = activation(name + ".output", spec().hiddenSize);
        operation(row, OperationClass::Dropout, {input(from)}, {output(to), dropped});
        return to;
    }
    ModelValueId add(Row row, ModelValueId a, ModelValueId b)
    {
        const ModelValueId to = activation(std::string{nameOf(row)} + ".output", spec().hiddenSize);
        operation(row, OperationClass::Addition, {input(a), input(b)}, {output(to)});
        return to;
    }

    void embedding(ModelValueId tokens)
    {
        const std::int64_t h = spec().hiddenSize;
        const ModelOperand table = weight("embedding.word", {spec().vocabularySize, h});
        m_wordTable = table.value;
        ModelValueId hidden = activation("embedding.word.output", h);
        operation(Row::EmbeddingWord, OperationClass::Lookup, {{tokens, OperandRole::Index}, table}, {output(hidden)});
        if (spec().position == PositionEncoding::Learned) {
            const ModelValueId positions = value("position_ids", OperandRole::Index, {batch, sequence}, "integer");
            const ModelOperand rows = weight("embedding.position", {spec().maximumPositions, h});
            const ModelValueId sum = activation("embedding.position.output", h);
            operation(Row::EmbeddingPosition, OperationClass::Lookup,
                      {input(hidden), {positions, OperandRole::Index}, rows}, {output(sum)});
            hidden = sum;
        }
        hidden = dropout(Row::EmbeddingDropout, hidden);
        body(Unit::Embedding, 1, std::nullopt, hidden);
    }

    /// Stated for one block: its input is a value of its own, which the embedding or the block before it makes.
    void block()
    {
        const std::int64_t h = spec().hiddenSize;
        const std::int64_t heads = spec().attentionHeads * spec().attentionHeadSize;
        const std::int64_t shared = spec().keyValueHeads * spec().attentionHeadSize;
        const ModelValueId from = activation("block.input", h);

        const ModelValueId normed = norm(Row::AttnNorm, from, h, h, 1);
        const ModelValueId query = activation("qkv.query", heads);
        const ModelValueId key = activation("qkv.key", shared);
        const ModelValueId valueOut = activation("qkv.value", shared);
        std::vector<ModelOperand> operands{input(normed), weight("qkv.weight", {heads + 2 * shared, h})};
        if (biased(BiasedLayer::Qkv))
            operands.push_back(weight("qkv.bias", {heads + 2 * shared}));
        operation(Row::Qkv, OperationClass::Linear, std::move(operands),
                  {output(query), output(key), output(valueOut)});
        const Rotated rotated = rotate(normedHeads({query, key}));
        const ModelValueId attended = attention(rotated, valueOut, heads);
        const ModelValueId projected = linear(Row::Proj, attended, h, heads, biased(BiasedLayer::Proj));
        const ModelValueId middle = add(Row::AttnResidual, from, dropout(Row::AttnDropout, projected));

        const bool gated = spec().feedforward == Feedforward::Gated;
        const std::int64_t f = spec().feedforwardSize;
        const ModelValueId narrow = norm(Row::MlpNorm, middle, h, h, 1);
        const ModelValueId wide = linear(Row::Fc1, narrow, gated ? 2 * f : f, h, biased(BiasedLayer::Fc1));
        const ModelValueId active = activation("activation.output", f);
        operation(Row::Activation, OperationClass::Activation, {input(wide)}, {output(active)});
        const ModelValueId contracted = linear(Row::Fc2, active, h, f, biased(BiasedLayer::Fc2));
        const ModelValueId to = add(Row::MlpResidual, middle, dropout(Row::MlpDropout, contracted));
        body(Unit::Block, spec().blockCount, from, to);
    }

    struct Rotated {
        ModelValueId query, key;
    };
    /// Query and key heads each by their own statistics.
    Rotated normedHeads(const Rotated& from)
    {
        if (!spec().queryKeyNorm)
            return from;
        const std::int64_t d = spec().attentionHeadSize;
        const std::int64_t heads = spec().attentionHeads + spec().keyValueHeads;
        const bool shifted = spec().normalization == Normalization::LayerNorm;
        std::vector<ModelOperand> operands{input(from.query), input(from.key), weight("qk_norm.weight", {2, d})};
        if (shifted)
            operands.push_back(weight("qk_norm.bias", {2, d}));
        const ModelOperand kept =
            statistic("qk_norm.statistics", {batch, sequence, KnownExtent{heads * (shifted ? 2 : 1)}});
        const Rotated to{activation("qk_norm.query", spec().attentionHeads * d),
                         activation("qk_norm.key", spec().keyValueHeads * d)};
        operation(Row::QkNorm, OperationClass::Norm, std::move(operands), {output(to.query), output(to.key), kept});
        return to;
    }
    Rotated rotate(const Rotated& from)
    {
        if (spec().position != PositionEncoding::Rotary)
            return from;
        const Rotated to{activation("rope.query", spec().attentionHeads * spec().attentionHeadSize),
                         activation("rope.key", spec().keyValueHeads * spec().attentionHeadSize)};
        operation(Row::Rope, OperationClass::Rotation, {input(from.query), input(from.key)},
                  {output(to.query), output(to.key)});
        return to;
    }
    ModelValueId attention(const Rotated& operands, ModelValueId valueOperand, std::int64_t width)
    {
        const std::vector<Extent> square{batch, KnownExtent{spec().attentionHeads}, sequence, sequence};
        const ModelOperand probabilities = statistic("core_attention.probabilities", square);
        const ModelOperand dropped = mask("core_attention.mask", square);
        const ModelValueId to = activation("core_attention.output", width);
        operation(Row::CoreAttention, OperationClass::Attention,
                  {input(operands.query), input(operands.key), input(valueOperand)},
                  {output(to), probabilities, dropped});
        return to;
    }

    void head()
    {
        const std::int64_t V = spec().vocabularySize;
        const ModelValueId from = activation("head.input", spec().hiddenSize);
        const ModelValueId normed = norm(Row::FinalNorm, from, spec().hiddenSize, spec().hiddenSize, 1);
        const ModelOperand table = spec().tiedEmbeddings ? ModelOperand{m_wordTable, OperandRole::Weight}
                                                         : weight("head.weight", {V, spec().hiddenSize});
        const ModelValueId logits = activation("head.output", V);
        operation(Row::Head, OperationClass::Linear, {input(normed), table}, {output(logits)});
        const ModelValueId targets = value("targets", OperandRole::Index, {batch, sequence}, "integer");
        const ModelOperand probabilities = statistic("loss.probabilities", {batch, sequence, KnownExtent{V}});
        const ModelValueId loss = value("loss.output", OperandRole::Output, {batch, sequence}, "statistic");
        operation(Row::Loss, OperationClass::Loss, {input(logits), {targets, OperandRole::Index}},
                  {output(loss), probabilities});
        body(Unit::Head, 1, from, loss);
    }

    ModelIR m_ir;
    Lineage<ModelSpecId> m_lineage;
    ModelValueId m_wordTable;
};

} // namespace

ModelIR buildModelIr(const ModelSpec& spec)
{
    return ModelBuilder{spec}.build();
}

} // namespace planscope::whole
