#include "frontend/reference_file.h"

#include <gmock/gmock.h>

namespace planscope {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;

std::string referenceOf(const std::string& facts)
{
    return R"({"schema": "planscope.reference/1", "facts": )" + facts + "}";
}

/// The codes and paths of what is wrong with the file.
std::vector<std::string> faultsOf(const std::string& file)
{
    std::vector<std::string> faults;
    const auto read = readReference(file);
    if (!read)
        for (const Diagnostic& diagnostic : read.error())
            faults.push_back(diagnostic.code + " at " + diagnostic.path);
    return faults;
}

TEST(ReferenceFile, GivesEachFactWithItsInvocation)
{
    const auto facts = readReference(referenceOf(R"({
        "mlp.expand.forward": {"read_bytes": 7, "operations": 309237645312},
        "attention.output_collective.forward.all_reduce": {"message_bytes": 0, "write_bytes": 9223372036854775807}})"));
    ASSERT_TRUE(facts.has_value());
    std::vector<std::string> told;
    for (const ReferenceFact& fact : *facts)
        told.push_back(fact.invocation + " " + fact.fact + " " + std::to_string(fact.expected));
    EXPECT_THAT(told,
                ElementsAre("mlp.expand.forward operations 309237645312", "mlp.expand.forward read_bytes 7",
                            "attention.output_collective.forward.all_reduce write_bytes 9223372036854775807",
                            "attention.output_collective.forward.all_reduce message_bytes 0"));
}

TEST(ReferenceFile, MayExpectNothing)
{
    const auto facts = readReference(referenceOf("{}"));
    ASSERT_TRUE(facts.has_value());
    EXPECT_THAT(*facts, IsEmpty());
}

TEST(ReferenceFile, IsRefusedFieldByField)
{
    EXPECT_THAT(faultsOf("{"), ElementsAre("file.syntax at "));
    EXPECT_THAT(faultsOf("[]"), ElementsAre("file.type at "));
    EXPECT_THAT(faultsOf("{}"), ElementsAre("file.missing_field at schema", "file.missing_field at facts"));
    EXPECT_THAT(faultsOf(R"({"schema": "planscope.case/1", "facts": {}})"),
                ElementsAre("spec.unknown_value at schema"));
    EXPECT_THAT(faultsOf(referenceOf("{}, \"more\": 1")), ElementsAre("file.unknown_field at more"));
    EXPECT_THAT(faultsOf(referenceOf("[]")), ElementsAre("file.type at facts"));
    EXPECT_THAT(faultsOf(referenceOf(R"({"a": 1})")), ElementsAre("file.type at facts.a"));
    EXPECT_THAT(faultsOf(referenceOf(R"({"a": {"operations": 1.5}})")), ElementsAre("file.type at facts.a.operations"));
    EXPECT_THAT(faultsOf(referenceOf(R"({"a": {"operations": 9223372036854775808}})")),
                ElementsAre("file.type at facts.a.operations"));
    EXPECT_THAT(faultsOf(referenceOf(R"({"a": {"operation": 1}})")),
                ElementsAre("file.unknown_field at facts.a.operation"));
    EXPECT_THAT(faultsOf(referenceOf(R"({"a": {"operations": 1, "operations": 2}})")),
                ElementsAre("file.duplicate_key at facts.a.operations"));
    EXPECT_THAT(faultsOf(referenceOf(R"({"a": {}, "a": {}})")), ElementsAre("file.duplicate_key at facts.a"));
}

TEST(ReferenceFile, NamesTheFactsWhenOneIsUnknown)
{
    const auto read = readReference(referenceOf(R"({"a": {"flops": 1}})"));
    ASSERT_FALSE(read.has_value());
    EXPECT_THAT(read.error(),
                ElementsAre(Field(&Diagnostic::legal,
                                  ElementsAre("operations", "read_bytes", "write_bytes", "message_bytes"))));
}

} // namespace
} // namespace planscope
