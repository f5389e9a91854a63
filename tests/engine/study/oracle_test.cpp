#include "oracle_cases.h"
#include "study/candidate_result.h"

#include <cmath>

namespace planscope::testing_study {
namespace {

/// Compares what a case must give with what it gave; reports by path.
class Comparison {
public:
    explicit Comparison(const std::string& caseName)
        : m_case(caseName)
    {
    }

    void integer(JsonValue expected, std::string_view group, std::string_view name, std::int64_t actual)
    {
        ++m_compared;
        const auto wanted = expected.find(name);
        ASSERT_TRUE(wanted) << m_case << ": " << group << '.' << name;
        EXPECT_EQ(wanted->integer(), actual) << m_case << ": " << group << '.' << name;
    }

    /// Seconds and ratios, 1e-12 relative.
    void real(JsonValue expected, std::string_view group, std::string_view name, double actual)
    {
        ++m_compared;
        const auto wanted = expected.find(name);
        ASSERT_TRUE(wanted) << m_case << ": " << group << '.' << name;
        EXPECT_NEAR(*wanted->number(), actual, 1e-12 * std::abs(*wanted->number()))
            << m_case << ": " << group << '.' << name;
    }

    void facts(JsonValue expected, std::string_view group, const WorkloadFacts& actual)
    {
        integer(expected, group, "operations", actual.operations.value());
        integer(expected, group, "read_bytes", actual.read.value());
        integer(expected, group, "write_bytes", actual.write.value());
        integer(expected, group, "message_bytes", actual.message.value());
    }

