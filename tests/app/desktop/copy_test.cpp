#include "window_test.h"

#include "base/exact_digits.h"
#include "ui/panels/editor_panel.h"
#include "ui/panels/field_editor.h"
#include "ui/panels/study_panel.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>
#include <QTreeView>

#include <utility>

namespace planscope::ui {
namespace {

using Table = QList<QStringList>;

/// Reads tab-separated text, quoted cells and all; tables stand apart by an empty line.
QList<Table> tablesOf(const QString& text)
{
    QList<Table> tables{{}};
    QStringList line;
    QString cell;
    bool isQuoted = false;
    for (qsizetype k = 0; k < text.size(); ++k) {
        const QChar c = text[k];
        if (isQuoted) {
            if (c != u'"')
                cell += c;
            else if (k + 1 < text.size() && text[k + 1] == u'"')
                cell += text[++k];
            else
                isQuoted = false;
        } else if (c == u'"' && cell.isEmpty()) {
            isQuoted = true;
        } else if (c == u'\t') {
            line << std::exchange(cell, {});
        } else if (c == u'\n' && line.isEmpty() && cell.isEmpty()) {
            tables << Table{};
        } else if (c == u'\n') {
            line << std::exchange(cell, {});
            tables.back() << std::exchange(line, {});
        } else {
            cell += c;
        }
    }
    return tables;
}

bool isNumber(const QString& text)
{
    bool isIt = false;
    text.toDouble(&isIt);
    return isIt;
}

void expectTables(const QString& text, const std::string& where)
{
    for (const Table& table : tablesOf(text)) {
        ASSERT_GE(table.size(), 2) << where << ": a header and a line, but\n" << text.toStdString();
        for (const QString& heading : table.front())
            EXPECT_FALSE(heading.isEmpty() || isNumber(heading)) << where << ": " << heading.toStdString();
        for (const QStringList& line : table)
            EXPECT_EQ(line.size(), table.front().size()) << where << ": " << line.join(u'|').toStdString();
    }
}

bool isControl(const QWidget* widget)
{
    return qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QComboBox*>(widget)
        || qobject_cast<const QAbstractSpinBox*>(widget) || qobject_cast<const QLineEdit*>(widget)
        || qobject_cast<const QTabBar*>(widget);
}

/// What the keyboard reaches below a widget and shows something.
QList<QWidget*> showingWidgets(QWidget* within)
{
    QList<QWidget*> found;
    for (QWidget* const widget : within->findChildren<QWidget*>())
        if ((widget->focusPolicy() & Qt::TabFocus) != 0 && widget->isVisible() && widget->isEnabled()
            && widget->focusProxy() == nullptr && !isControl(widget))
            found << widget;
    return found;
}

class CopyTest : public WindowTest {
protected:
    CopyTest()
    {
        openStudy();
        window().selection().select({EntityKey::Kind::Task, QStringLiteral("mlp.expand.forward")});
    }

