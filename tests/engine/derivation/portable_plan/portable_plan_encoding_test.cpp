#include "derivation/portable_plan/portable_plan_verifier.h"

#include "engine/derivation/encoding_laws.h"
#include "engine/derivation/portable_plan/tiny_portable_plan_ir.h"

#include <gtest/gtest.h>

namespace planscope {
namespace {

TEST(PortablePlanEncoding, IsReadBackAsWritten)
{
    expectRoundTrip(tinyPortablePlanIr());
}

TEST(PortablePlanEncoding, RefusesEveryFieldLostGainedDoubledMovedOrMistyped)
{
    expectStrictDecoding(tinyPortablePlanIr());
}

TEST(PortablePlanEncoding, RefusesNumbersBeyondSixtyFourBits)
{
    expectHostileNumbersRefused(tinyPortablePlanIr());
}

TEST(PortablePlanEncoding, IsVerifiedWhateverItsIntegers)
{
    expectVerifierTotalOnIntegers(tinyPortablePlanIr());
}

TEST(PortablePlanEncoding, KeepsEverySchedule)
{
    PortablePlanIR ir = tinyPortablePlanIr();
    for (const PipelineSchedule& schedule :
         {PipelineSchedule{SingleStage{}}, PipelineSchedule{OneForwardOneBackward{}},
          PipelineSchedule{InterleavedOneForwardOneBackward{7}}, PipelineSchedule{ForwardOnly{}}}) {
        ir.program.schedule = schedule;
        expectRoundTrip(ir);
    }
    expectRoundTrip(PortablePlanIR{});
}

} // namespace
} // namespace planscope
