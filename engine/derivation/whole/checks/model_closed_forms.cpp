#include "derivation/whole/checks/model_closed_forms.h"

#include <algorithm>

namespace planscope::whole {
namespace {

ExactCount one(bool has)
{
    return has ? 1 : 0;
}

} // namespace

ModelClosedForms::ModelClosedForms(const Training& training)
    : m_training(training)
    , m(m_training.model())
    , w(m_training.workload())
    , p(m_training.mapping())
    , h(m.hiddenSize)
    , f(m.feedforwardSize)
    , a(m.attentionHeads)
    , k(m.keyValueHeads)
    , d(m.attentionHeadSize)
    , L(m.blockCount)
    , s(w.sequenceLength)
    , b(w.microbatchSize)
    , t(p.tensor.degree)
    , c(p.context.degree)
{
}

std::int64_t ModelClosedForms::gradientBytes() const
{
    return p.gradientDatatype == GradientDatatype::Float32 ? 4 : 2;
}

bool ModelClosedForms::sequenceParallel() const
{
    return p.tensor.sequenceParallel && p.tensor.degree > 1;
}

std::int64_t ModelClosedForms::vectors() const
{
    return m.normalization == Normalization::LayerNorm ? 2 : 1;
}

ExactCount ModelClosedForms::f1() const
{
    return m.feedforward == Feedforward::Gated ? f * 2 : f;
}

ExactCount ModelClosedForms::tokens() const
{
    return b * s;
}

ExactCount ModelClosedForms::hiddenBytes() const
{
    return tokens() / c * h * 2;
}

ExactCount ModelClosedForms::blockMatrices() const
{
    return L * h * ((a + k * 2) * d + a * d + f1() + f);
}

ExactCount ModelClosedForms::blockParameters() const
{
    const auto has = [&](BiasedLayer layer) {
        return one(std::find(m.bias.begin(), m.bias.end(), layer) != m.bias.end());
    };
    const ExactCount norms = h * (2 * vectors()) + one(m.queryKeyNorm) * d * (2 * vectors());
    const ExactCount biases = has(BiasedLayer::Qkv) * (a + k * 2) * d + has(BiasedLayer::Proj) * h
        + has(BiasedLayer::Fc1) * f1() + has(BiasedLayer::Fc2) * h;
    return blockMatrices() / L + norms + biases;
}

ExactCount ModelClosedForms::parameters(std::int64_t vocabulary) const
{
    const ExactCount tables = ExactCount{vocabulary} * h * (m.tiedEmbeddings ? 1 : 2);
    const ExactCount positions = one(m.position == PositionEncoding::Learned) * h * m.maximumPositions;
    return L * blockParameters() + tables + positions + h * vectors();
}

ExactCount ModelClosedForms::replicatedParameters() const
{
    const auto has = [&](BiasedLayer layer) {
        return one(std::find(m.bias.begin(), m.bias.end(), layer) != m.bias.end());
    };
    const ExactCount block = h * (2 * vectors()) + one(m.queryKeyNorm) * d * (2 * vectors())
        + (has(BiasedLayer::Proj) + has(BiasedLayer::Fc2)) * h;
    return L * block + h * vectors() + one(m.position == PositionEncoding::Learned) * h * m.maximumPositions;
}

ExactCount ModelClosedForms::heldParameters() const
{
    const std::int64_t padded = m_training.shape().paddedVocabulary;
    const ExactCount copy = one(m.tiedEmbeddings && p.pipeline.degree > 1) * h * padded;
    return parameters(padded) + replicatedParameters() * (t + ExactCount{-1}) + copy;
}

ExactCount ModelClosedForms::attentionOperations() const
{
    return b * s * s * a * d * 4;
}

ExactCount ModelClosedForms::forwardMatrixOperations(Unit unit) const
{
    switch (unit) {
    case Unit::Embedding: return 0;
    case Unit::Block: return tokens() * (blockMatrices() / L) * 2 + attentionOperations();
    case Unit::Head: return tokens() * h * m_training.shape().paddedVocabulary * 2;
    }
    return 0;
}

ExactCount ModelClosedForms::messageBytes(MessageSite site) const
{
    const ExactCount T = tokens() / c;
    switch (site) {
    case MessageSite::Enter:
    case MessageSite::Regather:
    case MessageSite::Leave: return hiddenBytes();
    case MessageSite::Output: return T * (a + k * 2) * d * 2;
    case MessageSite::Maximum:
    case MessageSite::Predicted:
    case MessageSite::SumExp: return T * 4;
    case MessageSite::Triple: return T * t * 12;
    }
    return 0;
}

ExactCount ModelClosedForms::forwardMessages(Unit unit) const
{
    if (p.tensor.degree == 1)
        return 0;
    const ExactCount gathered = one(p.tensor.degree > m.keyValueHeads) * messageBytes(MessageSite::Output);
    switch (unit) {
    case Unit::Embedding: return hiddenBytes();
    case Unit::Block: return hiddenBytes() * (sequenceParallel() ? 4 : 2) + gathered;
    case Unit::Head:
        return (sequenceParallel() ? hiddenBytes() : ExactCount{0})
            + (p.loss == LossKernel::Fused ? messageBytes(MessageSite::Triple) : messageBytes(MessageSite::SumExp) * 3);
    }
    return 0;
}

ExactCount ModelClosedForms::activationGradientMessages(Unit unit) const
{
    if (p.tensor.degree == 1)
        return 0;
    switch (unit) {
    case Unit::Embedding: return sequenceParallel() ? hiddenBytes() : ExactCount{0};
    case Unit::Block: return forwardMessages(Unit::Block); // each exchange has its mirror
    case Unit::Head: return hiddenBytes();
    }
    return 0;
}

ExactCount ModelClosedForms::weightGradientMessages(Unit unit) const
{
    const std::int64_t gathers = unit == Unit::Block ? 2 : unit == Unit::Head ? 1 : 0;
    return sequenceParallel() ? hiddenBytes() * gathers : ExactCount{0};
}

/// Over t·c ranks, a tensor that tensor parallelism or the sequence shard cuts counts once, any other t times.
ExactCount ModelClosedForms::blockSavedBytes() const
{
    const ExactCount copies = sequenceParallel() ? ExactCount{1} : t;
    const ExactCount n = tokens();
    const bool fused = p.attention == AttentionKernel::Fused;
    const bool keeps = p.recompute != RecomputeKind::CoreAttention;
    const bool exchanged = p.context.degree > 1 && p.context.exchange == ContextExchange::AllToAll;
    const ExactCount kvHeads = !fused ? ExactCount{m.attentionHeads}
                                      : ExactCount{std::max(m.keyValueHeads, p.tensor.degree)};
    const ExactCount normedHeads = a + ExactCount{std::max(m.keyValueHeads, p.tensor.degree)};
    const ExactCount square = b * a * s * s;

    ExactCount bytes = copies * n * h * 8;              // norm and linear inputs, two of each
    bytes += copies * n * (2 * 4 * vectors());          // statistics of two norms
    bytes += one(w.hiddenDropout) * copies * n * h * 2; // two masks
    bytes += one(m.queryKeyNorm) * n * normedHeads * (d * 2 + ExactCount{4 * vectors()});
    bytes += n * a * d * 2 + n * kvHeads * d * 4; // query; key and value
    bytes += one(fused && keeps) * b * a * s * 4; // log-sum-exp
    bytes += one(!fused && keeps) * square * (w.attentionDropout ? 5 : 2);
    bytes += n * a * d * (exchanged ? 4 : 2); // attention output
    bytes += n * (f1() + f) * 2;              // around the activation
    return bytes;
}

ExactCount ModelClosedForms::savedBytes(Unit unit) const
{
    const ExactCount copies = sequenceParallel() ? ExactCount{1} : t;
    const ExactCount n = tokens();
    switch (unit) {
    case Unit::Embedding: {
        const ExactCount ids = m.position == PositionEncoding::Learned ? 16 : 8;
        return t * n * (ids + one(p.tensor.degree > 1)) + one(w.hiddenDropout) * copies * n * h;
    }
    case Unit::Block: return p.recompute == RecomputeKind::Full ? copies * n * h * 2 : blockSavedBytes();
    case Unit::Head: {
        const ExactCount logits = n * m_training.shape().paddedVocabulary;
        const ExactCount loss = p.loss == LossKernel::Fused ? logits * 2 : logits * 4 + t * n * 9;
        return copies * n * (h * 4 + ExactCount{4 * vectors()}) + loss;
    }
    }
    return 0;
}

ExactCount ModelClosedForms::statisticsBytes() const
{
    return tokens() / (sequenceParallel() ? t : ExactCount{1}) * (2 * 4 * vectors());
}

std::optional<ExactCount> ModelClosedForms::korthikantiBytes() const
{
    const bool papers = p.attention == AttentionKernel::Unfused && w.hiddenDropout && w.attentionDropout
        && m.normalization == Normalization::LayerNorm && m.feedforward == Feedforward::Plain && !m.queryKeyNorm
        && f == h * 4 && a * d == h && a == k && p.context.degree == 1 && p.recompute != RecomputeKind::Full;
    if (!papers)
        return std::nullopt;
    const ExactCount sbh = s * b * h;
    const ExactCount scores = p.recompute == RecomputeKind::None ? b * a * s * s * 5 : ExactCount{0};
    const ExactCount sharded = (sbh * 24 + scores) / t;
    return sharded + (sequenceParallel() ? sbh * 10 / t : sbh * 10);
}

} // namespace planscope::whole
