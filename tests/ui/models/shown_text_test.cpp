#include "sample_study.h"

#include "ui/models/candidate_list_model.h"
#include "ui/models/model_roles.h"
#include "ui/models/problems_model.h"
#include "ui/models/shown_text.h"

#include <gtest/gtest.h>

namespace planscope::ui {
namespace {

TEST(ShownText, EscapesWhatHidesOrReordersText)
{
    EXPECT_EQ(shownText(std::string{"a\x1b[31m\nb"}), QStringLiteral("a\\u001b[31m\\u000ab"));
    EXPECT_EQ(shownText(QStringLiteral("safe \u202egpj.exe")), QStringLiteral("safe \\u202egpj.exe"));
    EXPECT_EQ(shownText(QStringLiteral("naïve, \u91cf")), QStringLiteral("naïve, \u91cf"));
    EXPECT_EQ(shownText(QString(5000, QLatin1Char('x'))).size(), 5000) << "nothing is cut";
}

TEST(ShownText, NamesAreShownEscapedAndKeptAsTheyAre)
{
    StudyController study;
    study.setDocument(sampleStudy());
    const QString name = QStringLiteral("left\u202eright");
    study.renameCandidate(0, name);
    const CandidateListModel list(study);
    const QModelIndex cell = list.index(0, static_cast<int>(CandidateListModel::Column::Name));
    EXPECT_EQ(cell.data(), QStringLiteral("left\\u202eright"));
    EXPECT_EQ(cell.data(Qt::ToolTipRole), cell.data());
    EXPECT_EQ(cell.data(Qt::EditRole), name);
    EXPECT_EQ(cell.data(ExactRole), name);
    EXPECT_EQ(study.undoStack().undoText(), QStringLiteral("Rename candidate to left\\u202eright"));
    study.setCandidateField(0, CandidateField::TensorDegree, QStringLiteral("7"));
    const ProblemsModel problems(study);
    ASSERT_GT(problems.rowCount(), 0);
    EXPECT_EQ(problems.index(0, static_cast<int>(ProblemsModel::Column::Candidate)).data(), cell.data());
}

} // namespace
} // namespace planscope::ui
