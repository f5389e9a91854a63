#include "base/json_writer.h"
#include "oracle_cases.h"
#include "study/candidate_result.h"
#include "study/snapshot_verification.h"

#include <gmock/gmock.h>

namespace planscope::testing_study {
namespace {

using ::testing::Contains;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TransformerTraining smallTraining()
{
    return TransformerTraining::create({"small", 64, 256, 32, 8, 8, 8}, {64, 1, Datatype::Float16},
                                       {{4, TensorCommunication::ReduceScatterAllGather},
                                        {2, InterleavedOneForwardOneBackward{2}},
                                        {2, true},
                                        RecomputePolicy::Attention,
                                        false,
                                        true})
        .value();
}

std::string bundleOf(const std::string& model, const std::string& distributed, const std::string& plan)
{
    return '[' + model + ',' + distributed + ',' + plan + ']';
}

std::string bundleOf(const Derivation& derivation)
{
    return bundleOf(derivation.snapshot(IrKind::Model)->bytes(), derivation.snapshot(IrKind::Distributed)->bytes(),
                    derivation.snapshot(IrKind::PortablePlan)->bytes());
}

class SnapshotVerificationTest : public ::testing::Test {
protected:
    const DerivationPtr derivation = derive(smallTraining()).value();
    const std::string& bytes(IrKind kind) const { return derivation->snapshot(kind)->bytes(); }
};

TEST_F(SnapshotVerificationTest, acceptsEachSnapshotAlone)
{
    for (const IrKind kind : {IrKind::Model, IrKind::Distributed, IrKind::PortablePlan}) {
        const SnapshotVerification found = verifySnapshots(bytes(kind));
        EXPECT_TRUE(found.passed()) << oneLine(found.allFaults().front());
        ASSERT_EQ(found.snapshots.size(), 1u);
        EXPECT_EQ(found.snapshots.front().kind, kind);
        EXPECT_TRUE(found.snapshots.front().decoded());
        EXPECT_EQ(found.snapshots.front().digest, derivation->snapshot(kind)->digest());
        EXPECT_EQ(found.snapshots.front().schema, derivation->snapshot(kind)->schema());
    }
}

TEST_F(SnapshotVerificationTest, acceptsABundleAndRunsEverythingAgain)
{
    const SnapshotVerification found = verifySnapshots(bundleOf(*derivation));
    EXPECT_TRUE(found.passed()) << oneLine(found.allFaults().front());
    EXPECT_EQ(found.snapshots.size(), 3u);
    EXPECT_TRUE(found.rederived);
    ASSERT_EQ(found.transitions.size(), 2u);
    for (std::size_t k = 0; k < 2; ++k)
        EXPECT_EQ(found.transitions[k].outcomes.size(), derivation->history.checkpoints[k].outcomes.size());
}

TEST_F(SnapshotVerificationTest, acceptsABundleThatEndsAfterAnyStage)
{
    const std::string model = bytes(IrKind::Model);
    for (const std::string& bundle : {'[' + model + ']', '[' + model + ',' + bytes(IrKind::Distributed) + ']'}) {
        const SnapshotVerification found = verifySnapshots(bundle);
        EXPECT_TRUE(found.passed()) << oneLine(found.allFaults().front());
        EXPECT_TRUE(found.rederived);
        ASSERT_EQ(found.transitions.size() + 1, found.snapshots.size());
        for (std::size_t k = 0; k < found.transitions.size(); ++k)
            EXPECT_EQ(found.transitions[k].outcomes.size(), derivation->history.checkpoints[k].outcomes.size());
    }
}

TEST(SnapshotVerificationOfCases, acceptsTheBundleOfEveryDerivedCase)
{
    std::size_t verified = 0;
    for (const OracleCases::Entry& entry : OracleCases::all()) {
        if (!entry.derives())
            continue;
        const DerivationPtr derivation = derive(entry.read().candidate->training).value();
        const SnapshotVerification found = verifySnapshots(bundleOf(*derivation));
        EXPECT_TRUE(found.passed()) << entry.name << ": " << oneLine(found.allFaults().front());
        EXPECT_TRUE(found.rederived);
        const SnapshotVerification stopped =
            verifySnapshots('[' + derivation->snapshot(IrKind::Model)->bytes() + ','
                            + derivation->snapshot(IrKind::Distributed)->bytes() + ']');
        EXPECT_TRUE(stopped.passed()) << entry.name << ": " << oneLine(stopped.allFaults().front());
        EXPECT_TRUE(stopped.rederived);
        ++verified;
    }
    EXPECT_EQ(verified, 112u);
}

/// Writes a JSON value again with its n-th scalar changed; counts the scalars.
class Mutation {
public:
    explicit Mutation(std::size_t target)
        : m_target(target)
    {
    }

