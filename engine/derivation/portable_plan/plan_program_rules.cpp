#include "derivation/portable_plan/plan_program_rules.h"

#include "base/match.h"
#include "derivation/distributed/layer_memory_rules.h"

#include <array>
#include <utility>

namespace planscope {
namespace {

std::string textOf(std::optional<WideInteger> value)
{
    return value ? decimalDigits(*value) : "beyond 128 bits";
}

void checkSchedule(Findings& found, const PlanProgram& program)
{
    const bool single = program.pipelineDegree == 1;
    const auto refuse = [&](std::string message) {
        found.add("program_schedule", "program.schedule", std::move(message),
                  std::string{nameOf(kindOf(program.schedule))});
    };
    const auto requirePipeline = [&] {
        if (single)
            refuse("a schedule of several stages at pipeline degree 1");
    };
    std::visit(Match{
                   [&](const SingleStage&) {
                       if (!single)
                           refuse("a single stage at pipeline degree " + std::to_string(program.pipelineDegree));
                   },
                   [&](const OneForwardOneBackward&) { requirePipeline(); },
                   [&](const InterleavedOneForwardOneBackward& interleaved) {
                       requirePipeline();
                       if (interleaved.virtualStages < 2)
                           refuse(std::to_string(interleaved.virtualStages)
                                  + " virtual stages, but interleaving needs at least 2");
                   },
                   [&](const ForwardOnly&) { refuse("forward only is no schedule of a training"); },
               },
               program.schedule);
}

void checkSharding(Findings& found, const PlanProgram& program)
{
    if (program.optimizerSharding && program.dataDegree < 2)
        found.add("program_sharding", "program.optimizer_sharding",
                  "optimizer state is sharded over " + std::to_string(program.dataDegree) + " replica", "true",
                  {"false"});
    const auto requireDivides = [&](std::string_view field, std::int64_t extent) {
        if (extent % program.tensorDegree != 0)
            found.add("program_sharding", "program." + std::string{field},
                      "the tensor degree " + std::to_string(program.tensorDegree) + " does not divide "
                          + std::string{field} + " " + std::to_string(extent),
                      std::to_string(extent));
    };
    requireDivides("hidden_size", program.hiddenSize);
    if (program.communication == TensorCommunication::ReduceScatterAllGather)
        requireDivides("sequence_length", program.sequenceLength);
}

void checkShape(Findings& found, const PlanProgram& program)
{
    const TrainingShape& shape = program.shape;
    const auto ranks = wideProduct({program.tensorDegree, program.pipelineDegree, program.dataDegree});
    if (ranks != WideInteger{shape.worldSize})
        found.add("program_shape", "program.shape.world_size",
                  "the world size is " + std::to_string(shape.worldSize) + ", but t·p·D is " + textOf(ranks),
                  std::to_string(shape.worldSize), {textOf(ranks)});

    const auto sequences = wideProduct({program.dataDegree, program.microbatchSize, shape.microbatchCount});
    if (sequences != WideInteger{program.globalBatchSize})
        found.add("program_shape", "program.shape.microbatch_count",
                  std::to_string(shape.microbatchCount) + " microbatches make D·b·n = " + textOf(sequences)
                      + " sequences, but the global batch has " + std::to_string(program.globalBatchSize),
                  std::to_string(shape.microbatchCount));

    const std::int64_t virtualStages = virtualStagesOf(program.schedule);
    const auto blocks = wideProduct({virtualStages, shape.blocksPerVirtualChunk});
    if (blocks != WideInteger{shape.blocksPerStage})
        found.add("program_shape", "program.shape.blocks_per_virtual_chunk",
                  std::to_string(virtualStages) + " virtual stages of " + std::to_string(shape.blocksPerVirtualChunk)
                      + " blocks make " + textOf(blocks) + ", but a stage has " + std::to_string(shape.blocksPerStage),
                  std::to_string(shape.blocksPerVirtualChunk));
}

struct WideSums {
    WideInteger weights = 0;
    WideInteger working = 0;
    WideInteger kept = 0;
    WideInteger gradients = 0;
    WideInteger weightGradients = 0;
    WideInteger weightGradientsUnsharded = 0;
    WideInteger optimizer = 0;
};

// A row adds less than 2^67 and a file has less than 2^23 rows: no sum can leave 128 bits.
WideSums sumsOf(const std::vector<MemoryFacts>& rows, const PlanProgram& program)
{
    const WideInteger elementBytes = bytesPerElement(program.datatype);
    const WideInteger shards = program.optimizerSharding ? program.dataDegree : 1;
    const auto sharded = [&](WideInteger bytes) { return (bytes + shards - 1) / shards; };
    WideSums sums;
    for (const MemoryFacts& row : rows) {
        const WideInteger parameters = row.parameters.value();
        sums.weights += elementBytes * parameters;
        sums.weightGradients += sharded(elementBytes * parameters);
        sums.weightGradientsUnsharded += 4 * parameters;
        sums.optimizer += sharded(12 * parameters);
        sums.working += row.workingIsAlias ? 0 : row.working.value();
        sums.kept += row.kept.value();
        sums.gradients += row.gradient.value();
    }
    return sums;
}

} // namespace

bool checkProgram(Findings& found, const PlanProgram& program)
{
    const std::array<std::pair<std::string_view, std::int64_t>, 11> numbers{{
        {"data_degree", program.dataDegree},
        {"global_batch_size", program.globalBatchSize},
        {"hidden_size", program.hiddenSize},
        {"microbatch_size", program.microbatchSize},
        {"pipeline_degree", program.pipelineDegree},
        {"sequence_length", program.sequenceLength},
        {"shape.blocks_per_stage", program.shape.blocksPerStage},
        {"shape.blocks_per_virtual_chunk", program.shape.blocksPerVirtualChunk},
        {"shape.microbatch_count", program.shape.microbatchCount},
        {"shape.world_size", program.shape.worldSize},
        {"tensor_degree", program.tensorDegree},
    }};
    bool lawful = true;
    for (const auto& [name, number] : numbers)
        if (number < 1) {
            lawful = false;
            found.add("program_positive", "program." + std::string{name},
                      std::string{name} + " is " + std::to_string(number) + ", but at least 1 is needed",
                      std::to_string(number));
        }
    if (!lawful)
        return false;
    checkSchedule(found, program);
    checkSharding(found, program);
    checkShape(found, program);
    return true;
}

void checkMemory(Findings& found, const PortablePlanIR& ir, bool lawfulProgram)
{
    if (!checkLayerMemory(found, ir.layerMemory) || !lawfulProgram)
        return;
    const PlanProgram& program = ir.program;
    const WideSums sums = sumsOf(ir.layerMemory, program);
    const auto checkpoint = program.recompute == RecomputePolicy::Full
        ? wideProduct(
            {bytesPerElement(program.datatype), program.microbatchSize, program.sequenceLength, program.hiddenSize})
        : std::optional<WideInteger>{0};
    struct Sum {
        std::string_view name;
        Bytes stated;
        std::optional<WideInteger> expected;
    };
    const BlockMemory& memory = ir.blockMemory;
    const std::array<Sum, 8> table{{
        {"activation_checkpoint", memory.activationCheckpoint, checkpoint},
        {"activation_gradients", memory.activationGradients, sums.gradients},
        {"activation_storage", memory.activationStorage, sums.kept},
        {"activation_working", memory.activationWorking, sums.working},
        {"optimizer", memory.optimizer, sums.optimizer},
        {"weight_gradients", memory.weightGradients, sums.weightGradients},
        {"weight_gradients_unsharded", memory.weightGradientsUnsharded, sums.weightGradientsUnsharded},
        {"weights", memory.weights, sums.weights},
    }};
    for (const Sum& sum : table)
        if (sum.expected != WideInteger{sum.stated.value()})
            found.add("block_memory", "block_memory." + std::string{sum.name},
                      std::string{sum.name} + " is " + std::to_string(sum.stated.value()) + ", but the rows give "
                          + textOf(sum.expected),
                      std::to_string(sum.stated.value()), {textOf(sum.expected)});
}

std::optional<WideInteger> wideProduct(std::initializer_list<std::int64_t> factors)
{
    WideInteger product = 1;
    for (const std::int64_t factor : factors)
        if (__builtin_mul_overflow(product, WideInteger{factor}, &product))
            return std::nullopt;
    return product;
}

} // namespace planscope
