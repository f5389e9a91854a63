#include "report/result_explanation.h"

#include "base/exact_digits.h"
#include "sample_results.h"
#include "study/work_total.h"
#include "study/result_figures.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace planscope::test {
namespace {

std::set<std::string> subjectsOf(const std::vector<Explanation>& explanations)
{
    std::set<std::string> subjects;
    for (const Explanation& explanation : explanations)
        EXPECT_TRUE(subjects.insert(explanation.subject).second) << explanation.subject << " twice";
    return subjects;
}

/// Holds each field of a result against the explanation of its dotted path: the path is a subject, or a subject's fact.
class ExplainedSink {
public:
    explicit ExplainedSink(const std::vector<Explanation>& explanations)
    {
        for (const Explanation& explanation : explanations)
            for (const FactExplanation& fact : explanation.facts) {
                m_known[explanation.subject + '.' + fact.fact] = fact.result;
                if (fact.fact == "bytes" || fact.fact == "seconds" || explanation.subject.ends_with('.' + fact.fact))
                    m_known[explanation.subject] = fact.result;
            }
    }
    void integer(std::string_view name, std::int64_t value, FigureUnit) { expect(name, exactDigits(value)); }
    void real(std::string_view name, double value, FigureUnit) { expect(name, exactDigits(value)); }
    void capacity(std::string_view name, double value, FigureUnit) { expect(name, exactDigits(value)); }
    template <class Group>
    void group(std::string_view name, const Group* fields)
    {
        ASSERT_TRUE(fields) << name;
        const std::string outer = std::exchange(m_path, m_path + std::string{name} + '.');
        visitFields(*this, *fields);
        m_path = outer;
    }
    int count() const { return m_count; }

private:
    void expect(std::string_view name, const std::string& digits)
    {
        if (name == "invocations" || (digits == "0" && m_path.starts_with("block.")))
            return; // counted, or a phase without work
        const std::string path = m_path + std::string{name};
        ASSERT_TRUE(m_known.contains(path)) << path << " is not explained";
        EXPECT_EQ(m_known.at(path), digits) << path;
        ++m_count;
    }

    std::map<std::string, std::string> m_known;
    std::string m_path;
    int m_count = 0;
};

TEST(ResultExplanation, hasEveryFigureOfAResult)
{
    const CandidateResultPtr result = sampleResult();
    ExplainedSink sink{explainResult(*result)};
    visitGroups(sink, figuresOf(*result));
    EXPECT_GT(sink.count(), 60);
}

TEST(ResultExplanation, namesNothingThatItDoesNotExplain)
{
    const auto explanations = explainResult(*sampleResult());
    const std::set<std::string> subjects = subjectsOf(explanations);
    int links = 0;
    for (const Explanation& explanation : explanations)
        for (const SymbolExplanation& symbol : explanation.symbols)
            if (!symbol.explainedBy.empty()) {
                EXPECT_TRUE(subjects.contains(symbol.explainedBy)) << explanation.subject << ": " << symbol.explainedBy;
                ++links;
            }
    EXPECT_GT(links, 500);
}

TEST(ResultExplanation, aNameStandsForAllBelowIt)
{
    const CandidateResultPtr result = sampleResult();
    const std::set<std::string> all = subjectsOf(explainResult(*result));
    for (const std::string wanted : {"mlp.expand", "mlp.expand.forward.time", "time", "memory.total", "block", "shape",
                                     "block_time.peak_only", "primitive.linear", "utilisation.peak_only.mfu"}) {
        std::set<std::string> expected;
        for (const std::string& subject : all)
            if (subject == wanted || subject.starts_with(wanted + '.'))
                expected.insert(subject);
        EXPECT_FALSE(expected.empty()) << wanted;
        EXPECT_EQ(subjectsOf(explainResult(*result, wanted)), expected) << wanted;
    }
    EXPECT_TRUE(explainResult(*result, "mlp.expnd").empty());
    EXPECT_TRUE(explainResult(*result, "tim").empty());
}

TEST(ResultExplanation, hasTheIntensityOfEachTaskThatHasOne)
{
    const CandidateResultPtr result = sampleResult();
    int tasks = 0;
    for (const PlanTask& task : result->derivation->plan().tasks) {
        const auto explanations = explainResult(*result, task.name + ".intensity");
        const auto intensity = arithmeticIntensity(task.facts);
        ASSERT_EQ(explanations.size(), intensity ? 1u : 0u) << task.name;
        if (intensity) {
            EXPECT_EQ(explanations[0].facts[0].result, exactDigits(*intensity));
            ++tasks;
        }
    }
    EXPECT_GT(tasks, 40);
}

TEST(ResultExplanation, withoutATimeTheRestIsThere)
{
    Candidate candidate = sampleCandidate();
    candidate.tiers.tensor = 7;
    const CandidateResultPtr result = evaluate(candidate);
    EXPECT_TRUE(explainResult(*result, "time").empty());
    EXPECT_FALSE(explainResult(*result, "memory.total").empty());
    EXPECT_TRUE(explainResult(refusedResult()).empty());
}

} // namespace
} // namespace planscope::test
