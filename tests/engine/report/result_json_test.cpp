#include "report/result_json.h"

#include "base/json_document.h"
#include "sample_results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace planscope {
namespace {

using test::refusedResult;
using test::sampleResult;
using testing::ElementsAre;

JsonDocument parsed(const CandidateResult& result, const ResultJsonOptions& options = {})
{
    auto document = JsonDocument::parse(resultJson(result, options));
    EXPECT_TRUE(document.has_value());
    return std::move(*document);
}

std::vector<std::string> keysOf(JsonValue object)
{
    std::vector<std::string> keys;
    for (const auto& member : object.members())
        keys.emplace_back(member.name);
    return keys;
}

JsonValue at(JsonValue value, std::initializer_list<std::string_view> path)
{
    for (const std::string_view name : path)
        value = value.find(name).value();
    return value;
}

TEST(ResultJson, fieldsStandInTheOrderOfTheFormat)
{
    const JsonDocument document = parsed(*sampleResult());
    const JsonValue result = document.root();
    EXPECT_THAT(keysOf(result),
                ElementsAre("name", "status", "diagnostics", "digests", "checkpoints", "shape", "block", "block_memory",
                            "memory", "time", "utilisation"));
    EXPECT_THAT(keysOf(at(result, {"digests"})),
                ElementsAre("model", "distributed", "portable_plan", "session", "evidence"));
    EXPECT_THAT(
        keysOf(at(result, {"block"})),
        ElementsAre("forward", "recompute", "recommunication", "activation_gradient", "weight_gradient", "optimizer"));
    EXPECT_THAT(keysOf(at(result, {"block", "forward"})),
                ElementsAre("invocations", "operations", "read_bytes", "write_bytes", "message_bytes"));
    EXPECT_THAT(keysOf(at(result, {"memory"})),
                ElementsAre("weights", "activations", "activation_checkpoints", "weight_gradients",
                            "activation_gradients", "optimizer", "total", "capacity"));
    EXPECT_THAT(keysOf(at(result, {"time", "peak_only"})),
                ElementsAre("forward", "backward", "optimizer", "recompute", "tensor_parallel", "pipeline_parallel",
                            "data_parallel", "recommunication", "pipeline_bubble", "total"));
    EXPECT_THAT(keysOf(at(result, {"utilisation", "system_evidence"})), ElementsAre("mfu", "hfu", "tokens_per_second"));
    EXPECT_EQ(at(result, {"shape", "world_size"}).integer(), 4);
}

TEST(ResultJson, aRefusedCaseHasNameStatusAndDiagnosticsAlone)
{
    const JsonDocument document = parsed(refusedResult());
    EXPECT_THAT(keysOf(document.root()), ElementsAre("name", "status", "diagnostics"));
    EXPECT_EQ(at(document.root(), {"name"}).kind(), JsonKind::Null);
    EXPECT_EQ(at(document.root(), {"status"}).text(), "refused");
    const JsonValue diagnostic = *at(document.root(), {"diagnostics"}).elements().begin();
    EXPECT_THAT(keysOf(diagnostic), ElementsAre("severity", "code", "path", "message", "given", "legal"));
}

TEST(ResultJson, aNameThatIsNoStringIsGivenBackAsWritten)
{
    CandidateResult refused = refusedResult();
    refused.nameJson = "[1,2.50]";
    EXPECT_EQ(at(parsed(refused).root(), {"name"}).compact(), "[1,2.50]");
}

TEST(ResultJson, aTierTooSmallLeavesTimeOutAndKeepsTheRest)
{
    Candidate candidate = test::sampleCandidate();
    candidate.tiers.tensor = 7;
    const JsonDocument document = parsed(*evaluate(candidate));
    EXPECT_EQ(at(document.root(), {"status"}).text(), "ok");
    EXPECT_THAT(keysOf(document.root()),
                ElementsAre("name", "status", "diagnostics", "digests", "checkpoints", "shape", "block", "block_memory",
                            "memory"));
}

TEST(ResultJson, capacityIsExactWhateverItsSize)
{
    EXPECT_EQ(at(parsed(*sampleResult("e", 80000000000.0)).root(), {"memory", "capacity"}).text(),
              "85899345920000000000");
    EXPECT_EQ(at(parsed(*sampleResult("f", 0.1)).root(), {"memory", "capacity"}).text(), "107374182.4");
}

TEST(ResultJson, blockSumsTheInvocations)
{
    const CandidateResultPtr result = sampleResult();
    const JsonDocument document = parsed(*result, {true});
    std::int64_t operations = 0, count = 0;
    for (const JsonValue invocation : at(document.root(), {"invocations"}).elements()) {
        if (at(invocation, {"phase"}).text() != "activation_gradient")
            continue;
        operations += at(invocation, {"operations"}).integer().value();
        ++count;
    }
    EXPECT_GT(operations, 0);
    EXPECT_EQ(at(document.root(), {"block", "activation_gradient", "operations"}).integer(), operations);
    EXPECT_EQ(at(document.root(), {"block", "activation_gradient", "invocations"}).integer(), count);
}

TEST(ResultJson, compactAndIndentedSayTheSame)
{
    const CandidateResultPtr result = sampleResult();
    const std::string compact = resultJson(*result, {true, JsonWriter::Layout::Compact});
    EXPECT_EQ(compact.find('\n'), std::string::npos);
    EXPECT_EQ(parsed(*result, {true}).root().compact(), compact);
}

/// Rejects whatever it sees.
class Rejecting final : public CheckpointObserver {
public:
    std::string_view name() const override { return "rejecting"; }
    std::vector<CheckOutcome> observe(const PassCheckpoint&) const override
    {
        return {{"check.never", "anything", "1", "2", "all", false}};
    }
};

TEST(ResultJson, aRejectedCaseStatesTheFailingCheckpointAndNoLaterDigest)
{
    DeriveOptions options;
    options.extraObservers.push_back(std::make_shared<const Rejecting>());
    const JsonDocument document = parsed(*evaluate(test::sampleCandidate(), options));
    EXPECT_EQ(at(document.root(), {"status"}).text(), "rejected");
    EXPECT_THAT(keysOf(at(document.root(), {"digests"})), ElementsAre("model", "session", "evidence"));
    ASSERT_EQ(at(document.root(), {"checkpoints"}).childCount(), 1U);
    const JsonValue checkpoint = *at(document.root(), {"checkpoints"}).elements().begin();
    EXPECT_EQ(at(checkpoint, {"accepted"}).text(), "false");
    EXPECT_EQ(at(checkpoint, {"failed"}).integer(), 1);
    EXPECT_FALSE(document.root().find("block"));
    EXPECT_FALSE(document.root().find("time"));
}

} // namespace
} // namespace planscope
