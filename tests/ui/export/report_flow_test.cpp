#include "ui/export/report_flow.h"

#include <gtest/gtest.h>

#include <map>

namespace planscope::ui {
namespace {

constexpr double pageHeight = 600;

ReportFlow emptyFlow()
{
    return {QStringLiteral("Chapter"), QPageLayout::Portrait, QSizeF(500, pageHeight), Theme::paper()};
}

/// How many of the pieces from `first` to before `end` stand on each page that has any.
std::map<std::size_t, int> perPage(const ReportFlow& flow, std::size_t first, std::size_t end)
{
    std::map<std::size_t, int> counts;
    for (const PlacedPiece& placed : paginate(flow.pieces(), pageHeight).placed)
        if (!placed.isRepeated && placed.piece >= first && placed.piece < end)
            ++counts[placed.page];
    return counts;
}

void expectNoneAlone(const ReportFlow& flow, std::size_t first, std::size_t end)
{
    for (const auto& [page, count] : perPage(flow, first, end))
        EXPECT_GE(count, 2) << "of " << end - first << " pieces, page " << page;
}

TEST(ReportFlow, noLineOfATextStandsAloneOnAPage)
{
    std::size_t mostPages = 0;
    for (std::size_t count = 2; count < 140; ++count) {
        ReportFlow flow = emptyFlow();
        flow.monospaceLines(std::vector<std::pair<QString, Role>>(count, {QStringLiteral("+ a line"), Role::Text}));
        expectNoneAlone(flow, 0, count);
        mostPages = std::max(mostPages, paginate(flow.pieces(), pageHeight).pageCount);
    }
    EXPECT_GT(mostPages, 2u);
}

TEST(ReportFlow, noRowOfASectionOfATableStandsAloneOnAPage)
{
    for (std::size_t count = 2; count < 80; ++count) {
        ReportTable table{{{QStringLiteral("Of")}, {QStringLiteral("Bytes"), true}}, {}};
        const auto addSection = [&table](std::size_t rows) {
            ReportRow& heading = table.rows.emplace_back();
            heading.cells = {{QStringLiteral("Section")}};
            heading.isHeading = true;
            for (std::size_t row = 0; row < rows; ++row)
                table.rows.push_back({{{QStringLiteral("part")}, {QString::number(row)}}});
        };
        addSection(count);
        addSection(20);
        ReportFlow flow = emptyFlow();
        flow.table(table);
        const std::size_t first = 2; // behind the table's head and the section's
        expectNoneAlone(flow, first, first + count);
        expectNoneAlone(flow, first + count + 1, first + count + 21);
    }
}

} // namespace
} // namespace planscope::ui