    /// What Ctrl+C takes while that widget has the focus.
    QString copiedFrom(QWidget* widget)
    {
        QApplication::clipboard()->setText(QStringLiteral("untouched"));
        widget->setFocus(Qt::TabFocusReason);
        // As a keyboard gives it: Ctrl and a letter is no letter to find in a list.
        QTest::sendKeyEvent(QTest::Click, QApplication::focusWidget(), Qt::Key_C, QString(QChar(3)), Qt::ControlModifier);
        const QString text = QApplication::clipboard()->text();
        return text == QLatin1String("untouched") ? QString{} : text;
    }
    /// An action of that name in the context menu of a widget, which may be that of one around it.
    static QAction* actionOf(QWidget* widget, const char* name)
    {
        for (; widget != nullptr && !widget->isWindow(); widget = widget->parentWidget())
            if (widget->contextMenuPolicy() == Qt::ActionsContextMenu)
                for (QAction* const action : widget->actions())
                    if (action->objectName() == QLatin1String(name))
                        return action;
        return nullptr;
    }
    /// Goes through all that is in a view or a dock; gives how many things could be copied.
    int copyAllOf(QWidget* within, const std::string& where)
    {
        int copied = 0;
        for (QWidget* const widget : showingWidgets(within)) {
            const std::string name =
                where + ": " + widget->metaObject()->className() + " " + widget->accessibleName().toStdString();
            QString text;
            EXPECT_TRUE(QTest::qWaitFor([&] { return !(text = copiedFrom(widget)).isEmpty(); })) // what is worked out aside
                << name << " copies nothing";
            if (qobject_cast<QPlainTextEdit*>(widget) == nullptr)
                expectTables(text, name);
            ++copied;
            QAction* const copy = actionOf(widget, "copy");
            QAction* const all = actionOf(widget, "copy-all");
            if (qobject_cast<QScrollArea*>(widget) != nullptr && copy == nullptr)
                continue; // a page of cards copies its view
            EXPECT_TRUE(copy && all) << name << " has no menu to copy";
            if (!copy || !all)
                continue;
            copy->trigger();
            EXPECT_EQ(QApplication::clipboard()->text(), text) << name << ": the menu copies the same";
            QApplication::clipboard()->setText(QStringLiteral("untouched"));
            all->trigger();
            EXPECT_NE(QApplication::clipboard()->text(), QStringLiteral("untouched")) << name << ": all is copied too";
        }
        return copied;
    }
    void copyAllViews()
    {
        for (View* const view : window().views()) {
            if (!view->isDrawn())
                continue;
            showView(view->exportName().toLatin1().constData());
            const std::string name = view->exportName().toStdString();
            const auto* const parts = view->findChild<QTabWidget*>();
            for (int part = 0; part < (parts != nullptr ? parts->count() : 1); ++part) {
                if (parts != nullptr && !parts->isTabVisible(part))
                    continue; // says nothing of this study
                if (parts != nullptr)
                    view->findChild<QTabWidget*>()->setCurrentIndex(part);
                view->finish();
                EXPECT_TRUE(QTest::qWaitFor([view] { return !showingWidgets(view).isEmpty(); }))
                    << name << " shows nothing";
                const std::string where = parts != nullptr ? name + ", " + parts->tabText(part).toStdString() : name;
                EXPECT_GT(copyAllOf(view, where), 0) << where << " has nothing that can be copied";
            }
            EXPECT_FALSE(view->copyText().isEmpty()) << name;
        }
    }
    /// The cell below that heading in the line that begins with those cells, in any table of a text.
    static QString valueIn(const QString& text, const QStringList& beginning, const QString& heading)
    {
        for (const Table& table : tablesOf(text))
            for (const QStringList& line : table)
                if (line.mid(0, beginning.size()) == beginning && table.front().contains(heading))
                    return line.value(table.front().indexOf(heading));
        return {};
    }
    static QString digits(double value) { return QString::fromStdString(exactDigits(value)); }
};

TEST_F(CopyTest, EveryViewIsCopiedFromWhateverHasTheFocus)
{
    copyAllViews();
}

TEST_F(CopyTest, EveryViewOfAWholeModelIsCopiedFromWhateverHasTheFocus)
{
    openStudy("llama-3-70b-64xH100");
    window().selection().select({EntityKey::Kind::Stage, QStringLiteral("2")});
    copyAllViews();
}

TEST_F(CopyTest, EveryDockIsCopiedFromWhateverHasTheFocus)
{
    study().setCandidateField(1, CandidateField::TensorDegree, QStringLiteral("5")); // a problem to show
    settle();
    const QList<QDockWidget*> docks = window().findChildren<QDockWidget*>();
    ASSERT_GE(docks.size(), 4);
    for (QDockWidget* const dock : docks) {
        const std::string name = dock->objectName().toStdString();
        if (name == "editor") // has controls alone
            continue;
        EXPECT_GT(copyAllOf(dock->widget(), name), 0) << name << " has nothing that can be copied";
    }
}

TEST_F(CopyTest, TheEditorIsCopiedAsATableOfFieldsFromAControlWithoutText)
{
    const QString text = copiedFrom(window().editor()->editor(CandidateField::FusedActivation)->control());
    expectTables(text, "editor");
    EXPECT_EQ(valueIn(text, {QStringLiteral("mapping.tensor.degree")}, QStringLiteral("value")), QStringLiteral("8"));
    EXPECT_EQ(tablesOf(text).front().size(),
              static_cast<qsizetype>(fieldsOf<CandidateField>(Accounting::Block).size()
                                     + fieldsOf<WorkloadField>(Accounting::Block).size()
                                     + fieldsOf<ModelField>(Accounting::Block).size())
                  + 1);
}

TEST_F(CopyTest, TheWholeViewIsCopiedExactly)
{
    const Estimate& estimate = *result()->estimate;
    const ModeEstimate& evidence = (*estimate.modes)[static_cast<std::size_t>(EstimateMode::SystemEvidence)];
    const QString whole = showView("estimate").copyText();
    const QString value = QStringLiteral("value");
    EXPECT_EQ(valueIn(whole, {QStringLiteral("time.system_evidence.total")}, value), digits(evidence.iteration.total));
    EXPECT_EQ(valueIn(whole, {QStringLiteral("utilisation.system_evidence.samples_per_second")}, value),
              digits(evidence.utilisation.samplesPerSecond));
    EXPECT_EQ(valueIn(whole, {QStringLiteral("forward")}, QStringLiteral("system_evidence_seconds")),
              digits(evidence.iteration.forward));
    EXPECT_EQ(valueIn(whole, {QStringLiteral("weights")}, QStringLiteral("bytes")),
              QString::number(estimate.memory.weights.value()));
    const QString strip = showView("overview").copyText();
    EXPECT_EQ(valueIn(strip, {QStringLiteral("PortablePlanIR"), QStringLiteral("digest")}, value),
              QString::fromStdString(
                  result()->derivation->snapshot(IrKind::PortablePlan)->digest().toString()));
    EXPECT_EQ(valueIn(strip, {QStringLiteral("first_stage"), QStringLiteral("total")}, QStringLiteral("bytes")),
              QString::number(estimate.memory.total.value()));
    const QString system = showView("system").copyText();
    EXPECT_EQ(valueIn(system, {QStringLiteral("matrix.float16.peak")}, value), QStringLiteral("312000000000000"));
    EXPECT_EQ(tablesOf(system).size(), 4) << "peaks, tiers, curves of engines, curve of the memory";
}

TEST_F(CopyTest, TheSelectedTaskIsCopiedAloneAndAllOnDemand)
{
    View& graph = showView("task-graph");
    QWidget* const canvas = showingWidgets(&graph).front();
    const Table one = tablesOf(copiedFrom(canvas)).front();
    ASSERT_EQ(one.size(), 2);
    EXPECT_EQ(one[1][0], QStringLiteral("mlp.expand.forward"));
    EXPECT_TRUE(one[1].contains(QStringLiteral("309237645312")));
    actionOf(canvas, "copy-all")->trigger();
    EXPECT_EQ(tablesOf(QApplication::clipboard()->text()).front().size(),
              static_cast<qsizetype>(result()->derivation->plan().tasks.size()) + 1);
}

TEST_F(CopyTest, CandidatesAreCopiedWithTheirHeadlineNumbers)
{
    actionOf(window().studyPanel()->list(), "copy-all")->trigger();
    const QString text = QApplication::clipboard()->text();
    const auto& modes = *result()->estimate->modes;
    EXPECT_EQ(valueIn(text, {QString::fromStdString(study().document().candidates[0].name)},
                      QStringLiteral("iteration_seconds")),
              digits(modes[1].iteration.total));
    EXPECT_EQ(tablesOf(text).front().size(), static_cast<qsizetype>(study().candidateCount()) + 1);
}

TEST_F(CopyTest, ControlsWithoutTextOfTheirOwnCopyTheirView)
{
    View& view = showView("checkpoints");
    EXPECT_EQ(copiedFrom(view.findChild<QPushButton*>()).toStdString(), view.copyText().toStdString());
}

} // namespace
} // namespace planscope::ui
