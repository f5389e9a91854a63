#pragma once

#include "base/json_document.h"
#include "spec/transformer_training.h"
#include "training_spread.h"

#include <fstream>
#include <iterator>

namespace planscope {

/// The trainings of the cases with known answers, as far as they state their model in place and are legal.
class OracleTrainings {
public:
    static std::vector<NamedTraining> read()
    {
        std::ifstream file{PLANSCOPE_SOURCE_DIR "/tests/oracle/cases.json"};
        const std::string text{std::istreambuf_iterator<char>{file}, {}};
        const auto document = JsonDocument::parse(text);
        std::vector<NamedTraining> trainings;
        for (const JsonValue entry : document->root().elements()) {
            const JsonValue stated = *entry.find("case");
            if (entry.find("expected")->find("block") && stated.find("model")->isObject())
                trainings.push_back({std::string{stated.find("name")->text()}, trainingOf(stated).value()});
        }
        return trainings;
    }

private:
    static std::int64_t integer(JsonValue object, const char* key) { return *object.find(key)->integer(); }
    static bool flag(JsonValue object, const char* key) { return object.find(key)->text() == "true"; }
    template <NamedEnum E>
    static E named(JsonValue object, const char* key)
    {
        return *enumFromName<E>(object.find(key)->text());
    }

    static PipelineSchedule scheduleOf(JsonValue schedule)
    {
        switch (named<ScheduleKind>(schedule, "kind")) {
        case ScheduleKind::SingleStage: return SingleStage{};
        case ScheduleKind::OneForwardOneBackward: return OneForwardOneBackward{};
        case ScheduleKind::InterleavedOneForwardOneBackward:
            return InterleavedOneForwardOneBackward{integer(schedule, "virtual_stages")};
        case ScheduleKind::ForwardOnly: return ForwardOnly{};
        }
        return SingleStage{};
    }

    static Result<TransformerTraining> trainingOf(JsonValue stated)
    {
        const JsonValue model = *stated.find("model");
        const JsonValue workload = *stated.find("workload");
        const JsonValue mapping = *stated.find("mapping");
        const JsonValue tensor = *mapping.find("tensor");
        const JsonValue pipeline = *mapping.find("pipeline");
        const JsonValue data = *mapping.find("data");
        TransformerTrainingMappingSpec spec;
        spec.tensor = {integer(tensor, "degree"), named<TensorCommunication>(tensor, "communication")};
        spec.pipeline = {integer(pipeline, "degree"), scheduleOf(*pipeline.find("schedule"))};
        spec.data = {integer(data, "degree"), flag(data, "optimizer_sharding")};
        spec.recompute = named<RecomputePolicy>(mapping, "recompute");
        spec.fusedActivation = flag(mapping, "fused_activation");
        spec.sequenceParallelAllGatherRedo = flag(mapping, "sequence_parallel_all_gather_redo");
        return TransformerTraining::create(
            {std::string{model.find("name")->text()}, integer(model, "hidden_size"), integer(model, "feedforward_size"),
             integer(model, "sequence_length"), integer(model, "attention_heads"),
             integer(model, "attention_head_size"), integer(model, "block_count")},
            {integer(workload, "global_batch_size"), integer(workload, "microbatch_size"),
             named<Datatype>(workload, "datatype")},
            spec);
    }
};

} // namespace planscope
