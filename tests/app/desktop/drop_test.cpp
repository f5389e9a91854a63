#include "window_test.h"

#include "dialog_answerer.h"
#include "frontend/presets.h"
#include "ui/panels/calculon_dialog.h"
#include "ui/panels/editor_panel.h"
#include "ui/panels/field_editor.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QPushButton>
#include <QTest>
#include <QTreeView>

#include <algorithm>

namespace planscope::ui {
namespace {

constexpr const char* modelFile = R"({"hidden": 6144, "feedforward": 24576, "seq_size": 2048, "attn_heads": 64,
    "attn_size": 96, "num_blocks": 48})";
constexpr const char* executionFile = R"({"num_procs": 8, "tensor_par": 8, "pipeline_par": 1, "data_par": 1,
    "tensor_par_net": 0, "pipeline_par_net": 1, "data_par_net": 1, "batch_size": 4, "microbatch_size": 4,
    "datatype": "float16", "fused_activation": false, "attention_type": "multihead", "activation_recompute": "full",
    "pipeline_interleaving": 1, "optimizer_sharding": false, "tensor_par_comm_type": "ar",
    "tensor_par_overlap": "none", "seq_par_ag_redo": false, "data_par_overlap": false, "weight_offload": false,
    "activations_offload": false, "optimizer_offload": false, "training": true})";
constexpr const char* systemFile = R"({
    "matrix": {"float16": {"tflops": 312, "gflops_efficiency": [[128, 0.950], [0, 0.1]]}},
    "vector": {"float16": {"tflops": 78, "gflops_efficiency": [[16, 0.95], [0, 0.1]]}},
    "mem1": {"GiB": 80, "GBps": 2048, "MB_efficiency": [[100, 0.90], [0, 0.3]]},
    "mem2": {"GiB": 512, "GBps": 32, "MB_efficiency": [[0, 0.3]]},
    "processing_mode": "no_overlap",
    "networks": [
        {"bandwidth": 300, "efficiency": 0.65, "size": 8, "latency": 0.00001, "must_be_filled": true,
         "ops": {"p2p": [1.0, null], "reduce_scatter": [1.5, -1], "all_gather": [1.5, -1], "all_reduce": [2.0, -1]},
         "processor_usage": 0.15},
        {"bandwidth": 25, "efficiency": 0.9, "size": 65536, "latency": 2e-5, "must_be_filled": false,
         "ops": {"p2p": [1.0, null], "reduce_scatter": [1.0, 0], "all_gather": [1.0, 0], "all_reduce": [1.0, 0]},
         "processor_usage": 0.02}]})";

class DropTest : public WindowTest {
protected:
    /// Drags the files over a widget and lets go, as a file manager does.
    static void drop(QWidget& onto, const QStringList& paths)
    {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& path : paths)
            urls << QUrl::fromLocalFile(path);
        data.setUrls(urls);
        QDragEnterEvent enter(onto.rect().center(), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&onto, &enter);
        ASSERT_TRUE(enter.isAccepted());
        QDropEvent dropped(onto.rect().center(), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&onto, &dropped);
        QApplication::processEvents();
    }
    void dropOnWindow(const QStringList& paths)
    {
        drop(window(), paths);
        settle();
    }
    QString bundled(PresetKind kind, const char* name)
    {
        return write(QLatin1String(name) + QStringLiteral(".json"),
                     QByteArray::fromStdString(std::string{findPreset(kind, name)->json}));
    }
    CalculonDialog& dialog() { return *window().session().calculonDialog(); }
    QPushButton& openButton()
    {
        const QList<QPushButton*> buttons = dialog().findChildren<QPushButton*>();
        return **std::find_if(buttons.begin(), buttons.end(), [](const QPushButton* button) {
            return button->text().contains(QStringLiteral("study"));
        });
    }
    QAbstractItemModel& account() { return *dialog().findChild<QTreeView*>()->model(); }
};

TEST_F(DropTest, AStudyAndACaseAreOpened)
{
    dropOnWindow({write(QStringLiteral("mine.planscope"),
                        QByteArray::fromStdString(std::string{
                            findPreset(PresetKind::Studies, "gpt3-175B-64xA100")->json}))});
    EXPECT_EQ(study().candidateCount(), 2U);
    dropOnWindow({bundled(PresetKind::Cases, "tab5-gpt3-175B-seqsel")});
    EXPECT_EQ(study().candidateCount(), 1U);
    EXPECT_TRUE(result() && result()->estimate);
}

TEST_F(DropTest, AStudyASystemAndAReferenceAreTakenTogetherInAnyOrder)
{
    const QString reference = write(QStringLiteral("facts.json"), R"({"schema": "planscope.reference/1",
        "facts": {"mlp.expand.forward": {"operations": 309237645312}}})");
    dropOnWindow({reference, bundled(PresetKind::Systems, "h100_80g_nvl8"),
                  bundled(PresetKind::Cases, "tab5-gpt3-175B-seqsel")});
    EXPECT_EQ(study().document().system, "h100_80g_nvl8");
    EXPECT_EQ(study().referenceTitle(), QStringLiteral("facts.json"));
    EXPECT_EQ(result()->system->name, "h100_80g_nvl8");
}

TEST_F(DropTest, OfTwoStudiesOneIsOpenedAndTheOtherIsNamed)
{
    DialogAnswerer dialogs;
    dialogs.press(QMessageBox::Ok);
    dropOnWindow({bundled(PresetKind::Cases, "tab5-gpt3-175B-seqsel"), bundled(PresetKind::Cases, "tab5-megatron-22B-full")});
    ASSERT_EQ(dialogs.seen(), 1);
    EXPECT_TRUE(dialogs.texts().front().contains(QStringLiteral("tab5-megatron-22B-full.json")));
    EXPECT_EQ(study().document().name, "tab5/gpt3-175B_seqsel");
}

