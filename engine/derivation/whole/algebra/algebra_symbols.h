#pragma once

#include "derivation/transformer/block_algebra.h"
#include "derivation/whole/dialect/rows.h"
#include "spec/whole/training.h"

#include <cstdint>

namespace planscope::whole {

/// All that the work of a whole model depends on. Requires: they make a lawful training; they outlive the inputs.
struct AlgebraInputs {
    const ModelSpec& model;
    const WorkloadSpec& workload;
    const MappingSpec& mapping;
    const Shape& shape;
};
inline AlgebraInputs inputsOf(const Training& training)
{
    return {training.model(), training.workload(), training.mapping(), training.shape()};
}

/// The part of the model that one stage, or one chunk of it, has.
struct StageExtent {
    std::int64_t blocks = 0;
    bool first = false; ///< has the embedding
    bool last = false;  ///< has final norm, head and loss
};

/// Of which model the symbols speak: the one that runs, cut over tensor ranks, its vocabulary padded; or the published
/// one, whole.
enum class Subject { RankOfTraining, PublishedModel };

/// The choices that decide which rows, tensors and messages a case has.
struct Choices {
    Choices(const AlgebraInputs& inputs, Subject subject);

    bool tensorParallel;     ///< t > 1
    bool sequenceParallel;   ///< stated and t > 1
    bool gathersOutput;      ///< t > k: a rank has fewer rows of keys and values than a head
    bool exchangesOutput;    ///< c > 1 by all_to_all
    bool gated;
    bool layerNorm;
    bool fusedAttention;
    bool fusedLoss;
    bool expandsHeads;       ///< unfused attention with fewer KV heads than query heads on a rank
    bool hiddenDropout;
    bool attentionDropout;   ///< of the probabilities as tensors: unfused only
    bool queryKeyNorm;
    bool rotary;
    bool learnedPositions;
    bool tied;
    bool pipelined;          ///< p > 1
    bool optimizerSharding;
    bool replicated;         ///< D·c > 1
    bool biasQkv, biasProj, biasFc1, biasFc2;
    RecomputeKind recompute;

    bool has(Row row) const;
    bool isCoreAttention(Row row) const;
    /// Whether the row's forward runs again in the backward. Collectives go with their row.
    bool isRecomputed(Row row) const;
};

/// The symbols of the formulas, each under its own name, over the arithmetic A (a BlockArithmetic).
///
/// Sources: Megatron-LM core_r0.14.0 and Transformer Engine 2.11, read; Korthikanti et al. (arXiv 2205.05198).
template <BlockArithmetic A>
struct AlgebraSymbols {
    using S = typename A::Scalar;

