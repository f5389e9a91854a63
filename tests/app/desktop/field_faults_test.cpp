#include "editor_fields.h"
#include "window_test.h"

#include "frontend/any_candidate.h"
#include "frontend/case_writer.h"
#include "ui/models/model_roles.h"
#include "ui/models/problems_model.h"
#include "ui/panels/name_set_edit.h"
#include "ui/panels/problems_panel.h"
#include "ui/panels/result_notice.h"
#include "ui/panels/study_panel.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <QTreeView>

#include <set>

namespace planscope::ui {
namespace {

/// Dotted paths of all values below an object.
void collectPaths(const QJsonObject& object, const std::string& prefix, std::set<std::string>& paths)
{
    for (auto member = object.begin(); member != object.end(); ++member) {
        const std::string path = prefix + member.key().toStdString();
        if (member->isObject())
            collectPaths(member->toObject(), path + '.', paths);
        else
            paths.insert(path);
    }
}

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

/// What the engine says of the current candidate as the document states it.
struct Judgement {
    Diagnostics diagnostics;
    bool isDerived = false;
};

/// A diagnostic's path without the element of a list that it may name.
std::string fieldOf(const std::string& path)
{
    return path.empty() || path.back() != ']' ? path : path.substr(0, path.rfind('['));
}

/// On a bundled study of each accounting.
class FieldFaultsTest : public WindowTest, public testing::WithParamInterface<const char*> {
protected:
    FieldFaultsTest()
    {
        openStudy(GetParam());
        // Every field counts: the schedule interleaves.
        study().setCandidateField(0, CandidateField::ScheduleKind,
                                  QStringLiteral("interleaved_one_forward_one_backward"));
        study().undoStack().setClean(); // nothing to ask about, and no step for another edit of the field to join
        settle();
        EXPECT_TRUE(study().currentState()->problems.empty());
        EXPECT_FALSE(study().currentState()->stale);
    }

    Judgement judgement()
    {
        const auto source = CandidateSource::open(study().document().toJson());
        const auto read = readAny(*source, study().currentCandidate());
        if (!read)
            return {read.error(), false};
        const auto derivation = derive(trainingOf(*read));
        if (!derivation)
            return {derivation.error(), false};
        const AnyResult evaluated = evaluate(*read, *derivation);
        return {evaluated.head()->diagnostics, evaluated.history() != nullptr};
    }

    Digest planDigest() { return anyResult().history()->snapshot(IrKind::PortablePlan)->digest(); }

    /// Texts to try, whatever the laws say of them. `typed`: those that the control takes by keys and mouse.
    static QStringList typedTexts(const EditorField& field)
    {
        switch (field.info->kind) {
        case FieldKind::Text: return {QStringLiteral("a \"quoted\" \\ name")};
        case FieldKind::Integer:
            return {{},
                    QStringLiteral("x"),
                    QStringLiteral("-1"),
                    QStringLiteral("0"),
                    QStringLiteral("7"),
                    QStringLiteral("1.5"),
                    QStringLiteral("99999999999999999999")};
        case FieldKind::Boolean: return {QStringLiteral("true"), QStringLiteral("false")};
        case FieldKind::IntegerList:
            return {QStringLiteral("x"), QStringLiteral("8"), QStringLiteral("8, -1"), QStringLiteral("8, 1.5"),
                    QStringLiteral("1, 99999999999999999999")};
        case FieldKind::NameSet: return {QStringLiteral("qkv"), QStringLiteral("fc2")};
        case FieldKind::Choice: break;
        }
        QStringList all;
        const auto* const choices = qobject_cast<const QComboBox*>(field.editor->control());
        for (int k = 0; k < choices->count(); ++k)
            all << choices->itemData(k).toString();
        return all;
    }
    static QStringList statedTexts(const EditorField& field)
    {
        const FieldKind kind = field.info->kind;
        const bool offersFewTexts
            = kind == FieldKind::Boolean || kind == FieldKind::Choice || kind == FieldKind::NameSet;
        return offersFewTexts ? QStringList{QStringLiteral("no such")} : QStringList{};
    }

