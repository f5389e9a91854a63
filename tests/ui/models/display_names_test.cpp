#include "ui/models/display_names.h"

#include "study/study_document.h"

#include <QStringList>

#include <gtest/gtest.h>

namespace planscope::ui {
namespace {

TEST(DisplayNames, EveryChoiceOfACandidateHasAShortNameOfItsOwn)
{
    for (std::size_t k = 0; k < candidateFieldCount; ++k) {
        QStringList names;
        for (const std::string& choice : choicesOf(static_cast<CandidateField>(k))) {
            const QString name = choiceName(choice);
            EXPECT_NE(name.toStdString(), choice);
            EXPECT_LE(name.size(), 26) << choice;
            names << name;
        }
        EXPECT_EQ(names.removeDuplicates(), 0);
    }
}

TEST(DisplayNames, WhatIsNoChoiceStaysAsTyped)
{
    EXPECT_EQ(choiceName("zigzag"), QStringLiteral("zigzag"));
}

} // namespace
} // namespace planscope::ui
