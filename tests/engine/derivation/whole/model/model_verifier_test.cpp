#include "derivation/whole/model/model_verifier.h"

#include "derivation/whole/model/build_model_ir.h"
#include "engine/derivation/encoding_laws.h"
#include "engine/derivation/verifier_rules.h"
#include "engine/derivation/whole/small_trainings.h"

#include <gmock/gmock.h>

namespace planscope::whole {
namespace {

using Ir = ModelIR;
using Broken = BrokenRule<Ir>;

Ir smallModel()
{
    return buildModelIr(SmallSpecs{}.model);
}

/// Operations: 0 embedding.word, 1 embedding_dropout, 2 attn_norm, 3 qkv, 4 rope, 5 core_attention, 6 proj, …, 15
/// final_norm, 16 head, 17 loss.
ModelOperation& named(Ir& ir, std::string_view name)
{
    for (ModelOperation& operation : ir.operations)
        if (operation.name == name)
            return operation;
    throw std::logic_error("no such operation");
}

const std::vector<Broken>& brokenRules()
{
    static const std::vector<Broken> cases{
        {"schema", "OneBlockVersion", [](Ir& ir) { ir.schema.major = 1; }},
        {"schema", "LaterMinorVersion", [](Ir& ir) { ir.schema.minor = 1; }},
        {"spec_positive", "NoHeads", [](Ir& ir) { ir.spec.attentionHeads = 0; }},
        {"spec_positive", "NegativePositions", [](Ir& ir) { ir.spec.maximumPositions = -1; }},
        {"spec_digest", "AnotherSpec", [](Ir& ir) { ir.spec.hiddenSize = 128; }},
        {"unique_ids", "ValueTwice", [](Ir& ir) { ir.values.push_back(ir.values[0]); }},
        {"id_derived", "OfAnotherName",
         [](Ir& ir) { ir.operations[2].id = OperationId::derive(ir.specDigest, "another"); }},
        {"named", "NoRow", [](Ir& ir) { named(ir, "proj").name = "projection"; }},
        {"named", "NoName", [](Ir& ir) { ir.values[3].name.clear(); }},
        {"bodies", "Two", [](Ir& ir) { ir.bodies.pop_back(); }},
        {"bodies", "Swapped", [](Ir& ir) { std::swap(ir.bodies[0].unit, ir.bodies[2].unit); }},
        {"body_range", "Gap", [](Ir& ir) { ++ir.bodies[1].firstOperation; }},
        {"body_range", "Short", [](Ir& ir) { --ir.bodies[2].operationCount; }},
        {"body_rows", "OutOfOrder", [](Ir& ir) { std::swap(ir.operations[2], ir.operations[3]); }},
        {"repetitions", "BlockOnce", [](Ir& ir) { ir.bodies[1].repetitions = 1; }},
        {"repetitions", "HeadTwice", [](Ir& ir) { ir.bodies[2].repetitions = 2; }},
        {"body_values", "EmbeddingReads", [](Ir& ir) { ir.bodies[0].input = ir.bodies[1].input; }},
        {"body_values", "BlockOutputOfAnotherShape",
         [](Ir& ir) { ir.bodies[1].output = named(ir, "fc1").results[0].value; }},
        {"reference", "UnknownOperand",
         [](Ir& ir) { named(ir, "proj").operands[0].value = ModelValueId::derive(ir.specDigest, "lost"); }},
        {"reference", "UnknownBodyOutput",
         [](Ir& ir) { ir.bodies[0].output = ModelValueId::derive(ir.specDigest, "lost"); }},
        {"repeated_reference", "OperandTwice",
         [](Ir& ir) { named(ir, "proj").operands.push_back(named(ir, "proj").operands[0]); }},
        {"single_definition", "ResultTwice",
         [](Ir& ir) { named(ir, "fc2").results.push_back(named(ir, "fc1").results[0]); }},
        {"order", "ReadBeforeMade",
         [](Ir& ir) { named(ir, "attn_norm").operands[0].value = named(ir, "fc1").results[0].value; }},
        {"order", "OfAnotherBody",
         [](Ir& ir) { named(ir, "final_norm").operands[0].value = named(ir, "mlp_residual").results[0].value; }},
        {"role", "WeightAsInput", [](Ir& ir) { named(ir, "proj").operands[1].role = OperandRole::Input; }},
        {"role", "ResultAsInput", [](Ir& ir) { named(ir, "proj").results[0].role = OperandRole::Input; }},
        {"use", "Unread",
         [](Ir& ir) {
             ModelValue value = ir.values[0];
             value.name = "unread";
             value.id = ModelValueId::derive(ir.specDigest, value.name);
             ir.values.push_back(value);
         }},
        {"shape", "NoExtent", [](Ir& ir) { ir.values[1].shape.clear(); }},
        {"shape", "ZeroExtent", [](Ir& ir) { ir.values[1].shape[0] = KnownExtent{0}; }},
        {"shape", "KnownBatch", [](Ir& ir) { ir.values[0].shape[0] = KnownExtent{1}; }},
        {"element_type", "Datatype", [](Ir& ir) { ir.values[1].elementType = "bfloat16"; }},
        {"lineage_kind", "Clone", [](Ir& ir) { ir.values[0].lineage.kind = LineageKind::Clone; }},
        {"lineage_transform", "Missing", [](Ir& ir) { ir.operations[0].lineage.transform.clear(); }},
        {"lineage_sources", "None", [](Ir& ir) { ir.operations[0].lineage.sources.clear(); }},
        {"lineage_spec", "Another",
         [](Ir& ir) { ir.values[0].lineage.sources = {ModelSpecId::derive(ir.specDigest, "another")}; }},
    };
    return cases;
}

class BrokenWholeModel : public testing::TestWithParam<Broken> { };

TEST_P(BrokenWholeModel, IsFound)
{
    Ir ir = smallModel();
    GetParam().breakIt(ir);
    EXPECT_THAT(codesOf(verify(ir)), testing::Contains("verify.model." + GetParam().rule)) << linesOf(verify(ir));
}
INSTANTIATE_TEST_SUITE_P(Rules, BrokenWholeModel, testing::ValuesIn(brokenRules()), testName<Ir>);

TEST(WholeModelVerifier, HasOneNegativeTestForEachRule)
{
    EXPECT_EQ(rulesBrokenBy(brokenRules()), rulesListedIn("whole/model/model_verifier.h"));
}

TEST(WholeModelVerifier, AcceptsEveryModelOfTheSpread)
{
    for (const NamedTraining& one : trainingSpread())
        EXPECT_EQ(linesOf(verify(buildModelIr(one.training.model()))), "") << one.name;
}

TEST(WholeModelIr, IsAsLongForAnyDepth)
{
    SmallSpecs deep;
    deep.model.blockCount = 1'000'000;
    EXPECT_EQ(buildModelIr(deep.model).operations.size(), smallModel().operations.size());
    EXPECT_LE(smallModel().operations.size(), 25u);
}

TEST(WholeModelIr, TiedWeightsAreOneValueUsedTwice)
{
    SmallSpecs tied;
    tied.model.tiedEmbeddings = true;
    Ir ir = buildModelIr(tied.model);
    EXPECT_EQ(named(ir, "head").operands[1].value, named(ir, "embedding.word").operands[1].value);
    EXPECT_EQ(linesOf(verify(ir)), "");
}

TEST(WholeModelEncoding, KeepsTheLawsOfEncodings)
{
    expectRoundTrip(smallModel());
    expectHostileNumbersRefused(smallModel());
    expectVerifierTotalOnIntegers(smallModel());
}

} // namespace
} // namespace planscope::whole