    std::string of(JsonValue value)
    {
        write(value);
        return m_writer.take();
    }
    bool done() const { return m_seen > m_target; }
    const std::string& what() const { return m_what; }

private:
    void write(JsonValue value)
    {
        switch (value.kind()) {
        case JsonKind::Object:
            m_writer.beginObject();
            for (const JsonValue::Member member : value.members()) {
                m_writer.key(member.name);
                m_key = member.name;
                write(member.value);
            }
            m_writer.endObject();
            return;
        case JsonKind::Array:
            m_writer.beginArray();
            for (const JsonValue element : value.elements())
                write(element);
            m_writer.endArray();
            return;
        case JsonKind::String: scalar(value, '"' + changedText(value.text()) + '"'); return;
        case JsonKind::Number: scalar(value, std::to_string(*value.integer() + 1)); return;
        case JsonKind::Boolean: scalar(value, value.text() == "true" ? "false" : "true"); return;
        case JsonKind::Null: scalar(value, "0"); return;
        }
    }

    /// The last character, which an id or a digest keeps hexadecimal.
    static std::string changedText(std::string_view text)
    {
        std::string changed{text};
        if (changed.empty())
            return "x";
        changed.back() = changed.back() == '0' ? '1' : '0';
        return changed;
    }

    void scalar(JsonValue value, const std::string& changed)
    {
        const bool chosen = m_seen++ == m_target;
        if (chosen)
            m_what = m_key + ": " + value.compact() + " to " + changed;
        m_writer.raw(chosen ? changed : value.compact());
    }

