#include "report/whole_result_explanation.h"

#include "engine/base/formula_reader.h"
#include "engine/study/whole_case_text.h"

#include "base/json_document.h"
#include "evaluation/whole/step_time.h"
#include "report/whole_result_json.h"
#include "study/whole_rank_work.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace planscope::whole {
namespace {

/// Cases whose explanations take every branch: each with what it has that others have not.
std::map<std::string, testing_study::WholeCaseText> cases()
{
    std::map<std::string, testing_study::WholeCaseText> all;
    all["one stage"] = {};

    testing_study::WholeCaseText& interleaved = all["interleaved, sequence parallel, sharded optimizer"];
    interleaved.tensor = R"({"degree": 4, "sequence_parallel": true})";
    interleaved.pipeline = R"({"degree": 4, "schedule": {"kind": "interleaved_one_forward_one_backward",
                               "virtual_stages": 2, "group": 4}})";
    interleaved.data = R"({"degree": 2, "optimizer_sharding": true})";
    interleaved.batch = "32";
    interleaved.vocabulary = R"({"extra_tokens": 1, "multiple": 128})";
    interleaved.framework = "\"megatron-0.14-te-2.11\"";

    testing_study::WholeCaseText& full = all["full recompute, replicas, float32 loss"];
    full.tensor = R"({"degree": 2, "sequence_parallel": false})";
    full.pipeline = R"({"degree": 2, "layout": [10, 22], "schedule": {"kind": "one_forward_one_backward"}})";
    full.data = R"({"degree": 2, "optimizer_sharding": false})";
    full.recompute = "full";
    full.loss = "float32";
    full.vocabulary = R"({"extra_tokens": 0, "multiple": 0})";
    full.framework = "\"megatron-0.14-te-2.11\"";

    testing_study::WholeCaseText& core = all["recomputed scores with dropout, one microbatch a stage"];
    core.dropouts = R"("hidden_dropout": true, "attention_dropout": true)";
    core.sequence = "1024";
    core.attention = "unfused";
    core.recompute = "core_attention";
    core.pipeline = R"({"degree": 2, "schedule": {"kind": "one_forward_one_backward"}})";
    core.batch = "1";

    testing_study::WholeCaseText& context = all["context parallel, without a time"];
    context.context = R"({"degree": 2, "exchange": "all_to_all"})";
    return all;
}

/// Numbers of a JSON value by their dotted paths.
void flatten(JsonValue value, const std::string& path, std::map<std::string, std::string>& into)
{
    if (value.isObject()) {
        for (const JsonValue::Member member : value.members())
            flatten(member.value, (path.empty() ? path : path + '.') + std::string{member.name}, into);
    } else if (value.isArray()) {
        int index = 0;
        for (const JsonValue element : value.elements())
            flatten(element, path + '.' + std::to_string(index++), into);
    } else if (value.number()) {
        const std::string digits = value.asGiven();
        into[path] = digits.ends_with(".0") ? digits.substr(0, digits.size() - 2) : digits; // as texts have it
    }
}

/// What explanations say of each path, read again from the printed formulas.
std::map<std::string, std::string> explained(const std::vector<Explanation>& explanations)
{
    std::map<std::string, std::string> results;
    for (const Explanation& explanation : explanations)
        for (const FactExplanation& fact : explanation.facts) {
            results[explanation.subject + '.' + fact.fact] = fact.result;
            results.emplace(explanation.subject, fact.result); // a subject of one fact
        }
    return results;
}

bool isCounted(const std::string& path)
{
    for (const char* const other : {"checkpoints", "shape.chunks", "saved", "invocations", "diagnostics"})
        if (path.starts_with(other))
            return false;
    return !path.ends_with(".invocations") && !path.ends_with(".stage") && path.find(".messages.") == std::string::npos
        && path.find("saved_per_microbatch") == std::string::npos;
}

