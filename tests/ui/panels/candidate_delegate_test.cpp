#include "shown_whole_study.h"
#include "ui/models/candidate_list_model.h"
#include "ui/models/model_roles.h"
#include "ui/panels/candidate_delegate.h"

#include <QFontMetrics>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>

namespace planscope::ui {
namespace {

class CandidateDelegateTest : public ShownWholeStudy {
protected:
    CandidateDelegateTest()
    {
        delegate.setTheme(theme.theme());
        view.setModel(&model);
        view.setItemDelegate(&delegate);
        view.setRootIsDecorated(false);
        for (int column = 1; column < model.columnCount(); ++column)
            view.hideColumn(column);
        view.resize(320, 200);
        view.show();
    }
    /// The column of the figure that is drawn so far from the right end of the first row's upper line.
    CandidateListModel::Column figureAt(int fromRight)
    {
        const QRect row = view.visualRect(model.index(0, 0));
        QSignalSpy chosen(&delegate, &CandidateDelegate::figureChosen);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, {row.right() - fromRight, row.top() + 8});
        return static_cast<CandidateListModel::Column>(chosen.at(0).at(0).toModelIndex().column());
    }
    QString text(CandidateListModel::Column column) const
    {
        return model.index(0, static_cast<int>(column)).data().toString();
    }

    CandidateListModel model{study};
    CandidateDelegate delegate;
    QTreeView view;
};

TEST_F(CandidateDelegateTest, AWarningStandsBesideTheTimeAndNotInItsPlace)
{
    using Column = CandidateListModel::Column;
    edit(CandidateField::TensorDegree, "4");
    ASSERT_EQ(text(Column::Status), QStringLiteral("warning")) << "the candidate is over the capacity";
    ASSERT_NE(text(Column::IterationTime), QStringLiteral("–"));
    const int time = QFontMetrics(theme.theme().body()).horizontalAdvance(text(Column::IterationTime));
    EXPECT_EQ(figureAt(theme.theme().space(2) + time / 2), Column::IterationTime);
    EXPECT_EQ(figureAt(theme.theme().space(2) + time + theme.theme().space(4)), Column::Status);
    EXPECT_FALSE(model.index(0, static_cast<int>(Column::Status)).data(Qt::ToolTipRole).toString().isEmpty());
}

TEST_F(CandidateDelegateTest, ARefusalTakesThePlaceOfTheTime)
{
    edit(CandidateField::TensorDegree, "3");
    EXPECT_EQ(figureAt(theme.theme().space(4)), CandidateListModel::Column::Status);
}

} // namespace
} // namespace planscope::ui
