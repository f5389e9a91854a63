#include "evaluation/estimate/estimate_explanation.h"

#include "engine/base/formula_reader.h"
#include "evaluation/estimate/invocation_timer.h"
#include "evaluation/estimate/time_explanation.h"
#include "oracle_case.h"
#include "small_system.h"

#include <gtest/gtest.h>


namespace planscope::test {
namespace {

constexpr std::array bothModes{EstimateMode::PeakOnly, EstimateMode::SystemEvidence};

std::string path(std::string_view group, EstimateMode mode, std::string_view figure)
{
    return std::string{group} + '.' + std::string{nameOf(mode)} + '.' + std::string{figure};
}

/// Facts by subject, each read from its texts.
template <class Number>
std::map<std::string, std::map<std::string, Number>> readAll(const std::vector<Explanation>& explanations)
{
    std::map<std::string, std::map<std::string, Number>> read;
    for (const Explanation& explanation : explanations) {
        EXPECT_TRUE(read.emplace(explanation.subject, readExplanation<Number>(explanation)).second)
            << explanation.subject << " twice";
        EXPECT_FALSE(explanation.source.empty()) << explanation.subject;
    }
    return read;
}

/// The cases, and one that shards the optimizer over replicas on overlapping engines.
template <class Visit>
void forEachCase(const Visit& visit)
{
    int cases = 0;
    for (const OracleCase& one : oracleCases()) {
        if (one.invocations.empty())
            continue;
        const auto whole = estimate(one.input(), one.system, one.tiers);
        ASSERT_TRUE(whole && whole->modes) << one.name;
        visit(one.name, one.input(), one.system, one.tiers, *whole);
        ++cases;
    }
    EXPECT_GT(cases, 10);

    PlanProgram program = smallProgram();
    program.dataDegree = 4;
    program.optimizerSharding = true;
    program.pipelineDegree = 4;
    program.schedule = InterleavedOneForwardOneBackward{3};
    program.shape = {16, 9, 6, 2};
    program.globalBatchSize = 36;
    SystemProfile system = smallSystem();
    system.processingMode = ProcessingMode::Roofline;
    const BlockMemory memory{Bytes{16}, Bytes{5}, Bytes{7}, {}, {}, {}, {}, {}};
    const std::vector<Invocation> invocations{work(Primitive::Linear, 1000, 7, 5),
                                              work(Primitive::Gelu, 100, 64, 64, Phase::ActivationGradient)};
    const EstimateInput input{&program, &memory, invocations};
    const NetworkTierBinding tiers{1, 1, 1};
    const auto whole = estimate(input, system, tiers);
    ASSERT_TRUE(whole && whole->modes);
    visit("roofline", input, system, tiers, *whole);
}

TEST(EstimateExplanation, PrintedFormulasGiveTheTimesToTheLastBit)
{
    forEachCase([](const std::string& name, const EstimateInput& input, const SystemProfile& system,
                   const NetworkTierBinding& tiers, const Estimate& whole) {
        const TimeExplanation times{input, system, tiers, whole};
        for (const EstimateMode mode : bothModes) {
            const ModeEstimate& figures = (*whole.modes)[static_cast<std::size_t>(mode)];
            auto read = readAll<double>(times.iteration(mode));
            for (const auto& figure : iterationTimeFigures) {
                const double seconds = figures.iteration.*figure.member;
                const auto& facts = read.at(path("time", mode, figure.name));
                EXPECT_EQ(facts.at("seconds"), seconds) << name << " " << figure.name;
                if (figure.member != &IterationTime::total) {
                    EXPECT_EQ(facts.at("share_of_total"), seconds / figures.iteration.total) << name;
                }
            }
            read = readAll<double>(times.block(mode));
            for (const auto& figure : blockTimeFigures)
                EXPECT_EQ(read.at(path("block_time", mode, figure.name)).at("seconds"), figures.block.*figure.member)
                    << name << " " << figure.name;
            read = readAll<double>(times.utilisation(mode));
            for (const auto& figure : utilisationFigures)
                EXPECT_EQ(read.at(path("utilisation", mode, figure.name)).at(std::string{figure.name}),
                          figures.utilisation.*figure.member)
                    << name << " " << figure.name;
            EXPECT_EQ(read.at(path("utilisation", mode, "samples_per_second")).at("samples_per_second"),
                      figures.utilisation.samplesPerSecond);
        }
    });
}

TEST(EstimateExplanation, PrintedFormulasGiveTheTimeOfEachTask)
{
    forEachCase([](const std::string& name, const EstimateInput& input, const SystemProfile& system,
                   const NetworkTierBinding& tiers, const Estimate& whole) {
        const SystemModel model{system, input.program->datatype};
        const InvocationTimer timer{model, model.tiers()[static_cast<std::size_t>(tiers.tensor)],
                                    input.program->tensorDegree};
        const TimeExplanation times{input, system, tiers, whole};
        for (const EstimateMode mode : bothModes) {
            const auto k = static_cast<std::size_t>(mode);
            double total = 0;
            for (const Invocation& invocation : input.invocations) {
                const auto facts = readExplanation<double>(times.task(invocation, mode));
                const InvocationTime time = timer.time(invocation);
                EXPECT_EQ(facts.at("seconds"), time.local[k] + time.network[k]) << name;
                if (invocation.collective) {
                    EXPECT_EQ(facts.at("local_seconds"), time.local[k]) << name;
                    EXPECT_EQ(facts.at("network_seconds"), time.network[k]) << name;
                }
                total += time.local[k] + time.network[k];
            }
            const auto read = readAll<double>(times.phasesAndPrimitives(mode));
            EXPECT_EQ(read.at("block.total.time." + std::string{nameOf(mode)}).at("seconds"), total) << name;
        }
    });
}

TEST(EstimateExplanation, PrintedFormulasGiveTheMemory)
{
    forEachCase([](const std::string& name, const EstimateInput& input, const SystemProfile& system,
                   const NetworkTierBinding&, const Estimate& whole) {
        const auto bytes = readAll<WideInteger>(explainMemory(*input.program, *input.blockMemory));
        const auto shares = readAll<double>(explainMemoryShares(system, whole));
        for (const NamedBytes& figure : iterationMemoryFigures) {
            const std::string subject = "memory." + std::string{figure.name};
            const std::int64_t expected = (whole.memory.*figure.member).value();
            EXPECT_TRUE(bytes.at(subject).at("bytes") == expected) << name << " " << subject;
            EXPECT_EQ(shares.at(subject + ".share").at("share_of_capacity"),
                      static_cast<double>(expected) / whole.capacity);
        }
        EXPECT_EQ(shares.at("memory.capacity").at("bytes"), whole.capacity);
    });
}

TEST(EstimateExplanation, ReadsAsAnArchitectWritesIt)
{
    const OracleCase& one = oracleCase("tab5/gpt3-175B_seqsel");
    const auto whole = estimate(one.input(), one.system, one.tiers);
    const EstimateInput input = one.input();
    const TimeExplanation times{input, one.system, one.tiers, *whole};
    const std::vector<Explanation> iteration = times.iteration(EstimateMode::SystemEvidence);
    EXPECT_EQ(iteration[0].facts[0].formula, "B·n·fwd");
    EXPECT_EQ(iteration[1].facts[0].formula, "B·n·(agrad + wgrad)");
    EXPECT_EQ(iteration[5].facts[0].formula, "2·v·n·hop");
    EXPECT_EQ(iteration[6].facts[0].formula, "0") << "one replica";
    EXPECT_EQ(times.utilisation(EstimateMode::PeakOnly)[0].facts[0].formula, "3·F·(B·n)/(total·peak)");
    const std::vector<Explanation> memory = explainMemory(one.program, one.blockMemory);
    EXPECT_EQ(memory[0].facts[0].formula, "B·weights");
    EXPECT_EQ(memory[3].facts[0].formula, "unsharded + (B − 1)·sharded");
}

TEST(EstimateExplanation, ACapacityWithoutLimitCanBePrinted)
{
    SystemProfile system = smallSystem();
    system.capacityGib = std::numeric_limits<double>::max();
    const auto whole = estimateOf(smallProgram(), {work(Primitive::Linear, 1, 1, 1)}, system);
    EXPECT_EQ(readExplanation<double>(explainMemoryShares(system, *whole).front()).at("bytes"), whole->capacity);
}

} // namespace
} // namespace planscope::test