TEST(WholeResultExplanation, HasEveryFigureOfAResult)
{
    for (const auto& [name, text] : cases()) {
        SCOPED_TRACE(name);
        const CandidateResultPtr result = text.evaluated();
        ASSERT_EQ(result->status, ResultStatus::Ok);
        const auto document = JsonDocument::parse(resultJson(*result, {}));
        std::map<std::string, std::string> figures;
        flatten(document->root(), {}, figures);
        const std::map<std::string, std::string> known = explained(explainResult(*result));
        int count = 0;
        for (const auto& [path, digits] : figures) {
            if (!isCounted(path))
                continue;
            const auto found = known.find(path);
            ASSERT_NE(found, known.end()) << path << " is not explained";
            EXPECT_EQ(found->second, digits) << path;
            ++count;
        }
        EXPECT_GT(count, result->estimate->modes ? 100 : 70);
        const PortablePlanIR& plan = result->derivation->plan();
        for (std::size_t r = 0; r < plan.stages.size(); ++r)
            for (std::size_t k = 0; k < plan.stages[r].savedPerMicrobatch.size(); ++k)
                EXPECT_EQ(known.at("stages." + std::to_string(r) + ".saved_per_microbatch."
                                   + std::to_string(r + k * plan.stages.size())),
                          std::to_string(plan.stages[r].savedPerMicrobatch[k].value()));
    }
}

/// Of doubles; the others are integers.
bool isReal(const FactExplanation& fact)
{
    return fact.unit == "seconds" || fact.unit.empty() || fact.unit == "tokens_per_second";
}

TEST(WholeResultExplanation, PrintedFormulasGiveTheFiguresToTheLastBit)
{
    for (const auto& [name, text] : cases()) {
        SCOPED_TRACE(name);
        const CandidateResultPtr result = text.evaluated();
        for (const Explanation& explanation : explainResult(*result)) {
            EXPECT_FALSE(explanation.source.empty()) << explanation.subject;
            if (isReal(explanation.facts[0]) || explanation.subject == "memory.capacity")
                EXPECT_NO_THROW(readExplanation<double>(explanation)) << explanation.subject;
            else
                EXPECT_NO_THROW(readExplanation<WideInteger>(explanation)) << explanation.subject;
        }
    }
}

TEST(WholeResultExplanation, TellsTheTimeOfEachTask)
{
    const CandidateResultPtr result = cases().at("interleaved, sequence parallel, sharded optimizer").evaluated();
    const PortablePlanIR& plan = result->derivation->plan();
    const SystemModel system{*result->system, plan.program.datatype};
    const auto seconds = taskSeconds(plan, system, result->tiers);
    const std::map<std::string, std::string> known = explained(explainResult(*result));
    for (std::size_t k = 0; k < plan.tasks.size(); ++k)
        for (const EstimateMode mode : {EstimateMode::PeakOnly, EstimateMode::SystemEvidence})
            EXPECT_EQ(known.at(plan.tasks[k].name + ".time." + std::string{nameOf(mode)} + ".seconds"),
                      exactDigits(seconds[static_cast<std::size_t>(mode)][k]));
}

TEST(WholeResultExplanation, TellsTheWorkOfEachRank)
{
    for (const auto& [name, text] : cases()) {
        SCOPED_TRACE(name);
        const CandidateResultPtr result = text.evaluated();
        const std::map<std::string, std::string> known = explained(explainResult(*result, "stages"));
        const std::optional<RankWork> work = rankWorkOf(*result);
        ASSERT_TRUE(work);
        for (const StageWork& stage : work->stages) {
            const std::string prefix = "stages." + std::to_string(stage.stage) + '.';
            const auto expect = [&](const std::string& phase, const PhaseWork& of) {
                EXPECT_EQ(known.at(prefix + "work." + phase + ".operations"), of.operations.toString()) << phase;
                EXPECT_EQ(known.at(prefix + "work." + phase + ".read_bytes"), of.read.toString()) << phase;
                EXPECT_EQ(known.at(prefix + "work." + phase + ".write_bytes"), of.write.toString()) << phase;
                EXPECT_EQ(known.at(prefix + "work." + phase + ".message_bytes"), of.message.toString()) << phase;
            };
            for (std::size_t k = 0; k < countOf<Phase>(); ++k)
                expect(std::string{nameOf(static_cast<Phase>(k))}, stage.rank.phases[k]);
            expect("total", stage.rank.total);
            for (std::size_t k = 0; k < stage.rank.messages.size(); ++k)
                EXPECT_EQ(known.at(prefix + "messages." + std::string{nameOf(static_cast<MessageGroup>(k))}),
                          stage.rank.messages[k].toString());
        }
    }
}

