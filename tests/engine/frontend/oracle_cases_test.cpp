#include "read_text.h"

namespace planscope {
namespace {

/// Compares what the answer states: code, path and, where it gives them, the value given and the legal ones.
void expectDiagnostics(JsonValue expected, const Diagnostics& told)
{
    std::vector<std::string> codes, toldCodes;
    for (const JsonValue diagnostic : expected.elements())
        codes.emplace_back(diagnostic.find("code")->text());
    for (const Diagnostic& diagnostic : told)
        toldCodes.push_back(diagnostic.code);
    ASSERT_EQ(toldCodes, codes);
    std::size_t index = 0;
    for (const JsonValue diagnostic : expected.elements()) {
        const Diagnostic& actual = told[index++];
        EXPECT_EQ(actual.severity, Severity::Error);
        EXPECT_FALSE(actual.message.empty());
        EXPECT_EQ(actual.path, diagnostic.find("path")->text());
        if (const auto given = diagnostic.find("given")) {
            EXPECT_EQ(actual.given, given->text());
        }
        if (const auto legal = diagnostic.find("legal")) {
            std::vector<std::string> values;
            for (const JsonValue value : legal->elements())
                values.emplace_back(value.text());
            EXPECT_EQ(actual.legal, values);
        }
    }
}

TEST(OracleCases, AreReadOrRefusedAsTheirAnswersSay)
{
    const std::string bytes = repositoryFile("tests/oracle/cases.json");
    const auto document = JsonDocument::parse(bytes);
    ASSERT_TRUE(document);
    int refused = 0, accepted = 0;
    for (const JsonValue entry : document->root().elements()) {
        const JsonValue stated = *entry.find("case");
        const JsonValue expected = *entry.find("expected");
        const auto name = stated.find("name");
        SCOPED_TRACE(name ? name->text() : "no name");
        const ReadCandidate read = readOne("[" + stated.compact() + "]");
        EXPECT_EQ(read.nameJson, name ? name->compact() : "null");

        const auto status = expected.find("status");
        const bool refusedByReader = status && status->text() == "refused" && !expected.find("only_code");
        ASSERT_EQ(read.candidate.has_value(), !refusedByReader);
        if (!refusedByReader) {
            ++accepted;
            if (const auto shape = expected.find("shape")) {
                EXPECT_EQ(read.candidate->training.shape().worldSize, shape->find("world_size")->integer());
            }
            continue;
        }
        ++refused;
        expectDiagnostics(*expected.find("diagnostics"), read.candidate.error());
    }
    EXPECT_EQ(refused, 74);
    EXPECT_EQ(refused + accepted, 187);
}

TEST(OracleCases, OfWholeModelsAreReadOrRefusedAsTheirAnswersSay)
{
    const std::string bytes = repositoryFile("tests/oracle/whole_cases.json");
    const auto document = JsonDocument::parse(bytes);
    ASSERT_TRUE(document);
    int refused = 0, accepted = 0;
    for (const JsonValue entry : document->root().elements()) {
        const JsonValue stated = *entry.find("case");
        const JsonValue expected = *entry.find("expected");
        SCOPED_TRACE(stated.find("name")->text());
        const whole::ReadCandidate read = readOneWhole("[" + stated.compact() + "]");
        EXPECT_EQ(read.name, stated.find("name")->text());
        const auto status = expected.find("status");
        const bool refusedByReader = status && status->text() == "refused";
        ASSERT_EQ(read.candidate.has_value(), !refusedByReader);
        if (refusedByReader) {
            ++refused;
            expectDiagnostics(*expected.find("diagnostics"), read.candidate.error());
            continue;
        }
        ++accepted;
        const JsonValue shape = *expected.find("shape");
        EXPECT_EQ(read.candidate->training.shape().worldSize, shape.find("world_size")->integer());
        EXPECT_EQ(read.candidate->training.shape().paddedVocabulary, shape.find("padded_vocabulary")->integer());
    }
    EXPECT_EQ(refused, 19);
    EXPECT_EQ(refused + accepted, 109);
}

} // namespace
} // namespace planscope
