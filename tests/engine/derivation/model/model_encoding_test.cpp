#include "derivation/model/model_verifier.h"

#include "engine/derivation/encoding_laws.h"
#include "engine/derivation/model/tiny_model_ir.h"

#include <gtest/gtest.h>

namespace planscope {
namespace {

TEST(ModelEncoding, IsReadBackAsWritten)
{
    expectRoundTrip(tinyModelIr());
}

TEST(ModelEncoding, RefusesEveryFieldLostGainedDoubledMovedOrMistyped)
{
    expectStrictDecoding(tinyModelIr());
}

TEST(ModelEncoding, RefusesNumbersBeyondSixtyFourBits)
{
    expectHostileNumbersRefused(tinyModelIr());
}

TEST(ModelEncoding, IsVerifiedWhateverItsIntegers)
{
    expectVerifierTotalOnIntegers(tinyModelIr());
}

TEST(ModelEncoding, KeepsAwkwardNames)
{
    expectRoundTrip(tinyModelIr({"quote \" backslash \\ line\n DEL \x7f é 😀", 1, 1, 1, 1, 1, 1}));
    expectRoundTrip(tinyModelIr({"", 1, 1, 1, 1, 1, 1}));
    expectRoundTrip(ModelIR{});
}

} // namespace
} // namespace planscope