    AlgebraSymbols(A& a_, const AlgebraInputs& in, Subject subject = Subject::RankOfTraining)
        : arithmetic(a_)
        , choices(in, subject)
        , h(a_.given("h", "hidden size, elements", in.model.hiddenSize))
        , f(a_.given("f", "feed-forward size, elements", in.model.feedforwardSize))
        , a(a_.given("a", "query heads", in.model.attentionHeads))
        , k(a_.given("k", "key-value heads", in.model.keyValueHeads))
        , d(a_.given("d", "head size, elements", in.model.attentionHeadSize))
        , L(a_.given("L", "blocks", in.model.blockCount))
        , V(a_.given("V", "rows of the published vocabulary", in.model.vocabularySize))
        , positions(a_.given("M", "learned positions", in.model.maximumPositions))
        , s(a_.given("s", "sequence length, tokens", in.workload.sequenceLength))
        , b(a_.given("b", "microbatch size, sequences", in.workload.microbatchSize))
        , t(a_.given("t", "tensor-parallel degree, ranks",
                    whole(subject) ? 1 : in.mapping.tensor.degree))
        , c(a_.given("c", "context-parallel degree, ranks", in.mapping.context.degree))
        , D(a_.given("D", "data-parallel degree, replicas", in.mapping.data.degree))
        , m(a_.given("m", "microbatches a replica and step", in.shape.microbatchCount))
        , w(a_.given("w", "bytes of an element", bytesPerElement(in.workload.datatype)))
        , gamma(a_.given("γ", "bytes of a main gradient",
                         in.mapping.gradientDatatype == GradientDatatype::Float32 ? 4 : 2))
        , nu(a_.given("ν", "parameter vectors of a norm", choices.layerNorm ? 2 : 1))
        , sigma(a_.given("σ", "fp32 statistics of a norm, a token", choices.layerNorm ? 2 : 1))
        , T(a_.define("T", "tokens of a microbatch on this rank", exactQuotient(b * s, c)))
        , H(a_.define("H", "elements of the full hidden state", T * h))
        , P(choices.sequenceParallel
                ? a_.define("P", "elements of this rank's sequence shard of the hidden state", exactQuotient(H, t))
                : a_.define("P", "elements of the hidden state on this rank", H))
        , Tp(choices.sequenceParallel ? a_.define("Tp", "tokens of this rank's sequence shard", exactQuotient(T, t))
                                      : a_.define("Tp", "tokens that this rank normalises", T))
        , aRank(whole(subject) ? a : a_.define("a′", "query heads of this rank", exactQuotient(a, t)))
        , kRank(whole(subject)
                    ? k
                    : a_.define("k′", "key-value heads of this rank",
                                choices.gathersOutput ? a_.literal(1) : exactQuotient(k, t)))
        , q(a_.define("q", whole(subject) ? "query elements, a token" : "query elements of this rank, a token",
                      aRank * d))
        , kappa(a_.define("κ", whole(subject) ? "key elements, a token" : "key elements of this rank, a token",
                          kRank * d))
        , qkv(whole(subject)
                  ? a_.define("qkv", "rows of the query-key-value weight", (a + a_.literal(2) * k) * d)
                  : a_.define("qkv", "rows of the query-key-value weight on this rank",
                              exactQuotient((a + a_.literal(2) * k) * d, t)))
        , fRank(whole(subject)
                    ? f
                    : a_.define("f′", "feed-forward elements of this rank, a token", exactQuotient(f, t)))
        , F1(choices.gated ? a_.define("F1", "rows of fc1, gate and value", a_.literal(2) * f)
                           : a_.define("F1", "rows of fc1", f))
        , f1(whole(subject)  ? F1
             : choices.gated ? a_.define("f1", "rows of fc1 on this rank, gate and value", a_.literal(2) * fRank)
                             : a_.define("f1", "rows of fc1 on this rank", fRank))
        , paddedV(whole(subject) ? V : a_.given("V′", "rows of the padded vocabulary", in.shape.paddedVocabulary))
        , Vt(whole(subject) ? V : a_.define("Vt", "rows of the vocabulary on this rank", exactQuotient(paddedV, t)))
        , scores(a_.define("S", "attention scores of this rank, the full square",
                           exactQuotient(b * aRank * s * s, c)))
        , E(a_.define("E", "feed-forward elements of this rank, a microbatch", T * fRank))
        , e(a_.define("e", "query and key elements of this rank, a microbatch", T * (q + kappa)))
        , X(a_.define("X", "logits of this rank", T * Vt))
        , logSumExp(a_.define("Λ", "log-sum-exps of this rank", exactQuotient(b * aRank * s, c)))
    {
    }

    S number(std::int64_t value) const { return arithmetic.literal(value); }
    S zero() const { return arithmetic.zero(); }

    static bool whole(Subject subject) { return subject == Subject::PublishedModel; }

    A& arithmetic;
    Choices choices;
    S h, f, a, k, d, L, V, positions, s, b, t, c, D, m, w, gamma, nu, sigma;
    S T, H, P, Tp, aRank, kRank, q, kappa, qkv, fRank, F1, f1, paddedV, Vt, scores, E, e, X, logSumExp;
};

} // namespace planscope::whole
