#include "derivation/distributed/distributed_verifier.h"

#include "engine/derivation/distributed/tiny_distributed_ir.h"
#include "engine/derivation/encoding_laws.h"

#include <gtest/gtest.h>

namespace planscope {
namespace {

TEST(DistributedEncoding, IsReadBackAsWritten)
{
    expectRoundTrip(tinyDistributedIr());
    expectRoundTrip(tinyExchangeIr());
}

TEST(DistributedEncoding, RefusesEveryFieldLostGainedDoubledMovedOrMistyped)
{
    expectStrictDecoding(tinyDistributedIr());
    expectStrictDecoding(tinyExchangeIr());
}

TEST(DistributedEncoding, RefusesNumbersBeyondSixtyFourBits)
{
    expectHostileNumbersRefused(tinyDistributedIr());
    expectHostileNumbersRefused(tinyExchangeIr());
}

TEST(DistributedEncoding, IsVerifiedWhateverItsIntegers)
{
    expectVerifierTotalOnIntegers(tinyDistributedIr());
    expectVerifierTotalOnIntegers(tinyExchangeIr());
}

TEST(DistributedEncoding, WritesEachBodyAsAnAlternative)
{
    const auto bodyText = [](const TaskBody& body) {
        CanonicalEncoder encoder;
        encoder.write(body);
        return encoder.take();
    };
    const RankRange ranks{0, Ranks{4}};
    const auto from = DistributedValueId{};
    EXPECT_EQ(bodyText(LocalCompute{}), R"({"local_compute":{}})");
    EXPECT_EQ(bodyText(Collective{CollectiveKind::AllReduce, ranks, Reduction::Sum}),
              R"({"collective":{"kind":"all_reduce","participants":{"count":4,"first":0},"reduction":"sum"}})");
    EXPECT_EQ(bodyText(Collective{CollectiveKind::Broadcast, ranks, std::nullopt}),
              R"({"collective":{"kind":"broadcast","participants":{"count":4,"first":0},"reduction":null}})");
    EXPECT_EQ(bodyText(PointToPoint{0, 3}), R"({"point_to_point":{"destination":3,"source":0}})");
    EXPECT_EQ(bodyText(Reshard{from, from}),
              R"({"reshard":{"from":"tensor:0000000000000000","to":"tensor:0000000000000000"}})");
    EXPECT_EQ(bodyText(Control{}), R"({"control":{}})");
}

TEST(DistributedEncoding, KeepsAnEmptyIr)
{
    expectRoundTrip(DistributedTaskIR{});
}

} // namespace
} // namespace planscope
