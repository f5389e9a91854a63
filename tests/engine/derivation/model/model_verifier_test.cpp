#include "derivation/model/model_verifier.h"

#include "derivation/dialect/findings.h"
#include "derivation/model/build_transformer_model_ir.h"
#include "engine/derivation/model/tiny_model_ir.h"
#include "engine/derivation/verifier_rules.h"

#include <gmock/gmock.h>

namespace planscope {
namespace {

using Broken = BrokenRule<ModelIR>;

const std::vector<Broken>& brokenRules()
{
    static const std::vector<Broken> cases{
        {"schema", "AnotherName", [](ModelIR& ir) { ir.schema.name = "planscope.distributed_task_ir"; }},
        {"schema", "LaterMajorVersion", [](ModelIR& ir) { ir.schema.major = 2; }},
        {"schema", "LaterMinorVersion", [](ModelIR& ir) { ir.schema.minor = 1; }},
        {"one_operation", "None", [](ModelIR& ir) { ir.operations.clear(); }},
        {"operation_kind", "AnotherKind",
         [](ModelIR& ir) {
             ir.operations[0].kind = "transformer.encoder_training";
             rederive(ir);
         }},
        {"spec_positive", "NoHeads",
         [](ModelIR& ir) {
             ir = tinyModelIr({"tiny", 8, 32, 4, 0, 4, 2});
         }},
        {"spec_positive", "AllNegative",
         [](ModelIR& ir) {
             ir = tinyModelIr({"tiny", -8, -32, -4, -2, -4, INT64_MIN});
         }},
        {"spec_digest", "OfAnotherSpec",
         [](ModelIR& ir) {
             ir.specDigest = Digest::of("another spec");
             rederive(ir);
         }},
        {"spec_digest", "Missing",
         [](ModelIR& ir) {
             ir.specDigest = {};
             rederive(ir);
         }},
        {"unique_ids", "InputTwice", [](ModelIR& ir) { ir.values.push_back(ir.values[0]); }},
        {"id_derived", "OfAnotherName",
         [](ModelIR& ir) { ir.operations[0].id = OperationId::derive(ir.specDigest, "another"); }},
        {"id_derived", "OfAnotherParent",
         [](ModelIR& ir) {
             ir.values[0].id = ModelValueId::derive(Digest::of("another spec"), ir.values[0].name);
             ir.operations[0].operands = {ir.values[0].id};
         }},
        {"named", "NoName",
         [](ModelIR& ir) {
             ir.values[1].name.clear();
             rederive(ir);
         }},
        {"reference", "UnknownOperand",
         [](ModelIR& ir) { ir.operations[0].operands.push_back(ModelValueId::derive(ir.specDigest, "lost")); }},
        {"reference", "UnknownResult",
         [](ModelIR& ir) { ir.operations[0].results.push_back(ModelValueId::derive(ir.specDigest, "lost")); }},
        {"repeated_reference", "OperandTwice",
         [](ModelIR& ir) { ir.operations[0].operands.push_back(ir.values[0].id); }},
        {"single_definition", "ResultTwice", [](ModelIR& ir) { ir.operations[0].results.push_back(ir.values[1].id); }},
        {"role", "OutputRead", [](ModelIR& ir) { ir.operations[0].operands.push_back(ir.values[1].id); }},
        {"role", "InputMade", [](ModelIR& ir) { ir.operations[0].results.push_back(ir.values[0].id); }},
        {"use", "InputUnread", [](ModelIR& ir) { ir.operations[0].operands.clear(); }},
        {"use", "OutputNotMade", [](ModelIR& ir) { ir.operations[0].results.clear(); }},
        {"boundary", "NoOutput",
         [](ModelIR& ir) {
             ir.operations[0].results.clear();
             ir.values.pop_back();
         }},
        {"shape", "AnotherExtent", [](ModelIR& ir) { ir.values[0].shape[1] = KnownExtent{5}; }},
        {"shape", "KnownBatch", [](ModelIR& ir) { ir.values[0].shape[0] = KnownExtent{1}; }},
        {"shape", "RankTwo", [](ModelIR& ir) { ir.values[0].shape.pop_back(); }},
        {"element_type", "Datatype", [](ModelIR& ir) { ir.values[0].elementType = "float16"; }},
        {"lineage_kind", "Clone", [](ModelIR& ir) { ir.values[0].lineage.kind = LineageKind::Clone; }},
        {"lineage_transform", "Missing", [](ModelIR& ir) { ir.operations[0].lineage.transform.clear(); }},
        {"lineage_sources", "None", [](ModelIR& ir) { ir.operations[0].lineage.sources.clear(); }},
        {"lineage_sources", "Nothing", [](ModelIR& ir) { ir.values[0].lineage.sources = {ModelSpecId{}}; }},
        {"lineage_sources", "Two",
         [](ModelIR& ir) { ir.values[0].lineage.sources.push_back(ModelSpecId::derive(ir.specDigest, "other")); }},
        {"lineage_spec", "AnotherSpec",
         [](ModelIR& ir) { ir.values[0].lineage.sources = {ModelSpecId::derive(ir.specDigest, "other")}; }},
    };
    return cases;
}

class ModelVerifierRule : public testing::TestWithParam<Broken> { };

TEST_P(ModelVerifierRule, IsFoundAlone)
{
    ModelIR ir = tinyModelIr();
    GetParam().breakIt(ir);
    const Diagnostics found = verify(ir);
    EXPECT_THAT(codesOf(found), testing::ElementsAre("verify.model." + GetParam().rule)) << linesOf(found);
    for (const Diagnostic& diagnostic : found) {
        EXPECT_EQ(diagnostic.origin, Origin::Work);
        EXPECT_FALSE(diagnostic.path.empty());
    }
}

INSTANTIATE_TEST_SUITE_P(Each, ModelVerifierRule, testing::ValuesIn(brokenRules()), testName<ModelIR>);

TEST(ModelVerifier, EveryListedRuleHasANegativeTest)
{
    EXPECT_EQ(rulesBrokenBy(brokenRules()), rulesListedIn("model/model_verifier.h"));
}

TEST(ModelVerifier, AcceptsALegalIr)
{
    EXPECT_EQ(linesOf(verify(tinyModelIr())), "");
    EXPECT_EQ(linesOf(verify(buildTransformerModelIr({"built", 12288, 49152, 2048, 96, 128, 96}))), "");
}

TEST(ModelVerifier, ReportsAllFindingsWithBothNumbers)
{
    ModelIR ir = tinyModelIr();
    ir.schema.minor = 7;
    ir.values[0].shape[2] = KnownExtent{9};
    ir.values[1].elementType = "byte";
    const Diagnostics found = verify(ir);
    ASSERT_EQ(found.size(), 3u) << linesOf(found);
    EXPECT_EQ(found[0].code, "verify.model.schema");
    EXPECT_EQ(found[0].given, "planscope.model_ir 1.7");
    EXPECT_EQ(found[1].path, "values[0] in");
    EXPECT_EQ(found[1].given, "[batch, 4, 9]");
    EXPECT_THAT(found[1].legal, testing::ElementsAre("[batch, 4, 8]"));
    EXPECT_EQ(found[2].path, "values[1] out");
}

TEST(ModelVerifier, AnEmptyIrIsAFindingNotACrash)
{
    EXPECT_FALSE(verify(ModelIR{}).empty());
}

TEST(ModelVerifier, CountsWhatItDoesNotList)
{
    ModelIR ir = tinyModelIr();
    ir.values.resize(3 * Findings::maximum);
    const Diagnostics found = verify(ir);
    ASSERT_EQ(found.size(), Findings::maximum + 1);
    EXPECT_EQ(found.back().code, "verify.model.more");
}

} // namespace
} // namespace planscope