    /// Tries a text; when it is wrong, everything about a wrong field is looked at. Returns whether it was.
    bool isToldWhenWrong(const EditorField& field, const QString& tried, bool byHand)
    {
        SCOPED_TRACE(field.path + " = \"" + tried.toStdString() + '"');
        const QString before = field.editor->value();
        if (tried == before)
            return false;
        const Digest digest = planDigest();
        const int steps = study().undoStack().index();
        if (const auto* const choices = qobject_cast<const QComboBox*>(field.editor->control()); choices && byHand) {
            // The arrows lead through the choices in between, which may be lawful.
            const int wanted = choices->findData(tried);
            const int last = wanted + (wanted > choices->currentIndex() ? -1 : 1);
            enterValue(*field.editor, choices->itemData(last).toString());
            settle();
        }
        const AnyResult good = anyResult();
        if (byHand)
            pasteValue(*field.editor, tried);
        else
            field.state(tried);
        settle();

        const Judgement judged = judgement();
        QStringList messages, codes;
        for (const Diagnostic& found : judged.diagnostics)
            if ((fieldOf(found.path) == field.path || "candidates[0]." + fieldOf(found.path) == field.path)
                && !messages.contains(text(found.message))) {
                messages << text(found.message);
                codes << text(found.code);
            }
        EXPECT_EQ(field.editor->value(), tried);
        EXPECT_EQ(field.editor->message(),
                  messages.isEmpty() ? QString{} : QStringLiteral("✖ ") + messages.join(QLatin1Char('\n')));
        EXPECT_EQ(field.editor->messageCodes(), codes.join(QLatin1Char('\n')));
        if (!messages.isEmpty()) {
            EXPECT_TRUE(isListed(field, messages.front(), codes.front()));
            EXPECT_TRUE(isReachedByKey(field)) << "F8 does not lead to the field";
            if (judged.isDerived) { // the tiers: the estimate says what is wrong, the derivation stands
                EXPECT_EQ(anyResult().history(), good.history());
            } else {
                EXPECT_EQ(anyResult(), good);
                EXPECT_TRUE(study().currentState()->stale);
                EXPECT_TRUE(saysStale());
            }
        }
        if (study().undoStack().index() > steps)
            press(Qt::Key_Z, Qt::ControlModifier);
        settle();
        EXPECT_EQ(study().undoStack().index(), steps);
        EXPECT_EQ(field.editor->value(), before);
        EXPECT_TRUE(field.editor->message().isEmpty());
        EXPECT_FALSE(study().currentState()->stale);
        EXPECT_FALSE(saysStale());
        EXPECT_EQ(planDigest(), digest);
        return !messages.isEmpty();
    }

    bool isListed(const EditorField& field, const QString& message, const QString& code)
    {
        const QAbstractItemModel& rows = *window().problems()->findChild<QTreeView*>()->model();
        for (int row = 0; row < rows.rowCount(); ++row) {
            const auto exact = [&](ProblemsModel::Column column) {
                return rows.index(row, static_cast<int>(column)).data(ExactRole).toString();
            };
            const std::string path = fieldOf(exact(ProblemsModel::Column::Path).toStdString());
            if ((path == field.path || "candidates[0]." + path == field.path)
                && exact(ProblemsModel::Column::Message) == message && exact(ProblemsModel::Column::Code) == code)
                return true;
        }
        return false;
    }

    /// F8, once for each problem at most.
    bool isReachedByKey(const EditorField& field)
    {
        window().problems()->findChild<QTreeView*>()->setFocus();
        const int rows = window().problems()->findChild<QTreeView*>()->model()->rowCount();
        for (int k = 0; k < rows; ++k) {
            press(Qt::Key_F8);
            const QWidget* const focus = QApplication::focusWidget();
            const QWidget* const control = field.editor->control();
            if (focus == control || (focus != nullptr && control->isAncestorOf(focus)))
                return !field.editor->visibleRegion().isEmpty();
        }
        return false;
    }