TEST_F(DropTest, AFileOfNoKindIsToldWithWhatWasExpected)
{
    openStudy();
    const StudyDocument before = study().document();
    for (const char* content : {"no JSON at all", R"({"schema": "planscope.study/9"})", R"({"some": "thing"})", "[1, 2]"}) {
        DialogAnswerer dialogs;
        dialogs.press(QMessageBox::Ok);
        dropOnWindow({write(QStringLiteral("strange.json"), content)});
        const QString told = dialogs.texts().value(0);
        for (const char* expected : {"strange.json", "planscope.study/1", "planscope.case/1", "planscope.system/1",
                                     "planscope.reference/1", "Calculon"})
            EXPECT_TRUE(told.contains(QLatin1String(expected))) << content << ": " << told.toStdString();
        EXPECT_EQ(study().document(), before);
    }
}

TEST_F(DropTest, CalculonsFilesAreCollectedOneAtATimeInAnyOrder)
{
    dropOnWindow({write(QStringLiteral("a100.json"), systemFile)});
    ASSERT_TRUE(window().session().calculonDialog());
    EXPECT_TRUE(dialog().isVisible());
    EXPECT_TRUE(dialog().status().contains(QStringLiteral("model, execution"))) << dialog().status().toStdString();
    EXPECT_FALSE(openButton().isEnabled());
    drop(dialog(), {write(QStringLiteral("22B.json"), modelFile)});
    EXPECT_TRUE(dialog().status().contains(QStringLiteral("execution")));
    EXPECT_FALSE(dialog().status().contains(QStringLiteral("model")));
    dropOnWindow({write(QStringLiteral("full.json"), executionFile)});
    EXPECT_TRUE(dialog().status().startsWith(QStringLiteral("✓"))) << dialog().status().toStdString();
    EXPECT_FALSE(window().session().isOpen()) << "nothing is opened before it was looked at";

    ASSERT_GT(account().rowCount(), 30);
    EXPECT_TRUE(account().index(0, 0).data().toString().contains(QStringLiteral("assumed"))) << "what to look at is first";
    const QModelIndexList read = account().match(account().index(0, 1), Qt::DisplayRole,
                                                 QStringLiteral("execution.tensor_par"), 1, Qt::MatchExactly);
    ASSERT_EQ(read.size(), 1);
    EXPECT_EQ(read[0].siblingAtColumn(2).data().toString(), QStringLiteral("8"));
    EXPECT_EQ(read[0].siblingAtColumn(3).data().toString(), QStringLiteral("mapping.tensor.degree"));

    openButton().click();
    QApplication::processEvents();
    settle();
    EXPECT_FALSE(dialog().isVisible());
    EXPECT_TRUE(window().session().isOpen());
    EXPECT_EQ(study().document().name, "full");
    EXPECT_EQ(study().document().candidates[0][CandidateField::TensorDegree], "8");
    ASSERT_TRUE(result());
    EXPECT_TRUE(result()->estimate && result()->estimate->modes);
    EXPECT_EQ(result()->derivation->training.mapping().tensor.degree, 8);
}

TEST_F(DropTest, AllThreeInOneDropAreShownBeforeTheyAreOpened)
{
    dropOnWindow({write(QStringLiteral("c.json"), executionFile), write(QStringLiteral("a.json"), systemFile),
                  write(QStringLiteral("b.json"), modelFile)});
    EXPECT_TRUE(dialog().status().startsWith(QStringLiteral("✓")));
    QTreeView* const table = dialog().findChild<QTreeView*>();
    table->setFocus();
    QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
    EXPECT_TRUE(QApplication::clipboard()->text().startsWith(QStringLiteral("outcome\tfield\tvalue\tnote\n")));
}

TEST_F(DropTest, WhatIsRefusedIsNamedAndAnotherFileMendsIt)
{
    QByteArray overlapping(executionFile);
    overlapping.replace("\"tensor_par_overlap\": \"none\"", "\"tensor_par_overlap\": \"ring\"");
    dropOnWindow({write(QStringLiteral("a.json"), systemFile), write(QStringLiteral("b.json"), modelFile),
                  write(QStringLiteral("c.json"), overlapping)});
    EXPECT_TRUE(dialog().status().startsWith(QStringLiteral("✖"))) << dialog().status().toStdString();
    EXPECT_FALSE(openButton().isEnabled());
    EXPECT_TRUE(account().index(0, 0).data().toString().contains(QStringLiteral("refused")));
    EXPECT_EQ(account().index(0, 1).data().toString(), QStringLiteral("execution.tensor_par_overlap"));
    dropOnWindow({write(QStringLiteral("d.json"), executionFile)});
    EXPECT_TRUE(openButton().isEnabled());
}

TEST_F(DropTest, AFileDroppedOnAFieldIsTheWindows)
{
    openStudy();
    QWidget* const control = window().editor()->editor(CandidateField::TensorDegree)->control();
    for (const QWidget* widget = control; widget != &window(); widget = widget->parentWidget())
        EXPECT_FALSE(widget->acceptDrops()) << widget->metaObject()->className();
    for (const QWidget* field : control->findChildren<QWidget*>())
        EXPECT_FALSE(field->acceptDrops()) << field->metaObject()->className();
    EXPECT_TRUE(window().acceptDrops());
}

} // namespace
} // namespace planscope::ui
