// The program's own output against cases with known answers: integers equal, doubles to 1e-12 relative,
// diagnostics the same in the same order.

#include "app/program.h"

#include "base/json_document.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

namespace planscope::test {
namespace {

using Json = nlohmann::json;

/// A file of cases with their answers.
struct Answers {
    explicit Answers(const std::string& file)
    {
        const std::string content = contentOf(repositoryFile("tests/oracle/" + file));
        entries = Json::parse(content);
        const auto document = JsonDocument::parse(content);
        for (const JsonValue entry : document.value().root().elements())
            texts.push_back(entry.find("case")->compact());
    }

    Json entries;
    std::vector<std::string> texts; ///< of the cases, numbers digit for digit as the file has them
};
const Answers& ofBlocks()
{
    static const Answers answers{"cases.json"};
    return answers;
}
const Answers& ofWholeModels()
{
    static const Answers answers{"whole_cases.json"};
    return answers;
}

/// Everything in which a value differs from the wanted one; fields that nothing is wanted of may be anything.
void compare(const Json& want, const Json& got, const std::string& path, std::vector<std::string>& differences)
{
    if (want.is_object() && got.is_object()) {
        for (const auto& [key, value] : want.items()) {
            if (got.contains(key))
                compare(value, got[key], path + "." + key, differences);
            else
                differences.push_back(path + "." + key + " is missing");
        }
    } else if (want.is_array() && got.is_array() && want.size() == got.size()) {
        for (std::size_t k = 0; k < want.size(); ++k)
            compare(want[k], got[k], path + "[" + std::to_string(k) + "]", differences);
    } else if (want.is_number_float() && got.is_number()) {
        const double wanted = want.get<double>(), given = got.get<double>();
        const bool isDifference = path.ends_with(".bubble") || path.ends_with(".idle"); // of far larger times
        const double slack = std::max(1e-12 * std::max(std::abs(wanted), std::abs(given)), isDifference ? 1e-9 : 0.0);
        if (std::abs(wanted - given) > slack)
            differences.push_back(path + ": want " + want.dump() + ", got " + got.dump());
    } else if (want != got || want.type() != got.type()) {
        // Both number kinds of integers compare equal; a double where an integer belongs does not.
        if (!(want == got && want.is_number_integer() && (got.is_number_integer() || path.ends_with(".capacity"))))
            differences.push_back(path + ": want " + want.dump() + ", got " + got.dump());
    }
}

void compareDiagnostics(const Json& want, const Json& got, std::vector<std::string>& differences)
{
    compare(Json(want.size()), Json(got.size()), ".diagnostics", differences);
    for (std::size_t k = 0; k < std::min(want.size(), got.size()); ++k) {
        Json wanted = want[k];
        wanted.emplace("severity", "error");
        compare(wanted, got[k], ".diagnostics[" + std::to_string(k) + "]", differences);
        if (got[k].at("message").get<std::string>().empty())
            differences.emplace_back("a diagnostic says nothing");
    }
}

std::vector<std::string> differencesOf(const Json& entry, const Json& got)
{
    Json want = entry.at("expected");
    std::vector<std::string> differences;
    want.emplace("status", "ok");
    const Json& given = entry.at("case");
    want["name"] = given.is_object() && given.contains("name") ? given["name"] : Json(nullptr);
    if (want.contains("only_code")) {
        std::set<std::string> codes;
        for (const Json& diagnostic : got.at("diagnostics"))
            codes.insert(diagnostic.at("code"));
        if (codes != std::set<std::string>{want["only_code"]})
            differences.push_back("want only " + want["only_code"].dump());
        want.erase("only_code");
    } else {
        compareDiagnostics(want.value("diagnostics", Json::array()), got.at("diagnostics"), differences);
        want.erase("diagnostics");
    }
    for (const Json& absent : want.value("absent", Json::array()))
        if (got.contains(absent.get<std::string>()))
            differences.push_back(absent.dump() + " is present");
    want.erase("absent");
    if (want["status"] == "refused" && got.size() != 3)
        differences.emplace_back("a refused case has more than name, status and diagnostics");
    compare(want, got, "", differences);
    return differences;
}

void expectEveryFigureRight(const Answers& answers)
{
    std::string cases;
    for (const std::string& text : answers.texts)
        cases += (cases.empty() ? "[" : ",") + text;
    const ProgramRun run = runProgram({"evaluate", "-", "--format", "json", "--invocations"}, cases + "]");
    const Json results = Json::parse(run.out);
    ASSERT_EQ(results.size(), answers.entries.size());
    for (std::size_t k = 0; k < results.size(); ++k)
        for (const std::string& difference : differencesOf(answers.entries[k], results[k]))
            ADD_FAILURE() << answers.entries[k]["case"].dump().substr(0, 60) << ' ' << difference;
}

void expectFailuresTold(const Answers& answers)
{
    for (std::size_t k = 0; k < answers.texts.size(); ++k) {
        const Json& expected = answers.entries[k].at("expected");
        bool fails = expected.value("status", "ok") != "ok";
        std::vector<std::string> codes;
        for (const Json& diagnostic : expected.value("diagnostics", Json::array())) {
            fails = fails || diagnostic.value("severity", "error") == "error";
            codes.push_back(diagnostic.at("code"));
        }
        if (codes.empty() && !fails)
            continue; // the figures' test ran them all; a plain case has its own tests
        const ProgramRun run = runProgram({"evaluate", "-", "--format", "json"}, "[" + answers.texts[k] + "]");
        EXPECT_EQ(run.exitCode, fails ? 1 : 0) << answers.texts[k].substr(0, 60);
        for (const std::string& code : codes)
            EXPECT_NE(run.err.find("[" + code + "]"), std::string::npos) << code;
    }
}

TEST(Oracle, everyFigureOfEveryCaseIsRight)
{
    ASSERT_GE(ofBlocks().texts.size(), 187U);
    expectEveryFigureRight(ofBlocks());
}

TEST(Oracle, everyFigureOfEveryWholeModelIsRight)
{
    ASSERT_GE(ofWholeModels().texts.size(), 109U);
    expectEveryFigureRight(ofWholeModels());
}

TEST(Oracle, exitCodesAndStandardErrorTellWhichCasesFail)
{
    expectFailuresTold(ofBlocks());
    expectFailuresTold(ofWholeModels());
}

} // namespace
} // namespace planscope::test
