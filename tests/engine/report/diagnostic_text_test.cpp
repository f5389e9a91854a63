#include "report/diagnostic_text.h"

#include <gtest/gtest.h>

namespace planscope {
namespace {

TEST(DiagnosticText, namesCodePlaceGivenAndLegal)
{
    const Diagnostic diagnostic{Severity::Error,
                                Origin::Import,
                                "mapping.tensor.divides_heads",
                                "mapping.tensor.degree",
                                "3 does not divide 16",
                                "3",
                                {"1", "2"}};
    EXPECT_EQ(diagnosticText(diagnostic, "bad: "),
              "bad: error: mapping.tensor.degree: 3 does not divide 16 [mapping.tensor.divides_heads]\n"
              "    given 3; legal 1, 2\n");
}

TEST(DiagnosticText, cutsLongListsAndValues)
{
    const Diagnostic diagnostic{
        Severity::Warning, Origin::Import, "c", "", "m", std::string(500, 'x'), std::vector<std::string>(40, "7")};
    const std::string text = diagnosticText(diagnostic, "");
    EXPECT_NE(text.find("x…;"), std::string::npos);
    EXPECT_NE(text.find("7, … (40 in all)"), std::string::npos);
    EXPECT_LT(text.size(), 400U);
}

TEST(DiagnosticText, oneLineWithoutLegalValues)
{
    EXPECT_EQ(diagnosticText({Severity::Error, Origin::Import, "c", "", "m", "", {}}, ""), "error: m [c]\n");
    EXPECT_EQ(diagnosticText({Severity::Error, Origin::Import, "c", "", "m", "5", {}}, ""), "error: m [c] (given 5)\n");
}

} // namespace
} // namespace planscope