    /// Views of whole models may not be drawn yet, but the list of candidates tells of them all.
    bool saysStale()
    {
        if (study().document().accounting == Accounting::Whole)
            return window().studyPanel()->list()->model()->index(0, 0).data(StaleRole).toBool();
        const View& overview = showView("overview");
        for (const ResultNotice* const notice : overview.findChildren<ResultNotice*>())
            if (notice->isVisible() && notice->text().contains(QStringLiteral("Stale")))
                return true;
        return false;
    }
};

TEST_P(FieldFaultsTest, EachFieldThatCanBeWrongSaysSoInTheImportersWords)
{
    for (const EditorField& field : editorFields(*window().editor(), study())) {
        int wrong = 0;
        for (const QString& tried : typedTexts(field))
            wrong += isToldWhenWrong(field, tried, true) ? 1 : 0;
        for (const QString& tried : statedTexts(field))
            wrong += isToldWhenWrong(field, tried, false) ? 1 : 0;
        if (field.info->kind == FieldKind::Text)
            EXPECT_EQ(wrong, 0) << field.path; // a name may be anything
        else
            EXPECT_GT(wrong, 0) << field.path;
    }
}

/// The fields tried above are all that a case can state; its name, its system and its schema have no field.
TEST_P(FieldFaultsTest, TheFieldsAreAllThatACaseStates)
{
    const Accounting accounting = study().document().accounting;
    if (accounting == Accounting::Whole) { // what need not be stated, is
        study().setCandidateField(0, CandidateField::InterleavingGroup, QStringLiteral("4"));
        study().setCandidateField(0, CandidateField::Layout,
                                  text(legalValues(study().document(), 0, CandidateField::Layout).front()));
    }
    const auto source = CandidateSource::open(study().document().toJson());
    const auto read = readAny(*source, 0);
    ASSERT_TRUE(read);
    const std::string written = std::visit([](const auto& own) { return writeCase(own); }, *read);
    const QByteArray bytes{written.data(), static_cast<qsizetype>(written.size())};
    std::set<std::string> stated;
    collectPaths(QJsonDocument::fromJson(bytes).object(), {}, stated);

    std::set<std::string> edited{"schema", "name", "system"};
    const bool isWhole = accounting == Accounting::Whole;
    if (isWhole)
        edited.insert("framework");
    for (const ModelField field : fieldsOf<ModelField>(accounting))
        edited.insert("model." + std::string{infoOf(accounting, field).path});
    for (const WorkloadField field : fieldsOf<WorkloadField>(accounting))
        edited.insert((isWhole ? "" : "workload.") + std::string{infoOf(accounting, field).path});
    for (const CandidateField field : fieldsOf<CandidateField>(accounting))
        edited.insert(field == CandidateField::MicrobatchSize ? "workload.microbatch_size"
                                                              : std::string{infoOf(accounting, field).path});
    EXPECT_EQ(stated, edited);
    for (const EditorField& field : editorFields(*window().editor(), study())) {
        ASSERT_NE(field.editor, nullptr) << field.path;
        EXPECT_FALSE(field.editor->control()->accessibleName().isEmpty()) << field.path;
    }
}

/// A system in place may be wrong too; no field has it, so the editor says it above all fields.
TEST_P(FieldFaultsTest, AWrongSystemIsToldAboveTheFields)
{
    StudyDocument document = study().document();
    document.system = "no such system";
    window().session().open(write(QStringLiteral("wrong.planscope"), QByteArray::fromStdString(document.toJson())));
    settle();
    const Diagnostics problems = study().currentState()->problems;
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems.front().path, "system");
    EXPECT_TRUE(window().editor()->generalMessage().contains(text(problems.front().message)));
}

INSTANTIATE_TEST_SUITE_P(EachAccounting, FieldFaultsTest,
                         testing::Values("gpt3-175B-64xA100", "llama-3-70b-64xH100"),
                         [](const testing::TestParamInfo<const char*>& one) {
                             return std::string{one.index == 0 ? "Block" : "Whole"};
                         });

} // namespace
} // namespace planscope::ui
