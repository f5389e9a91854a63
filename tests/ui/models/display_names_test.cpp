#include "ui/models/display_names.h"

#include "study/study_document.h"

#include <QStringList>

#include <gtest/gtest.h>

namespace planscope::ui {
namespace {

TEST(DisplayNames, AcronymsAreWrittenAsSuch)
{
    EXPECT_EQ(displayName("gemm_workspace"), QStringLiteral("GEMM workspace"));
    EXPECT_EQ(displayName("rope_table"), QStringLiteral("RoPE table"));
    EXPECT_EQ(displayName("loss_mask"), QStringLiteral("Loss mask"));
}

TEST(DisplayNames, EveryChoiceOfACandidateHasAShortNameOfItsOwn)
{
    const auto expectNames = [](const std::vector<std::string>& choices) {
        QStringList names;
        for (const std::string& choice : choices) {
            const QString name = choiceName(choice);
            const bool isDatatype = choice.find("float") != std::string::npos; // is called so everywhere
            EXPECT_EQ(name.toStdString() == choice, isDatatype) << choice;
            EXPECT_LE(name.size(), 26) << choice;
            names << name;
        }
        EXPECT_EQ(names.removeDuplicates(), 0);
    };
    for (const Accounting accounting : {Accounting::Block, Accounting::Whole}) {
        for (const CandidateField field : fieldsOf<CandidateField>(accounting))
            expectNames(choicesOf(accounting, field));
        for (const ModelField field : fieldsOf<ModelField>(accounting))
            expectNames(choicesOf(accounting, field));
    }
}

TEST(DisplayNames, WhatIsNoChoiceStaysAsTyped)
{
    EXPECT_EQ(choiceName("zigzag"), QStringLiteral("zigzag"));
}

} // namespace
} // namespace planscope::ui