TEST(WholeResultExplanation, NamesNothingThatItDoesNotExplain)
{
    for (const auto& [name, text] : cases()) {
        SCOPED_TRACE(name);
        const std::vector<Explanation> explanations = explainResult(*text.evaluated());
        std::set<std::string> subjects;
        for (const Explanation& explanation : explanations)
            EXPECT_TRUE(subjects.insert(explanation.subject).second) << explanation.subject << " twice";
        for (const Explanation& explanation : explanations)
            for (const SymbolExplanation& symbol : explanation.symbols)
                EXPECT_TRUE(symbol.explainedBy.empty() || subjects.contains(symbol.explainedBy))
                    << explanation.subject << " names " << symbol.explainedBy;
    }
}

TEST(WholeResultExplanation, OneNameIsAPartOfAll)
{
    const CandidateResultPtr result = cases().at("interleaved, sequence parallel, sharded optimizer").evaluated();
    std::set<std::string> all;
    for (const Explanation& explanation : explainResult(*result))
        all.insert(explanation.subject);
    for (const std::string wanted : {"stages.1", "time.peak_only.stages.3.busy", "fc1", "fc1.forward", "memory",
                                     "utilisation", "unit_time.peak_only", "stages.2.peak.parts", "program.block"}) {
        std::set<std::string> expected, found;
        for (const std::string& subject : all)
            if (subject.starts_with(wanted) && (subject.size() == wanted.size() || subject[wanted.size()] == '.'))
                expected.insert(subject);
        for (const Explanation& explanation : explainResult(*result, wanted))
            found.insert(explanation.subject);
        EXPECT_EQ(found, expected) << wanted;
        EXPECT_FALSE(found.empty()) << wanted;
    }
    EXPECT_TRUE(explainResult(*result, "stages.4").empty());
    EXPECT_TRUE(explainResult(*result, "tim").empty());
}

/// 1F1B: the first stage's program ends with the last backward, which has waited for one pass through every stage.
TEST(WholeResultExplanation, AProgramsEndIsItsCriticalPath)
{
    testing_study::WholeCaseText text;
    text.pipeline = R"({"degree": 4, "schedule": {"kind": "one_forward_one_backward"}})";
    const CandidateResultPtr result = text.evaluated();
    const PortablePlanIR& plan = result->derivation->plan();
    const SystemModel system{*result->system, plan.program.datatype};
    const CriticalPath path = criticalPaths(plan, system, result->tiers, EstimateMode::PeakOnly)[0];
    EXPECT_EQ(path.forward, (std::vector<std::int64_t>{1, 1, 1, 8})) << "the last stage has most to do";
    EXPECT_EQ(path.backward, (std::vector<std::int64_t>{1, 1, 1, 8}));
    EXPECT_EQ(path.hops, 2 + 8 + 3) << "a hop before each forward of the last stage, where every other waits for it";
    const auto found = explainResult(*result, "time.peak_only.stages.0.program_end");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_TRUE(found[0].facts[0].formula.starts_with("F0 + B0 + 2·F1 + 2·B1 + 8·F3 + 8·B3 + 13·hop"))
        << found[0].facts[0].formula;
}

} // namespace
} // namespace planscope::whole
