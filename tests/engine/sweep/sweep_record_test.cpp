#include "sweep/sweep_record.h"

#include "bundled_space.h"

#include <gmock/gmock.h>

namespace planscope::sweep {
namespace {

class SweepRecordTest : public testing::Test {
protected:
    SweepRecordTest()
    {
        run(m_space, m_record.tally, m_record.last - 10, {});
        m_record.rowBytes = 12345;
        m_record.rowsDigest = Digest::of("rows");
    }
    std::string changed(const std::string& from, const std::string& to) const
    {
        std::string text = writeRecord(m_record);
        const std::size_t at = text.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        return text.replace(at, from.size(), to);
    }
    std::string codeOf(const std::string& text) const
    {
        const auto record = readRecord(text);
        return record ? "" : record.error().front().code;
    }

    PointSpace m_space = PointSpace::create(smallSpace()).value();
    SweepRecord m_record{m_space, {2, 3}};
};

TEST_F(SweepRecordTest, ReadsBackToTheSameBytes)
{
    const std::string text = writeRecord(m_record);
    const auto again = readRecord(text);
    ASSERT_TRUE(again) << again.error().front().code << " " << again.error().front().path;
    EXPECT_EQ(writeRecord(*again), text);
    EXPECT_FALSE(again->isComplete());
    EXPECT_EQ(again->tally.end, m_record.last - 10);
    EXPECT_EQ(again->rowBytes, 12345);
    EXPECT_EQ(again->rowsDigest, Digest::of("rows"));
    EXPECT_EQ(again->shard, (Shard{2, 3}));
    EXPECT_EQ(again->tally.front.members(), m_record.tally.front.members());
}

TEST_F(SweepRecordTest, ARunGoesOnFromOneThatWasRead)
{
    auto again = readRecord(writeRecord(m_record)).value();
    run(m_space, again.tally, again.last, {});
    SweepRecord whole{m_space, {2, 3}};
    run(m_space, whole.tally, whole.last, {});
    whole.rowBytes = again.rowBytes;
    whole.rowsDigest = again.rowsDigest;
    EXPECT_TRUE(again.isComplete());
    EXPECT_EQ(writeRecord(again), writeRecord(whole));
}

TEST_F(SweepRecordTest, RefusesWhatContradictsItself)
{
    EXPECT_EQ(codeOf(changed("\"kept\": ", "\"kept\": 1")), "sweep.damaged");
    EXPECT_EQ(codeOf(changed("\"number\": 2", "\"number\": 4")), "sweep.damaged");
    EXPECT_EQ(codeOf(changed("\"number\": 2", "\"number\": 1")), "sweep.damaged");
    EXPECT_EQ(codeOf(changed("sha256:", "sha256:0")), "sweep.damaged");
    EXPECT_EQ(codeOf(changed("\"global_batch_size\":2520", "\"global_batch_size\":5040")), "sweep.damaged");
    EXPECT_EQ(codeOf(changed("\"row_bytes\": 12345", "\"row_bytes\": -1")), "spec.positive");
    EXPECT_EQ(codeOf(changed("\"index\"", "\"place\"")), "file.missing_field");
    EXPECT_EQ(codeOf(changed("\"schema\":\"planscope.space/1\"", "\"schema\":\"planscope.case/1\"")),
              "spec.unknown_value");
    EXPECT_EQ(codeOf("{}"), "file.missing_field");
    EXPECT_EQ(codeOf("3"), "file.type");
}

TEST(SpaceDigest, CoversTheSystemBehindItsName)
{
    MappingSpace space = smallSpace();
    const Digest digest = spaceDigestOf(space);
    space.top += 1;
    EXPECT_NE(spaceDigestOf(space), digest);
    space = smallSpace();
    SystemProfile other = *space.system;
    other.capacityGib = 81;
    space.system = std::make_shared<SystemProfile>(other);
    EXPECT_NE(spaceDigestOf(space), digest);
}

} // namespace
} // namespace planscope::sweep
