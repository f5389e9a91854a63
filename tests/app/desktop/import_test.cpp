#include "window_test.h"

#include "ui/panels/import_dialog.h"

#include <QApplication>
#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeView>

#include <stdexcept>

namespace planscope::ui {
namespace {

constexpr const char* llama = R"({"model_type": "llama", "hidden_size": 4096, "intermediate_size": 14336,
    "num_attention_heads": 32, "num_key_value_heads": 8, "num_hidden_layers": 32, "vocab_size": 128256,
    "max_position_embeddings": 8192, "rms_norm_eps": 1e-5, "hidden_act": "silu", "attention_bias": false,
    "tie_word_embeddings": false, "torch_dtype": "bfloat16"})";
constexpr const char* script = R"(torchrun pretrain_gpt.py --num-layers 32 --hidden-size 4096 --ffn-hidden-size 14336 \
    --num-attention-heads 32 --group-query-attention --num-query-groups 8 --swiglu --normalization RMSNorm \
    --disable-bias-linear --untie-embeddings-and-output-weights --position-embedding-type rope --seq-length $SEQ \
    --max-position-embeddings 8192 --micro-batch-size 1 --global-batch-size 64 --tensor-model-parallel-size 4 \
    --tokenizer-type NullTokenizer --vocab-size 128256 --bf16 --use-distributed-optimizer --overlap-grad-reduce)";

class ImportTest : public WindowTest {
protected:
    void take(const QString& name, const QByteArray& bytes)
    {
        window().session().take({write(name, bytes)});
        QApplication::processEvents();
    }
    ImportDialog& dialog() { return *window().session().importDialog(); }
    QLineEdit& entry(const char* label)
    {
        for (QLineEdit* const edit : dialog().findChildren<QLineEdit*>())
            if (edit->accessibleName() == QLatin1String(label))
                return *edit;
        throw std::logic_error(label);
    }
    void click(const char* text)
    {
        for (QPushButton* const button : dialog().findChildren<QPushButton*>())
            if (button->text() == QLatin1String(text)) {
                ASSERT_TRUE(button->isEnabled()) << dialog().status().toStdString();
                button->click();
            }
        QApplication::processEvents();
        settle();
    }
};

TEST_F(ImportTest, AConfigurationBecomesAStudyWithWhatWasSaidBesideIt)
{
    take(QStringLiteral("config.json"), llama);
    ASSERT_TRUE(dialog().isVisible());
    EXPECT_TRUE(dialog().status().startsWith(QStringLiteral("✓"))) << dialog().status().toStdString();
    EXPECT_EQ(entry("Sequence length").placeholderText(), QStringLiteral("4096: the default"));
    EXPECT_TRUE(dialog().consequence().isEmpty()) << "no study is open";
    entry("Tensor parallel").setText(QStringLiteral("4"));
    entry("Global batch size").setText(QStringLiteral("16"));
    click("Open as a study");
    const StudyDocument& document = study().document();
    EXPECT_EQ(document.accounting, Accounting::Whole);
    EXPECT_EQ(document[ModelField::Name], "llama-3-8b");
    EXPECT_EQ(document[WorkloadField::GlobalBatchSize], "16");
    EXPECT_EQ(document.candidates.front()[CandidateField::TensorDegree], "4");
    EXPECT_TRUE(anyResult().whole() && anyResult().whole()->estimate);
    EXPECT_TRUE(window().session().path().isEmpty());
}

