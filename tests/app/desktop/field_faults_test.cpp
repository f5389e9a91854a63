#include "editor_fields.h"
#include "window_test.h"

#include "frontend/candidate_source.h"
#include "frontend/case_writer.h"
#include "ui/models/model_roles.h"
#include "ui/models/problems_model.h"
#include "ui/panels/problems_panel.h"
#include "ui/panels/result_notice.h"

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

class FieldFaultsTest : public WindowTest {
protected:
    FieldFaultsTest()
    {
        openStudy();
        // Every field counts: the schedule interleaves.
        study().setCandidateField(0, CandidateField::ScheduleKind,
                                  QStringLiteral("interleaved_one_forward_one_backward"));
        settle();
        EXPECT_TRUE(study().currentState()->problems.empty());
        EXPECT_FALSE(study().currentState()->stale);
    }

    Judgement judgement()
    {
        const auto source = CandidateSource::open(study().document().toJson());
        const ReadCandidate read = source->read(study().currentCandidate());
        if (!read.candidate)
            return {read.candidate.error(), false};
        const CandidateResultPtr evaluated = evaluate(*read.candidate);
        return {evaluated->diagnostics, evaluated->derivation != nullptr};
    }

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
        const bool offersFewTexts = field.info->kind == FieldKind::Boolean || field.info->kind == FieldKind::Choice;
        return offersFewTexts ? QStringList{QStringLiteral("no such")} : QStringList{};
    }

    /// Tries a text; when it is wrong, everything about a wrong field is looked at. Returns whether it was.
    bool isToldWhenWrong(const EditorField& field, const QString& tried, bool byHand)
    {
        SCOPED_TRACE(field.path + " = \"" + tried.toStdString() + '"');
        const QString before = field.editor->value();
        if (tried == before)
            return false;
        const Digest digest = result()->derivation->snapshot(IrKind::PortablePlan)->digest();
        const int steps = study().undoStack().index();
        if (const auto* const choices = qobject_cast<const QComboBox*>(field.editor->control()); choices && byHand) {
            // The arrows lead through the choices in between, which may be lawful.
            const int wanted = choices->findData(tried);
            const int last = wanted + (wanted > choices->currentIndex() ? -1 : 1);
            enterValue(*field.editor, choices->itemData(last).toString());
            settle();
        }
        const CandidateResultPtr good = result();
        if (byHand)
            pasteValue(*field.editor, tried);
        else
            field.state(tried);
        settle();

        const Judgement judged = judgement();
        QStringList messages, codes;
        for (const Diagnostic& found : judged.diagnostics)
            if ((found.path == field.path || "candidates[0]." + found.path == field.path)
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
                EXPECT_EQ(result()->derivation, good->derivation);
            } else {
                EXPECT_EQ(result(), good);
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
        EXPECT_EQ(result()->derivation->snapshot(IrKind::PortablePlan)->digest(), digest);
        return !messages.isEmpty();
    }

    bool isListed(const EditorField& field, const QString& message, const QString& code)
    {
        const QAbstractItemModel& rows = *window().problems()->findChild<QTreeView*>()->model();
        for (int row = 0; row < rows.rowCount(); ++row) {
            const auto exact = [&](ProblemsModel::Column column) {
                return rows.index(row, static_cast<int>(column)).data(ExactRole).toString();
            };
            const std::string path = exact(ProblemsModel::Column::Path).toStdString();
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
            if (QApplication::focusWidget() == field.editor->control())
                return !field.editor->visibleRegion().isEmpty();
        }
        return false;
    }

    bool saysStale()
    {
        const View& overview = showView("overview");
        for (const ResultNotice* const notice : overview.findChildren<ResultNotice*>())
            if (notice->isVisible() && notice->text().contains(QStringLiteral("Stale")))
                return true;
        return false;
    }
};

TEST_F(FieldFaultsTest, EachFieldThatCanBeWrongSaysSoInTheImportersWords)
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
TEST_F(FieldFaultsTest, TheFieldsAreAllThatACaseStates)
{
    const auto source = CandidateSource::open(study().document().toJson());
    const std::string written = writeCase(*source->read(0).candidate);
    const QByteArray bytes{written.data(), static_cast<qsizetype>(written.size())};
    std::set<std::string> stated;
    collectPaths(QJsonDocument::fromJson(bytes).object(), {}, stated);

    std::set<std::string> edited{"schema", "name", "system"};
    for (std::size_t k = 0; k < modelFieldCount; ++k)
        edited.insert("model." + std::string{infoOf(static_cast<ModelField>(k)).path});
    for (std::size_t k = 0; k < workloadFieldCount; ++k)
        edited.insert("workload." + std::string{infoOf(static_cast<WorkloadField>(k)).path});
    for (std::size_t k = 0; k < candidateFieldCount; ++k) {
        const auto field = static_cast<CandidateField>(k);
        edited.insert(field == CandidateField::MicrobatchSize ? "workload.microbatch_size"
                                                              : std::string{infoOf(field).path});
    }
    EXPECT_EQ(stated, edited);
    for (const EditorField& field : editorFields(*window().editor(), study())) {
        ASSERT_NE(field.editor, nullptr) << field.path;
        EXPECT_FALSE(field.editor->control()->accessibleName().isEmpty()) << field.path;
    }
}

/// A system in place may be wrong too; no field has it, so the editor says it above all fields.
TEST_F(FieldFaultsTest, AWrongSystemIsToldAboveTheFields)
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

} // namespace
} // namespace planscope::ui
