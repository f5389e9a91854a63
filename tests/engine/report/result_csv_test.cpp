#include "report/result_csv.h"

#include "sample_results.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace planscope {
namespace {

/// The fields of one RFC 4180 record.
std::vector<std::string> fieldsOf(const std::string& record)
{
    EXPECT_TRUE(record.ends_with("\r\n"));
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (std::size_t k = 0; k + 2 < record.size(); ++k) {
        if (record[k] == '"' && quoted && record[k + 1] == '"')
            fields.back().push_back(record[++k]);
        else if (record[k] == '"')
            quoted = !quoted;
        else if (record[k] == ',' && !quoted)
            fields.emplace_back();
        else
            fields.back().push_back(record[k]);
    }
    return fields;
}

std::string field(const CandidateResult& result, const std::string& column)
{
    const auto header = fieldsOf(csvHeader());
    const auto found = std::find(header.begin(), header.end(), column);
    EXPECT_NE(found, header.end()) << column;
    return fieldsOf(csvRow(result)).at(static_cast<std::size_t>(found - header.begin()));
}

TEST(ResultCsv, columnsAreDottedPathsWithUnits)
{
    const auto result = test::sampleResult();
    EXPECT_EQ(field(*result, "status"), "ok");
    EXPECT_EQ(field(*result, "shape.world_size"), "4");
    EXPECT_EQ(field(*result, "memory.total_bytes"), std::to_string(result->estimate->memory.total.value()));
    EXPECT_EQ(field(*result, "memory.capacity_bytes"), "85899345920");
    EXPECT_EQ(field(*result, "block.optimizer.message_bytes"), "0");
    EXPECT_EQ(field(*result, "checkpoints.portable_plan.accepted"), "true");
    EXPECT_EQ(std::stod(field(*result, "time.system_evidence.total_seconds")),
              (*result->estimate->modes)[1].iteration.total);
}

TEST(ResultCsv, everyRowHasTheHeadersColumns)
{
    const std::size_t columns = fieldsOf(csvHeader()).size();
    EXPECT_EQ(fieldsOf(csvRow(*test::sampleResult())).size(), columns);
    EXPECT_EQ(fieldsOf(csvRow(test::refusedResult())).size(), columns);
}

TEST(ResultCsv, whatIsAbsentIsEmpty)
{
    const auto refused = test::refusedResult();
    EXPECT_EQ(field(refused, "diagnostics.code"), "mapping.tensor.divides_heads");
    EXPECT_EQ(field(refused, "memory.total_bytes"), "");
    EXPECT_EQ(field(refused, "time.peak_only.forward_seconds"), "");
}

TEST(ResultCsv, quotesCommasQuotesAndLineBreaks)
{
    const std::string name = "a,\"b\"\r\nc";
    EXPECT_EQ(field(*test::sampleResult(name), "name"), name);
    EXPECT_TRUE(csvRow(*test::sampleResult(name)).starts_with("\"a,\"\"b\"\"\r\nc\","));
}

} // namespace
} // namespace planscope
