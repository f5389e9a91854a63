#pragma once

#include "base/quantity.h"

namespace planscope {

/// What a training's counts follow from, over any integer S.
template <class S>
struct ShapeOperands {
    S t; ///< tensor-parallel degree
    S p; ///< pipeline stages
    S D; ///< replicas
    S v; ///< virtual stages
    S L; ///< blocks of the model
    S G; ///< global batch, sequences
    S b; ///< microbatch, sequences
};
/// See TrainingShape.
template <class S>
struct ShapeOf {
    S worldSize, microbatchCount, blocksPerStage, blocksPerVirtualChunk;
};

constexpr WideInteger exactQuotient(WideInteger a, WideInteger b)
{
    return a / b;
}

/// The counts of a training that keeps the laws, written once over the integer: numbers make the shape, formulas
/// explain it. Requires: every product fits S.
template <class S>
ShapeOf<S> shapeOf(const ShapeOperands<S>& of)
{
    return {of.t * of.p * of.D, exactQuotient(of.G, of.D * of.b), exactQuotient(of.L, of.p),
            exactQuotient(of.L, of.p * of.v)};
}

} // namespace planscope
