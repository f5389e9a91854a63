#include "study/pass_contracts.h"

#include "whole_case_text.h"

#include "frontend/presets.h"
#include "study/candidate_result.h"

namespace planscope::testing_study {
namespace {

void expectContractsOf(const DerivedHistory& derivation)
{
    for (const CheckpointReport& report : derivation.history.checkpoints) {
        const PassContract* const contract = contractFor(report.schema);
        ASSERT_TRUE(contract) << report.schema.name;
        EXPECT_EQ(contract->name, report.record.pass);
        EXPECT_EQ(contract->output, report.stage);
    }
    EXPECT_EQ(contractFor(derivation.snapshot(IrKind::Model)->schema()), nullptr);
}

TEST(PassContracts, EveryCheckpointHasTheContractOfItsPass)
{
    const auto whole = WholeCaseText{}.evaluated();
    ASSERT_EQ(whole->derivation->history.checkpoints.size(), 2u);
    expectContractsOf(*whole->derivation);
    const auto source = CandidateSource::open(findPreset(PresetKind::Studies, "gpt3-175B-64xA100")->json);
    const auto block = evaluate(source->read(0).candidate.value());
    ASSERT_EQ(block->derivation->history.checkpoints.size(), 2u);
    expectContractsOf(*block->derivation);
}

TEST(PassContracts, AnotherVersionHasNone)
{
    IrSchema schema = whole::PortablePlanIR::currentSchema();
    ++schema.minor;
    EXPECT_EQ(contractFor(schema), nullptr);
}

} // namespace
} // namespace planscope::testing_study
