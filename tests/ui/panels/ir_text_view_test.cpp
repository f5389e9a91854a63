#include "ui/panels/ir_text_view.h"

#include "shown_study.h"

#include "report/ir_text.h"

#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTest>
#include <QTextBlock>

namespace planscope::ui {
namespace {

class IrText : public ShownStudy {
protected:
    IrText()
        : view(context)
    {
        view.resize(1000, 600);
        view.QWidget::show();
    }
    const IrSnapshot& snapshot(IrKind kind) const { return *study.currentState()->result.block()->derivation->snapshot(kind); }

    IrTextView view;
};

TEST_F(IrText, CanonicalTextIsWhatTheDigestCovers)
{
    for (const IrKind kind : {IrKind::Model, IrKind::Distributed, IrKind::PortablePlan}) {
        view.show(kind, IrTextView::Form::Canonical);
        EXPECT_EQ(Digest::of(view.copyText().toStdString()), snapshot(kind).digest());
        view.show(kind, IrTextView::Form::Detailed);
        EXPECT_EQ(view.text().toStdString(), irText(snapshot(kind), IrTextDetail::Long));
    }
}

TEST_F(IrText, FindsNextPreviousAndCounts)
{
    view.show(IrKind::Distributed, IrTextView::Form::Detailed);
    QLineEdit& search = *view.findChild<QLineEdit*>();
    const QPlainTextEdit& text = *view.findChild<QPlainTextEdit*>();
    search.setText(QStringLiteral("MLP.expand."));
    EXPECT_EQ(view.foundCount(), 4);
    QTest::keyClick(&search, Qt::Key_Return);
    const int first = text.textCursor().selectionStart();
    QTest::keyClick(&search, Qt::Key_Return);
    EXPECT_GT(text.textCursor().selectionStart(), first);
    QTest::keyClick(&search, Qt::Key_Return, Qt::ShiftModifier);
    EXPECT_EQ(text.textCursor().selectionStart(), first);
    QTest::keyClick(&search, Qt::Key_Return, Qt::ShiftModifier); // from the other side
    EXPECT_GT(text.textCursor().selectionStart(), first);
    search.setText(QStringLiteral("no such text"));
    EXPECT_EQ(view.foundCount(), 0);
}

TEST_F(IrText, AClickOnANameSelectsAndASelectionIsMarked)
{
    view.show(IrKind::Distributed, IrTextView::Form::Detailed);
    QPlainTextEdit& text = *view.findChild<QPlainTextEdit*>();
    selection.select(task("mlp.gelu.forward"));
    EXPECT_EQ(text.textCursor().block().text().trimmed().section(QLatin1Char(' '), 0, 0),
              QStringLiteral("mlp.gelu.forward"));
    QTextCursor other = text.document()->find(QStringLiteral("mlp.expand.forward"));
    other.setPosition(other.selectionStart() + 3);
    text.setTextCursor(other);
    QTest::mouseClick(text.viewport(), Qt::LeftButton, {}, text.cursorRect(other).center());
    EXPECT_EQ(selection.current(), task("mlp.expand.forward"));
}

/// An edit right of the boundary changes no text; one left of it does.
TEST_F(IrText, FollowsTheDerivation)
{
    view.show(IrKind::PortablePlan, IrTextView::Form::Canonical);
    const QString before = view.text();
    study.setCandidateField(1, CandidateField::TensorTier, QStringLiteral("1"));
    study.waitForResults();
    EXPECT_EQ(view.text(), before);
    study.setCandidateField(1, CandidateField::MicrobatchSize, QStringLiteral("2"));
    study.waitForResults();
    EXPECT_NE(view.text(), before);
    EXPECT_EQ(Digest::of(view.text().toStdString()), snapshot(IrKind::PortablePlan).digest());
}

} // namespace
} // namespace planscope::ui
