#include "ui/panels/editor_panel.h"

#include "frontend/presets.h"
#include "ui/panels/field_editor.h"
#include "ui/panels/name_set_edit.h"
#include "ui/panels/view_cover.h"

#include <QCheckBox>
#include <QFocusEvent>
#include <QLineEdit>
#include <QTest>

#include <gtest/gtest.h>

namespace planscope::ui {
namespace {

StudyDocument bundled(const char* name)
{
    return *StudyDocument::parse(findPreset(PresetKind::Studies, name)->json);
}

class WholeStudyPanelsTest : public testing::Test {
protected:
    WholeStudyPanelsTest()
    {
        study.setDocument(bundled("llama-3-70b-64xH100"));
        study.waitForResults();
    }

    StudyController study;
    Selection selection;
    ThemeHolder theme;
    ViewContext context{&study, &selection, &theme};
};

/// Draws no more than it is made to.
class DrawingView final : public View {
public:
    DrawingView(const ViewContext& context, bool ofWhole) : View(context, nullptr), m_ofWhole(ofWhole) {}

    QString title() const override { return QStringLiteral("Drawing"); }
    QString exportName() const override { return QStringLiteral("drawing"); }
    QString copyText() const override { return {}; }
    bool draws(Accounting accounting) const override { return m_ofWhole || View::draws(accounting); }
    bool hasBlock() const { return result() != nullptr; }
    bool hasWhole() const { return wholeResult() != nullptr; }
    const ViewCover* cover() const { return findChild<ViewCover*>(); }

protected:
    void refresh() override {}
    void showSelection(const EntityKey&) override {}

private:
    bool m_ofWhole;
};

TEST_F(WholeStudyPanelsTest, AViewOfOneBlockSaysThatItIs)
{
    DrawingView view{context, false};
    view.show();
    EXPECT_FALSE(view.hasWhole() || view.hasBlock());
    ASSERT_TRUE(view.cover());
    EXPECT_TRUE(view.cover()->isVisible());
    EXPECT_EQ(view.cover()->geometry(), view.rect());
    EXPECT_TRUE(view.cover()->text().startsWith(QStringLiteral("Drawing is drawn for one-block studies\n")));
    view.resize(900, 700);
    EXPECT_EQ(view.cover()->geometry(), view.rect());

    study.setDocument(bundled("gpt3-175B-64xA100"));
    study.waitForResults();
    EXPECT_FALSE(view.cover()->isVisible());
    EXPECT_TRUE(view.hasBlock());
}

TEST_F(WholeStudyPanelsTest, AViewThatDrawsWholeModelsHasTheirResults)
{
    DrawingView view{context, true};
    view.show();
    EXPECT_EQ(view.cover(), nullptr);
    EXPECT_TRUE(view.hasWhole());
    EXPECT_FALSE(view.hasBlock());
}

TEST_F(WholeStudyPanelsTest, TheEditorHasTheFieldsOfTheAccounting)
{
    EditorPanel panel{context};
    ASSERT_TRUE(panel.editor(ModelField::KeyValueHeads));
    EXPECT_EQ(panel.editor(ModelField::KeyValueHeads)->value(), QStringLiteral("8"));
    EXPECT_EQ(panel.editor(ModelField::SequenceLength), nullptr);
    EXPECT_EQ(panel.editor(WorkloadField::SequenceLength)->value(), QStringLiteral("8192"));
    EXPECT_EQ(panel.frameworkEditor()->value(), QStringLiteral("megatron-0.14-te-2.11"));
    EXPECT_EQ(panel.copyText().count(QLatin1Char('\n')), 1 + 21 + 1 + 5 + 15);

    study.setDocument(bundled("gpt3-175B-64xA100"));
    EXPECT_EQ(panel.editor(ModelField::KeyValueHeads), nullptr);
    EXPECT_EQ(panel.frameworkEditor(), nullptr);
    EXPECT_EQ(panel.editor(ModelField::SequenceLength)->value(), QStringLiteral("2048"));
    study.setDocument(bundled("llama-3-70b-64xH100"));
    EXPECT_EQ(panel.editor(CandidateField::ContextExchange)->value(), QStringLiteral("all_to_all"));
}

TEST_F(WholeStudyPanelsTest, ALayoutIsReadFromItsBeginningAndWholeInTheTip)
{
    study.setModel(bundledModel(Accounting::Whole, *findPreset(PresetKind::WholeModels, "llama-3.1-405b")));
    EditorPanel panel{context};
    study.setCandidateField(0, CandidateField::PipelineDegree, QStringLiteral("4"));
    FieldEditor& layout = *panel.editor(CandidateField::Layout);
    auto& line = dynamic_cast<QLineEdit&>(*layout.control());
    EXPECT_TRUE(panel.editor(CandidateField::PipelineDegree)
                    ->message()
                    .contains(QStringLiteral("stages of unequal blocks are lawful with a stated layout")));
    study.setCandidateField(0, CandidateField::Layout, QStringLiteral("32, 32, 31, 31"));
    EXPECT_EQ(line.cursorPosition(), 0);
    EXPECT_TRUE(line.toolTip().contains(QStringLiteral("32, 32, 31, 31"))) << line.toolTip().toStdString();
    EXPECT_TRUE(layout.message().isEmpty()) << layout.message().toStdString();

    line.selectAll();
    QTest::keyClicks(&line, QStringLiteral("126x1"));
    EXPECT_TRUE(line.toolTip().contains(QStringLiteral("126x1")));
    EXPECT_EQ(layout.message(),
              QStringLiteral("✖ a list of 4 numbers separated by commas with the sum 126 is expected, not a string"));
    QFocusEvent left(QEvent::FocusOut, Qt::TabFocusReason);
    QCoreApplication::sendEvent(&line, &left);
    EXPECT_EQ(line.cursorPosition(), 0);
}

TEST_F(WholeStudyPanelsTest, BiasIsTickedBoxByBox)
{
    EditorPanel panel{context};
    FieldEditor& bias = *panel.editor(ModelField::Bias);
    auto& boxes = dynamic_cast<NameSetEdit&>(*bias.control());
    ASSERT_EQ(boxes.boxes().size(), 4U);
    boxes.boxes()[2]->click();
    boxes.boxes()[0]->click();
    EXPECT_EQ(study.document()[ModelField::Bias], "qkv, fc1");
    study.setModelField(ModelField::Bias, QStringLiteral("fc1, odd"));
    ASSERT_EQ(boxes.boxes().size(), 5U) << "a wrong name stays to be seen";
    EXPECT_TRUE(boxes.boxes()[4]->isChecked());
    EXPECT_FALSE(bias.message().isEmpty());
    boxes.boxes()[4]->click();
    EXPECT_EQ(study.document()[ModelField::Bias], "fc1");
    EXPECT_EQ(boxes.boxes().size(), 4U);
    EXPECT_TRUE(bias.message().isEmpty());
    study.undoStack().undo();
    study.undoStack().undo();
    EXPECT_TRUE(study.document()[ModelField::Bias].empty());
    EXPECT_FALSE(boxes.boxes()[2]->isChecked());
}

TEST_F(WholeStudyPanelsTest, AnEmptyLayoutProposesTheEvenOne)
{
    EditorPanel panel{context};
    const auto& line = dynamic_cast<QLineEdit&>(*panel.editor(CandidateField::Layout)->control());
    EXPECT_EQ(line.placeholderText(), QStringLiteral("even: 20, 20, 20, 20"));
    study.setCandidateField(0, CandidateField::PipelineDegree, QStringLiteral("3"));
    EXPECT_EQ(line.placeholderText(), QStringLiteral("even: 27, 27, 26"));
}

TEST_F(WholeStudyPanelsTest, AWarningIsNoError)
{
    EditorPanel panel{context};
    study.setCandidateField(0, CandidateField::TensorDegree, QStringLiteral("4"));
    study.setCandidateField(0, CandidateField::ContextDegree, QStringLiteral("2"));
    study.waitForResults();
    const FieldEditor& degree = *panel.editor(CandidateField::ContextDegree);
    EXPECT_TRUE(degree.message().startsWith(QStringLiteral("▲ ")));
    EXPECT_EQ(degree.messageCodes(), QStringLiteral("time.context_not_costed"));
    study.setCandidateField(0, CandidateField::ContextDegree, QStringLiteral("3"));
    study.waitForResults();
    EXPECT_TRUE(degree.message().startsWith(QStringLiteral("✖ ")));
}

TEST_F(WholeStudyPanelsTest, AProblemLeadsToItsField)
{
    EditorPanel panel{context};
    panel.resize(400, 600);
    panel.show();
    panel.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&panel));
    EXPECT_TRUE(panel.focusPath(QStringLiteral("framework"), 0));
    EXPECT_TRUE(panel.frameworkEditor()->control()->hasFocus());
    EXPECT_TRUE(panel.focusPath(QStringLiteral("model.bias[1]"), 0));
    EXPECT_TRUE(panel.editor(ModelField::Bias)->control()->hasFocus());
    EXPECT_TRUE(panel.focusPath(QStringLiteral("candidates[1].mapping.pipeline.layout[2]"), 0));
    EXPECT_EQ(study.currentCandidate(), 1U);
    EXPECT_TRUE(panel.editor(CandidateField::Layout)->control()->hasFocus());
    EXPECT_FALSE(panel.focusPath(QStringLiteral("memory.peak"), 0));
}

} // namespace
} // namespace planscope::ui
