#pragma once

#include "base/diagnostic.h"
#include "spec/whole/training.h"

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace planscope::whole {

/// Specs of a small model on 2 × 2 × 2 ranks; tests change what they are about.
struct SmallSpecs {
    ModelSpec model;
    WorkloadSpec workload{64, 48, 1, Datatype::BFloat16, false, false};
    MappingSpec mapping;

    SmallSpecs()
    {
        model.name = "small";
        model.hiddenSize = 64;
        model.feedforwardSize = 160;
        model.attentionHeads = 8;
        model.keyValueHeads = 4;
        model.attentionHeadSize = 16;
        model.blockCount = 8;
        model.vocabularySize = 1000;
        mapping.tensor = {2, true};
        mapping.context = {1, ContextExchange::AllToAll};
        mapping.pipeline = {2, OneForwardOneBackward{}, {}};
        mapping.data = {2, true};
        mapping.vocabulary = {1, 128};
    }

    Training training() const
    {
        auto made = Training::create(model, workload, mapping);
        if (!made)
            throw std::logic_error(oneLine(made.error().front()));
        return std::move(*made);
    }
};

struct NamedTraining {
    std::string name;
    Training training;
};

/// Small trainings that together have every row, message, kept tensor and moment.
inline std::vector<NamedTraining> trainingSpread()
{
    std::vector<NamedTraining> spread;
    const auto add = [&spread](std::string name, const std::function<void(SmallSpecs&)>& change) {
        SmallSpecs specs;
        change(specs);
        spread.push_back({std::move(name), specs.training()});
    };
    add("base", [](SmallSpecs&) {});
    add("no sequence parallelism", [](SmallSpecs& s) { s.mapping.tensor.sequenceParallel = false; });
    add("one rank", [](SmallSpecs& s) {
        s.mapping.tensor = {1, true};
        s.mapping.pipeline = {1, SingleStage{}, {}};
        s.mapping.data = {1, true};
        s.model.tiedEmbeddings = true;
    });
    add("interleaved, full recompute, tied", [](SmallSpecs& s) {
        s.mapping.pipeline = {2, Interleaved{2, 4}, {}};
        s.mapping.recompute = RecomputeKind::Full;
        s.model.tiedEmbeddings = true;
    });
    add("more tensor ranks than key-value heads", [](SmallSpecs& s) {
        s.mapping.tensor.degree = 8;
        s.model.queryKeyNorm = true;
        s.mapping.gradientDatatype = GradientDatatype::BFloat16;
        s.mapping.data.optimizerSharding = false;
    });
    const auto papers = [](SmallSpecs& s) {
        s.model.feedforward = Feedforward::Plain;
        s.model.normalization = Normalization::LayerNorm;
        s.model.position = PositionEncoding::Learned;
        s.model.maximumPositions = 128;
        s.model.bias = {BiasedLayer::Qkv, BiasedLayer::Proj, BiasedLayer::Fc1, BiasedLayer::Fc2};
        s.model.hiddenSize = 128;
        s.model.feedforwardSize = 512;
        s.model.keyValueHeads = 8;
        s.workload.hiddenDropout = true;
        s.workload.attentionDropout = true;
        s.mapping.attention = AttentionKernel::Unfused;
        s.mapping.loss = LossKernel::Float32;
    };
    add("the paper's", papers);
    add("the paper's, core attention recomputed", [&](SmallSpecs& s) {
        papers(s);
        s.mapping.recompute = RecomputeKind::CoreAttention;
        s.mapping.tensor.sequenceParallel = false;
    });
    add("the paper's, full recompute", [&](SmallSpecs& s) {
        papers(s);
        s.mapping.recompute = RecomputeKind::Full;
    });
    add("unfused with few key-value heads", [](SmallSpecs& s) {
        s.mapping.attention = AttentionKernel::Unfused;
        s.mapping.recompute = RecomputeKind::CoreAttention;
    });
    add("context by all_to_all, uneven layout", [](SmallSpecs& s) {
        s.mapping.context = {2, ContextExchange::AllToAll};
        s.mapping.pipeline.layout = {5, 3};
        s.mapping.recompute = RecomputeKind::CoreAttention;
    });
    add("context by ring, an empty stage", [](SmallSpecs& s) {
        s.mapping.context = {2, ContextExchange::Ring};
        s.mapping.pipeline = {3, OneForwardOneBackward{}, std::vector<std::int64_t>{8, 0, 0}};
        s.model.position = PositionEncoding::None;
    });
    return spread;
}

} // namespace planscope::whole