    JsonWriter m_writer;
    std::size_t m_target;
    std::size_t m_seen = 0;
    std::string m_key;
    std::string m_what;
};

/// The number of scalars that were changed, one at a time, and each found.
std::size_t foundMutations(const std::string& bundle)
{
    const auto document = JsonDocument::parse(bundle);
    for (std::size_t mutated = 0;; ++mutated) {
        Mutation mutation{mutated};
        const std::string changed = mutation.of(document->root());
        if (!mutation.done())
            return mutated;
        EXPECT_NE(changed, bundle);
        EXPECT_FALSE(verifySnapshots(changed).passed()) << mutation.what();
    }
}

TEST_F(SnapshotVerificationTest, findsAChangeOfAnyFieldOfABundle)
{
    EXPECT_GT(foundMutations(bundleOf(*derivation)), 2000u);
}

TEST_F(SnapshotVerificationTest, findsAChangeOfAnyFieldOfABundleThatEndsEarly)
{
    EXPECT_GT(foundMutations('[' + bytes(IrKind::Model) + ']'), 20u);
    EXPECT_GT(foundMutations('[' + bytes(IrKind::Model) + ',' + bytes(IrKind::Distributed) + ']'), 1000u);
}

TEST_F(SnapshotVerificationTest, findsAFlippedBitAnywhereInABundle)
{
    const std::string bundle = bundleOf(*derivation);
    for (std::size_t k = 0; k < bundle.size(); k += 61) { // prime: meets every kind of place
        std::string changed = bundle;
        changed[k] = static_cast<char>(changed[k] ^ 1);
        ASSERT_FALSE(verifySnapshots(changed).passed()) << "byte " << k << ": " << bundle.substr(k, 40);
    }
}

TEST_F(SnapshotVerificationTest, findsATaskThatIsMissing)
{
    for (const IrKind kind : {IrKind::Distributed, IrKind::PortablePlan}) {
        AnyIr ir = derivation->snapshot(kind)->ir();
        std::visit(
            [](auto& changed) {
                if constexpr (requires { changed.tasks; })
                    changed.tasks.erase(changed.tasks.begin() + 5);
            },
            ir);
        EXPECT_FALSE(verifySnapshots(canonicalBytesOf(ir)).passed()) << nameOf(kind);
    }
}

TEST_F(SnapshotVerificationTest, aLoneSnapshotNamesTheRuleThatAForeignParentBreaks)
{
    DistributedTaskIR tasks = derivation->snapshot(IrKind::Distributed)->as<DistributedTaskIR>();
    tasks.sourceDigest = Digest::of("a stranger");
    const SnapshotVerification found = verifySnapshots(encodeCanonical(tasks));
    EXPECT_THAT(found.allFaults(), Contains(Field(&Diagnostic::code, "verify.distributed.id_derived")));
}

TEST_F(SnapshotVerificationTest, aBundleOfTwoDerivationsBreaksTheChain)
{
    const auto training = TransformerTraining::create({"other", 64, 256, 32, 8, 8, 4}, {64, 1, Datatype::Float16},
                                                      smallTraining().mapping());
    const DerivationPtr other = derive(*training).value();
    const SnapshotVerification found = verifySnapshots(
        bundleOf(bytes(IrKind::Model), other->snapshot(IrKind::Distributed)->bytes(), bytes(IrKind::PortablePlan)));
    ASSERT_EQ(found.transitions.size(), 2u);
    for (const VerifiedTransition& transition : found.transitions)
        EXPECT_THAT(transition.faults, Contains(Field(&Diagnostic::code, "verify.parent_digest")));
    EXPECT_THAT(found.faults, Contains(Field(&Diagnostic::code, "verify.rederivation")));
}

TEST_F(SnapshotVerificationTest, workThatKeepsAllRulesIsFoundByDerivingAgain)
{
    DistributedTaskIR tasks = derivation->snapshot(IrKind::Distributed)->as<DistributedTaskIR>();
    tasks.tasks.back().facts.operations = Operations{tasks.tasks.back().facts.operations.value() + 1};
    const SnapshotVerification found =
        verifySnapshots(bundleOf(bytes(IrKind::Model), encodeCanonical(tasks), bytes(IrKind::PortablePlan)));
    EXPECT_TRUE(found.snapshots[1].faults.empty());
    EXPECT_THAT(found.faults, Contains(Field(&Diagnostic::code, "verify.rederivation")));
    EXPECT_THAT(found.transitions[0].faults, Contains(Field(&Diagnostic::code, StartsWith("check."))));
    EXPECT_THAT(found.transitions[1].faults, Contains(Field(&Diagnostic::code, "lineage.predicate")));
}

TEST_F(SnapshotVerificationTest, specsThatBreakALawAreTold)
{
    PortablePlanIR plan = derivation->snapshot(IrKind::PortablePlan)->as<PortablePlanIR>();
    plan.program.pipelineDegree = 3;
    const SnapshotVerification found =
        verifySnapshots(bundleOf(bytes(IrKind::Model), bytes(IrKind::Distributed), encodeCanonical(plan)));
    EXPECT_THAT(found.allFaults(), Contains(Field(&Diagnostic::code, "mapping.pipeline.divides_blocks")));
}

TEST_F(SnapshotVerificationTest, bytesThatAreNotCanonicalAreRefusedThoughTheySayTheSame)
{
    for (const std::string& text :
         {bytes(IrKind::Model) + "\n", bundleOf(*derivation) + "\n",
          bundleOf(" " + bytes(IrKind::Model), bytes(IrKind::Distributed), bytes(IrKind::PortablePlan))}) {
        const Diagnostics faults = verifySnapshots(text).allFaults();
        ASSERT_EQ(faults.size(), 1u);
        EXPECT_EQ(faults.front().code, "encoding.not_canonical");
    }
}

TEST_F(SnapshotVerificationTest, aBundleIsTheSnapshotsFromTheModelOnInTheirOrder)
{
    const auto codeOf = [](const std::string& text) { return verifySnapshots(text).faults.at(0).code; };
    EXPECT_EQ(codeOf(bundleOf(bytes(IrKind::Distributed), bytes(IrKind::Model), bytes(IrKind::PortablePlan))),
              "verify.bundle");
    EXPECT_EQ(codeOf('[' + bytes(IrKind::Distributed) + ']'), "verify.bundle");
    EXPECT_EQ(codeOf('[' + bytes(IrKind::Model) + ',' + bytes(IrKind::PortablePlan) + ']'), "verify.bundle");
    EXPECT_EQ(codeOf(bundleOf(*derivation).insert(1, bytes(IrKind::Model) + ',')), "verify.bundle");
    EXPECT_EQ(codeOf("[]"), "verify.bundle");
}

TEST(SnapshotVerificationOfAnything, namesWhatItKnowsWhenASchemaIsUnknown)
{
    for (const std::string_view text : {"{}", "7", "null", R"({"schema":"planscope.case/1"})",
                                        R"({"schema":{"name":"planscope.case","major":1,"minor":0}})"}) {
        const Diagnostics faults = verifySnapshots(text).allFaults();
        ASSERT_EQ(faults.size(), 1u) << text;
        EXPECT_EQ(faults.front().code, "verify.unknown_schema");
        EXPECT_THAT(faults.front().legal, Contains("planscope.portable_plan_ir"));
    }
}

TEST(SnapshotVerificationOfAnything, refusesWhatIsNoJson)
{
    EXPECT_EQ(verifySnapshots("").allFaults().front().code, "file.syntax");
    EXPECT_EQ(verifySnapshots(std::string(100, '[')).allFaults().front().code, "file.too_deep");
}

TEST(SnapshotVerificationOfAnything, manyFaultsStayFew)
{
    std::string text =
        R"({"distribution":{},"schema":{"major":1,"minor":0,"name":"planscope.distributed_task_ir"},"tasks":[)";
    for (int k = 0; k < 200'000; ++k)
        text += k == 0 ? "{}" : ",{}";
    text += "]}";
    const Diagnostics faults = verifySnapshots(text).allFaults();
    EXPECT_GT(faults.size(), 10u);
    EXPECT_LT(faults.size(), 10'000u);
}

} // namespace
} // namespace planscope::testing_study
