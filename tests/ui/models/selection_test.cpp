#include "ui/models/selection.h"

#include <QSignalSpy>

#include <gtest/gtest.h>

namespace planscope::ui {
namespace {

EntityKey task(int number)
{
    return {EntityKey::Kind::Task, QString::number(number)};
}

TEST(Selection, WalksThePlacesVisited)
{
    Selection selection;
    QSignalSpy changes{&selection, &Selection::currentChanged};
    selection.select(task(1));
    selection.select(task(1));
    selection.select(task(2));
    EXPECT_EQ(changes.size(), 2);
    selection.goBack();
    EXPECT_EQ(selection.current(), task(1));
    EXPECT_TRUE(selection.canGoForward());
    selection.goForward();
    EXPECT_EQ(selection.current(), task(2));
    selection.goBack();
    selection.select(task(3)); // what lay ahead is gone
    EXPECT_FALSE(selection.canGoForward());
    selection.goBack();
    selection.goBack();
    EXPECT_TRUE(selection.current().isNull());
    EXPECT_FALSE(selection.canGoBack());
    selection.goBack();
}

TEST(Selection, ActivatingSelectsFirst)
{
    Selection selection;
    EntityKey selectedThen;
    QObject::connect(&selection, &Selection::activated,
                     [&](const EntityKey&) { selectedThen = selection.current(); });
    selection.activate(task(1));
    EXPECT_EQ(selectedThen, task(1));
}

TEST(Selection, ItsHistoryIsBounded)
{
    Selection selection;
    for (int k = 0; k < 1000; ++k)
        selection.select(task(k));
    int steps = 0;
    while (selection.canGoBack()) {
        selection.goBack();
        ++steps;
    }
    EXPECT_EQ(steps, 199);
    EXPECT_EQ(selection.current(), task(800));
}

} // namespace
} // namespace planscope::ui
