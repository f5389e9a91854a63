#include "ui/export/report_table.h"
#include "ui/export/report_text.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPicture>

#include <gtest/gtest.h>

namespace planscope::ui {
namespace {

const Theme theme = Theme::paper();

QString joined(const std::vector<QString>& lines)
{
    QString all;
    for (const QString& line : lines)
        all += line + QLatin1Char('|');
    return all;
}

double widthOf(const char* text)
{
    return QFontMetricsF(theme.label()).horizontalAdvance(QString::fromUtf8(text));
}

TEST(ReportText, breaksBetweenWordsThenAtJointsThenAnywhere)
{
    const auto broken = [](const char* text, double width) {
        return joined(brokenLines(QString::fromUtf8(text), theme.label(), width)).toStdString();
    };
    EXPECT_EQ(broken("short", 500), "short|");
    EXPECT_EQ(broken("", 500), "|");
    EXPECT_EQ(broken("one two three", widthOf("one two ")), "one two|three|");
    EXPECT_EQ(broken("one two three", widthOf("one two")), "one two|three|");
    EXPECT_EQ(broken("attention.output_collective.forward", widthOf("attention.output_coll")),
              "attention.output_|collective.forward|");
    EXPECT_EQ(broken("aaaaaaaaaa", widthOf("aaaa")), "aaaa|aaaa|aa|");
    EXPECT_EQ(broken("two\nlines", 500), "two|lines|");
}

TEST(ReportText, everyLineFitsAndNothingIsLost)
{
    const QString text = QStringLiteral("The 3 causes mapping.tensor.communication and mapping.recompute, joined.");
    for (double width = 8; width < 400; width += 7) {
        QString all;
        for (const QString& line : brokenLines(text, theme.label(), width)) {
            if (line.size() > 1) {
                EXPECT_LE(QFontMetricsF(theme.label()).horizontalAdvance(line), width + 0.1);
            }
            all += line;
        }
        EXPECT_EQ(all.remove(QLatin1Char(' ')), QString(text).remove(QLatin1Char(' '))) << width;
    }
}

ReportTable sample()
{
    ReportTable table{{{QStringLiteral("Task")}, {QStringLiteral("Bytes"), true}, {QStringLiteral("Note")}}, {}};
    table.rows.push_back({{{QStringLiteral("attention.output_collective.forward.reduce_scatter")},
                           {QStringLiteral("1234567890123456789")},
                           {QStringLiteral("a note of a few words that may be broken")}}});
    return table;
}

TEST(ReportTable, takesNoMoreThanItNeedsAndNeverMoreThanThereIs)
{
    const ReportTableLayout wide(sample(), theme, 2000);
    EXPECT_LT(wide.width(), 1000);
    const double line = wide.rowHeight(0);
    const ReportTableLayout narrow(sample(), theme, 400);
    EXPECT_LE(narrow.width(), 400.5);
    EXPECT_GT(narrow.rowHeight(0), line) << "lines are broken";
}

TEST(ReportTable, headingsOfNumbersBreakBeforeTheTableIsTooWide)
{
    ReportTable table{{{QStringLiteral("Stage"), true}}, {}};
    ReportRow& row = table.rows.emplace_back();
    row.cells.push_back({QStringLiteral("0")});
    for (int column = 0; column < 8; ++column) {
        table.columns.push_back({QStringLiteral("This microbatch and transients"), true});
        row.cells.push_back({QStringLiteral("5.47 GiB")});
    }
    const double oneLine = ReportTableLayout(table, theme, 4000).headHeight();
    const ReportTableLayout layout(table, theme, 700);
    EXPECT_LE(layout.width(), 700.5);
    EXPECT_GT(layout.headHeight(), oneLine);
}

TEST(ReportTable, isPartedWhereItsColumnsCannotStandBesideEachOther)
{
    ReportTable table{{{QStringLiteral("Stage"), true}}, {}};
    ReportRow& row = table.rows.emplace_back();
    row.cells.push_back({QStringLiteral("7")});
    QStringList all;
    for (int column = 0; column < 11; ++column) {
        table.columns.push_back({QString::number(column), true});
        row.cells.push_back({QStringLiteral("12345678901234567%1").arg(column)});
        all << row.cells.back().text;
    }
    QStringList told;
    const std::vector<ReportTable> parts = tablesThatFit(table, theme, 400);
    EXPECT_GT(parts.size(), 2u);
    for (const ReportTable& part : parts) {
        EXPECT_LE(ReportTableLayout(part, theme, 400).width(), 400.5);
        EXPECT_EQ(part.columns.front().heading, QStringLiteral("Stage"));
        EXPECT_EQ(part.rows.front().cells.front().text, QStringLiteral("7"));
        for (std::size_t k = 1; k < part.rows.front().cells.size(); ++k)
            told << part.rows.front().cells[k].text;
    }
    EXPECT_EQ(told, all);
    EXPECT_EQ(tablesThatFit(table, theme, 4000).size(), 1u);
}

TEST(ReportTable, rowsPaintInsideTheirHeight)
{
    const ReportTableLayout layout(sample(), theme, 320);
    QPicture picture;
    QPainter painter(&picture);
    layout.paintRow(painter, 0);
    painter.end();
    EXPECT_LE(picture.boundingRect().bottom(), layout.rowHeight(0) + 1);
    EXPECT_LE(picture.boundingRect().right(), layout.width() + 1);
}

} // namespace
} // namespace planscope::ui
