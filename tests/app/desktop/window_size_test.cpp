#include "window_test.h"

namespace planscope::ui {
namespace {

class WindowSizeTest : public WindowTest {};

TEST_F(WindowSizeTest, HalfOfAFullHdScreenIsEnough)
{
    constexpr int half = 1920 / 2;
    EXPECT_LE(window().minimumSizeHint().width(), half) << "the start page";
    for (const char* const name : {"gpt3-175B-64xA100", "llama-3-70b-64xH100"}) {
        openStudy(name);
        for (View* const view : window().views())
            view->ensureFresh();
        EXPECT_LE(window().minimumSizeHint().width(), half) << name;
    }
}

TEST_F(WindowSizeTest, ProblemsLeaveTheLayoutAsItIs)
{
    openStudy();
    const QSize views = window().centralWidget()->size();
    study().setCandidateField(0, CandidateField::TensorDegree, QStringLiteral("7"));
    settle();
    EXPECT_EQ(window().centralWidget()->size(), views);
    study().undoStack().undo();
    settle();
    EXPECT_EQ(window().centralWidget()->size(), views);
}

} // namespace
} // namespace planscope::ui