    std::size_t compared() const { return m_compared; }

private:
    std::string m_case;
    std::size_t m_compared = 0;
};

BlockTotals workTotals(const Derivation& derivation)
{
    const auto* value = derivation.history.analyses.find({derivation.snapshot(IrKind::PortablePlan)->digest(),
                                                          AnalysisKind::WorkTotals, derivation.session.fingerprint});
    EXPECT_NE(value, nullptr);
    return value ? std::get<BlockTotals>(*value) : BlockTotals{};
}

void compareDerivation(Comparison& comparison, JsonValue expected, const Derivation& derivation)
{
    const JsonValue shape = *expected.find("shape");
    const TrainingShape& actual = derivation.plan().program.shape;
    comparison.integer(shape, "shape", "world_size", actual.worldSize);
    comparison.integer(shape, "shape", "microbatch_count", actual.microbatchCount);
    comparison.integer(shape, "shape", "blocks_per_stage", actual.blocksPerStage);
    comparison.integer(shape, "shape", "blocks_per_virtual_chunk", actual.blocksPerVirtualChunk);

    const BlockTotals totals = workTotals(derivation);
    for (std::size_t k = 0; k < totals.size(); ++k) {
        const std::string phase{nameOf(static_cast<Phase>(k))};
        const JsonValue wanted = *expected.find("block")->find(phase);
        comparison.integer(wanted, "block." + phase, "invocations", totals[k].invocations);
        comparison.facts(wanted, "block." + phase, totals[k].facts);
    }

    const JsonValue block = *expected.find("block_memory");
    const BlockMemory& memory = derivation.plan().blockMemory;
    comparison.integer(block, "block_memory", "weights", memory.weights.value());
    comparison.integer(block, "block_memory", "activation_working", memory.activationWorking.value());
    comparison.integer(block, "block_memory", "activation_storage", memory.activationStorage.value());
    comparison.integer(block, "block_memory", "activation_checkpoint", memory.activationCheckpoint.value());
    comparison.integer(block, "block_memory", "weight_gradients", memory.weightGradients.value());
    comparison.integer(block, "block_memory", "weight_gradients_unsharded", memory.weightGradientsUnsharded.value());
    comparison.integer(block, "block_memory", "activation_gradients", memory.activationGradients.value());
    comparison.integer(block, "block_memory", "optimizer", memory.optimizer.value());
}

void compareInvocations(Comparison& comparison, JsonValue expected, const PortablePlanIR& plan)
{
    ASSERT_EQ(expected.childCount(), plan.tasks.size());
    std::size_t k = 0;
    for (const JsonValue invocation : expected.elements()) {
        const PlanTask& task = plan.tasks[k++];
        EXPECT_EQ(invocation.find("name")->text(), task.name);
        EXPECT_EQ(invocation.find("source_layer")->text(), nameOf(task.layer));
        EXPECT_EQ(invocation.find("primitive")->text(), nameOf(task.primitive));
        EXPECT_EQ(invocation.find("phase")->text(), nameOf(task.phase));
        EXPECT_EQ(invocation.find("collective")->text(), task.collective ? nameOf(*task.collective) : "null");
        comparison.facts(invocation, "invocations." + task.name, task.facts);
    }
}

void compareMemory(Comparison& comparison, JsonValue expected, const Estimate& estimate)
{
    const IterationMemory& memory = estimate.memory;
    comparison.integer(expected, "memory", "weights", memory.weights.value());
    comparison.integer(expected, "memory", "activations", memory.activations.value());
    comparison.integer(expected, "memory", "activation_checkpoints", memory.activationCheckpoints.value());
    comparison.integer(expected, "memory", "weight_gradients", memory.weightGradients.value());
    comparison.integer(expected, "memory", "activation_gradients", memory.activationGradients.value());
    comparison.integer(expected, "memory", "optimizer", memory.optimizer.value());
    comparison.integer(expected, "memory", "total", memory.total.value());
    comparison.real(expected, "memory", "capacity", estimate.capacity);
}

void compareModes(Comparison& comparison, JsonValue expected, const Estimate& estimate)
{
    ASSERT_EQ(expected.find("time").has_value(), estimate.modes.has_value());
    if (!estimate.modes)
        return;
    for (std::size_t k = 0; k < estimate.modes->size(); ++k) {
        const std::string mode{nameOf(static_cast<EstimateMode>(k))};
        for (const auto& figure : iterationTimeFigures)
            comparison.real(*expected.find("time")->find(mode), "time." + mode, figure.name,
                            (*estimate.modes)[k].iteration.*figure.member);
        for (const auto& figure : utilisationFigures)
            comparison.real(*expected.find("utilisation")->find(mode), "utilisation." + mode, figure.name,
                            (*estimate.modes)[k].utilisation.*figure.member);
    }
}

void compareDiagnostics(JsonValue expected, const Diagnostics& actual)
{
    ASSERT_EQ(expected.childCount(), actual.size());
    std::size_t k = 0;
    for (const JsonValue wanted : expected.elements()) {
        const Diagnostic& diagnostic = actual[k++];
        EXPECT_EQ(wanted.find("code")->text(), diagnostic.code);
        EXPECT_EQ(wanted.find("path")->text(), diagnostic.path);
        if (const auto given = wanted.find("given")) {
            EXPECT_EQ(given->text(), diagnostic.given);
        }
        if (const auto severity = wanted.find("severity")) {
            EXPECT_EQ(severity->text(), toString(diagnostic.severity));
        }
        if (const auto legal = wanted.find("legal")) {
            std::vector<std::string> values;
            for (const JsonValue value : legal->elements())
                values.emplace_back(value.text());
            EXPECT_EQ(values, diagnostic.legal);
        }
    }
}

Diagnostics diagnosticsOf(const OracleCases::Entry& entry, const CandidateResultPtr& result, const ReadCandidate& read)
{
    EXPECT_TRUE(result != nullptr || !read.candidate) << entry.name;
    return result ? result->diagnostics : read.candidate.error();
}

TEST(Oracle, everyCaseGivesItsKnownAnswer)
{
    std::size_t derived = 0, refused = 0;
    for (const OracleCases::Entry& entry : OracleCases::all()) {
        SCOPED_TRACE(entry.name);
        const ReadCandidate read = entry.read();
        const CandidateResultPtr result = read.candidate ? evaluate(*read.candidate) : nullptr;
        const bool ok = result && result->status == ResultStatus::Ok;
        ASSERT_EQ(entry.derives(), ok);
        const Diagnostics diagnostics = diagnosticsOf(entry, result, read);
        if (const auto code = entry.expected.find("only_code")) {
            ASSERT_EQ(diagnostics.size(), 1u);
            EXPECT_EQ(diagnostics.front().code, code->text());
        } else if (const auto wanted = entry.expected.find("diagnostics")) {
            compareDiagnostics(*wanted, diagnostics);
        } else {
            EXPECT_TRUE(diagnostics.empty());
        }
        if (!ok) {
            ++refused;
            continue;
        }
        ++derived;
        Comparison comparison{entry.name};
        compareDerivation(comparison, entry.expected, *result->derivation);
        if (const auto invocations = entry.expected.find("invocations"))
            compareInvocations(comparison, *invocations, result->derivation->plan());
        compareMemory(comparison, *entry.expected.find("memory"), *result->estimate);
        compareModes(comparison, entry.expected, *result->estimate);
        EXPECT_GE(comparison.compared(), 50u);
    }
    EXPECT_EQ(derived, 112u);
    EXPECT_EQ(refused, 75u);
}

} // namespace
} // namespace planscope::testing_study
