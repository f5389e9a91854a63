#include "ui/models/calculon_collection.h"

#include "ui/models/import_account_model.h"
#include "ui/models/model_roles.h"
#include "ui/models/study_file.h"

#include <QAbstractItemModelTester>

#include <gtest/gtest.h>

namespace planscope::ui {
namespace {

TEST(CalculonCollection, SaysWhatIsMissingUntilAllIsThere)
{
    CalculonCollection files;
    EXPECT_EQ(files.missing().size(), 3U);
    files.put(CalculonFile::System, QStringLiteral("/a/system.json"), "{}");
    EXPECT_EQ(files.missing(), (std::vector{CalculonFile::Model, CalculonFile::Execution}));
    files.put(CalculonFile::Execution, QStringLiteral("/a/run.full.json"), "{}");
    files.put(CalculonFile::Model, QStringLiteral("/a/model.json"), "{}");
    EXPECT_TRUE(files.isComplete());
    EXPECT_TRUE(files.import().caseJson.empty());
    EXPECT_FALSE(files.import().diagnostics.empty());
    files.put(CalculonFile::Model, QStringLiteral("/b/other.json"), "{}");
    EXPECT_EQ(files.pathOf(CalculonFile::Model), QStringLiteral("/b/other.json"));
}

TEST(ImportAccountModel, ObeysTheRulesAndPutsFirstWhatIsToBeLookedAt)
{
    ImportAccountModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setRows({{ImportOutcome::Read, "model.hidden", "8", "model.hidden_size"},
                   {ImportOutcome::Ignored, "system.mem2", "{}", "no offloading"},
                   {ImportOutcome::Refused, "execution.training", "false", "inference is not derived"},
                   {ImportOutcome::Assumed, "model.name", "", "calculon"}});
    ASSERT_EQ(model.rowCount(), 4);
    const auto exact = [&model](int row, ImportAccountModel::Column column) {
        return model.index(row, static_cast<int>(column)).data(ExactRole).toString();
    };
    EXPECT_EQ(exact(0, ImportAccountModel::Column::Outcome), QStringLiteral("refused"));
    EXPECT_EQ(exact(0, ImportAccountModel::Column::Field), QStringLiteral("execution.training"));
    EXPECT_EQ(exact(1, ImportAccountModel::Column::Outcome), QStringLiteral("assumed"));
    EXPECT_EQ(exact(3, ImportAccountModel::Column::Note), QStringLiteral("model.hidden_size"));
    model.setRows({});
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(FileKinds, AreToldApart)
{
    EXPECT_EQ(kindOfFile(R"({"schema": "planscope.reference/1"})"), FileKind::Reference);
    EXPECT_EQ(kindOfFile(R"({"hidden": 8, "seq_size": 8, "attn_heads": 2, "num_blocks": 1})"), FileKind::CalculonModel);
    EXPECT_EQ(kindOfFile(R"({"matrix": {}, "networks": []})"), FileKind::CalculonSystem);
    EXPECT_EQ(kindOfFile(R"({"schema": "planscope.study/9"})"), FileKind::Other);
    EXPECT_EQ(kindOfFile("garbage"), FileKind::Other);
    EXPECT_EQ(calculonFileOf(FileKind::CalculonExecution), CalculonFile::Execution);
    EXPECT_FALSE(calculonFileOf(FileKind::Study));
}

} // namespace
} // namespace planscope::ui