TEST_F(ImportTest, ACandidateIsAddedToAnOpenStudyOfWholeModelsAndUndone)
{
    openStudy("llama-3-70b-64xH100");
    const StudyDocument before = study().document();
    take(QStringLiteral("config.json"), llama);
    EXPECT_EQ(entry("Sequence length").placeholderText(), QStringLiteral("8192: the open candidate"));
    EXPECT_TRUE(dialog().consequence().contains(QStringLiteral("share: model")));
    click("Add to the open study");
    EXPECT_EQ(study().candidateCount(), before.candidates.size() + 1);
    EXPECT_EQ(study().currentCandidate(), before.candidates.size());
    EXPECT_EQ(study().document()[ModelField::Name], "llama-3-8b");
    EXPECT_EQ(study().document().workload, before.workload);
    EXPECT_EQ(study().undoStack().undoText(), QStringLiteral("Import llama-3-8b"));
    study().undoStack().undo();
    EXPECT_EQ(study().document(), before);
}

TEST_F(ImportTest, AStudyOfEqualBlocksIsReplacedNotMixed)
{
    openStudy();
    take(QStringLiteral("config.json"), llama);
    for (const QPushButton* const button : dialog().findChildren<QPushButton*>())
        EXPECT_FALSE(button->isVisible() && button->text().startsWith(QStringLiteral("Add")));
    click("Open as a study");
    EXPECT_EQ(study().document().accounting, Accounting::Whole);
    EXPECT_EQ(study().candidateCount(), 1U);
}

TEST_F(ImportTest, AScriptNeedsItsVariablesAndTheTickForOverlap)
{
    take(QStringLiteral("train.sh"), script);
    EXPECT_TRUE(dialog().status().startsWith(QStringLiteral("✖"))) << dialog().status().toStdString();
    entry("Variables").setText(QStringLiteral("SEQ 8192"));
    EXPECT_TRUE(dialog().status().contains(QStringLiteral("NAME=VALUE"))) << dialog().status().toStdString();
    entry("Variables").setText(QStringLiteral("SEQ=8192"));
    EXPECT_TRUE(dialog().status().contains(QStringLiteral("--overlap-grad-reduce"))) << dialog().status().toStdString();
    auto* const overlap = dialog().findChild<QCheckBox*>();
    ASSERT_FALSE(overlap->isChecked()) << "never left out unasked";
    overlap->setChecked(true);
    EXPECT_TRUE(dialog().status().startsWith(QStringLiteral("✓"))) << dialog().status().toStdString();
    entry("Ranks").setText(QStringLiteral("many"));
    EXPECT_TRUE(dialog().status().contains(QStringLiteral("many")));
    entry("Ranks").setText(QStringLiteral("64"));
    click("Open as a study");
    EXPECT_EQ(study().document()[WorkloadField::SequenceLength], "8192");
    EXPECT_EQ(study().document().candidates.front()[CandidateField::DataDegree], "16");
}

TEST_F(ImportTest, WhatIsNotDenseIsRefusedByName)
{
    const QByteArray mixture = QByteArray(llama).replace("\"hidden_act\"", "\"num_local_experts\": 8, \"hidden_act\"");
    take(QStringLiteral("config.json"), mixture);
    EXPECT_TRUE(dialog().status().contains(QStringLiteral("num_local_experts"))) << dialog().status().toStdString();
    EXPECT_TRUE(dialog().status().contains(QStringLiteral("(1 reason below)"))) << dialog().status().toStdString();
    const QAbstractItemModel& account = *dialog().findChild<QTreeView*>()->model();
    EXPECT_TRUE(account.index(0, 0).data().toString().startsWith(QStringLiteral("✖")));
    for (const QPushButton* const button : dialog().findChildren<QPushButton*>())
        EXPECT_TRUE(button->text() == QStringLiteral("Cancel") || !button->isVisible() || !button->isEnabled())
            << button->text().toStdString();
}

TEST_F(ImportTest, SaysHowManyLawsACaseBreaks)
{
    take(QStringLiteral("config.json"),
         QByteArray(llama).replace("\"num_key_value_heads\": 8", "\"num_key_value_heads\": 7"));
    EXPECT_TRUE(dialog().status().contains(QStringLiteral("breaks 1 law;"))) << dialog().status().toStdString();
}

} // namespace
} // namespace planscope::ui
