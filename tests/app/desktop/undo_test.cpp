#include "dialog_answerer.h"
#include "editor_fields.h"
#include "window_test.h"

#include "frontend/candidate_source.h"
#include "frontend/presets.h"
#include "ui/panels/study_panel.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QTest>
#include <QTreeView>

namespace planscope::ui {
namespace {

/// On a bundled study of each accounting.
class UndoTest : public WindowTest, public testing::WithParamInterface<const char*> {
protected:
    static constexpr int edits = 100;

    UndoTest() { openStudy(GetParam()); }

    std::vector<Digest> derivedDigests()
    {
        std::vector<Digest> digests;
        for (std::size_t k = 0; k < study().candidateCount(); ++k)
            for (const SnapshotPtr& snapshot : study().state(k)->result.history()->history.snapshots)
                digests.push_back(snapshot->digest());
        return digests;
    }

    /// The next text that the field's control can be given and that it does not have.
    QString otherTextOf(const EditorField& field, int edit)
    {
        if (const auto* const choices = qobject_cast<QComboBox*>(field.editor->control()))
            return choices->itemData((choices->currentIndex() + 1) % choices->count()).toString();
        if (qobject_cast<QCheckBox*>(field.editor->control()) != nullptr)
            return field.editor->value() == QLatin1String("true") ? QStringLiteral("false") : QStringLiteral("true");
        if (field.info->kind == FieldKind::Text)
            return QStringLiteral("model %1").arg(edit);
        if (field.info->kind == FieldKind::NameSet)
            return field.editor->value().isEmpty() ? QStringLiteral("fc1") : QString{};
        if (field.info->kind == FieldKind::IntegerList)
            return QStringLiteral("8, %1").arg(edit);
        return QString::number(edit % 3 == 0 ? 1000 + edit : edit); // of all sorts: legal, illegal, too large
    }

    /// Of each field in turn: two edits of one field would be one step.
    void editAField(int edit)
    {
        const std::vector<EditorField> fields = editorFields(*window().editor(), study());
        const auto canChange = [&](const EditorField& field) { // a choice may offer one value alone
            return field.editor->isVisibleTo(window().editor()) && otherTextOf(field, edit) != field.editor->value();
        };
        do
            m_field = (m_field + 1) % fields.size();
        while (!canChange(fields[m_field]));
        enterValue(*fields[m_field].editor, otherTextOf(fields[m_field], edit));
    }

    void editTheCandidates(int edit)
    {
        const auto key = [this](Qt::Key which, Qt::KeyboardModifiers modifiers) {
            window().studyPanel()->list()->setFocus();
            press(which, modifiers);
        };
        DialogAnswerer dialogs;
        switch ((edit / 5 - 1) % 8) {
        case 0: key(Qt::Key_D, Qt::ControlModifier); return;
        case 1:
        case 6: key(study().currentCandidate() == 0 ? Qt::Key_Down : Qt::Key_Up, Qt::AltModifier); return;
        case 2:
            dialogs.enter(QStringLiteral("candidate of edit %1").arg(edit));
            key(Qt::Key_F2, {});
            return;
        case 3: key(Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier); return;
        case 4:
            key(study().currentCandidate() == 0 ? Qt::Key_End : Qt::Key_Home, {}); // another candidate is no edit
            key(study().document().pinnedA == study().currentCandidate() ? Qt::Key_B : Qt::Key_A,
                Qt::ControlModifier | Qt::ShiftModifier);
            return;
        case 5: key(Qt::Key_Delete, Qt::ControlModifier); return;
        default: chooseTheOtherSystem(); return;
        }
    }

    /// A system profile comes as a file.
    void chooseTheOtherSystem()
    {
        for (const Preset& preset : presets(PresetKind::Systems))
            if (preset.name != study().document().system) {
                window().session().open(
                    write(QStringLiteral("system.json"), QByteArray::fromStdString(std::string{preset.json})));
                return;
            }
    }

    std::size_t m_field = 0; ///< edited last
};

TEST_P(UndoTest, AHundredEditsOfAllKindsAreUndoneAndRedoneStepByStep)
{
    const std::vector<Digest> derivedBefore = derivedDigests();
    std::vector<Digest> documents{study().document().digest()};
    std::vector<QString> names;
    for (int edit = 1; edit <= edits; ++edit) {
        if (edit % 5 == 0)
            editTheCandidates(edit);
        else
            editAField(edit);
        ASSERT_EQ(study().undoStack().count(), edit) << study().undoStack().undoText().toStdString();
        documents.push_back(study().document().digest());
        names.push_back(study().undoStack().undoText());
        ASSERT_FALSE(names.back().isEmpty());
    }
    EXPECT_TRUE(window().isWindowModified());

    for (int edit = edits; edit > 0; --edit) {
        ASSERT_EQ(study().undoStack().undoText(), names[static_cast<std::size_t>(edit - 1)]);
        press(Qt::Key_Z, Qt::ControlModifier);
        ASSERT_EQ(study().document().digest(), documents[static_cast<std::size_t>(edit - 1)]) << "undoing " << edit;
    }
    EXPECT_FALSE(study().undoStack().canUndo());
    EXPECT_FALSE(window().isWindowModified());
    settle();
    EXPECT_EQ(derivedDigests(), derivedBefore);

    for (int edit = 1; edit <= edits; ++edit) {
        press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        ASSERT_EQ(study().document().digest(), documents[static_cast<std::size_t>(edit)]) << "redoing " << edit;
    }
    EXPECT_FALSE(study().undoStack().canRedo());
    while (study().undoStack().canUndo())
        press(Qt::Key_Z, Qt::ControlModifier);
    settle();
    EXPECT_EQ(derivedDigests(), derivedBefore);
    for (std::size_t k = 0; k < study().candidateCount(); ++k)
        EXPECT_FALSE(study().state(k)->stale || study().state(k)->running) << k;
}

/// The letters typed in a field are no steps of their own, and the step of another field can be undone from it.
TEST_P(UndoTest, UndoReachesTheStudyFromWhateverFieldHasTheFocus)
{
    const Digest before = study().document().digest();
    const QString modelName = QString::fromStdString(study().document()[ModelField::Name]);
    enterValue(*window().editor()->editor(CandidateField::MicrobatchSize), QStringLiteral("16"));
    enterValue(*window().editor()->editor(ModelField::Name), QStringLiteral("another"));
    window().editor()->editor(WorkloadField::GlobalBatchSize)->control()->setFocus();
    press(Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(window().editor()->editor(ModelField::Name)->value(), modelName);
    press(Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(study().document().digest(), before);
    EXPECT_EQ(study().undoStack().count(), 2);
    EXPECT_EQ(study().undoStack().index(), 0);
}

INSTANTIATE_TEST_SUITE_P(EachAccounting, UndoTest, testing::Values("gpt3-175B-64xA100", "llama-3-70b-64xH100"),
                         [](const testing::TestParamInfo<const char*>& one) {
                             return std::string{one.index == 0 ? "Block" : "Whole"};
                         });

} // namespace
} // namespace planscope::ui
