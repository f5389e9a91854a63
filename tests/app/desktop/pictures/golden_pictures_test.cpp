#include "golden_pictures.h"
#include "picture_comparison.h"

#include <QDir>

#include <gtest/gtest.h>

namespace planscope::ui::test {
namespace {

class GoldenPictures : public testing::TestWithParam<GoldenPicture> {};

TEST_P(GoldenPictures, LooksAsKept)
{
    const GoldenPicture& picture = GetParam();
    const QImage kept(picture.path());
    ASSERT_FALSE(kept.isNull()) << picture.path().toStdString() << " is missing; --make-golden makes it";
    const QImage seen = painted(picture);
    ASSERT_FALSE(seen.isNull());
    const PictureComparison found = comparePictures(kept, seen);
    if (found.same)
        return;
    const QDir faults(QStringLiteral("picture_faults"));
    faults.mkpath(QStringLiteral("."));
    seen.save(faults.filePath(picture.name() + QStringLiteral(".png")));
    found.marked.save(faults.filePath(picture.name() + QStringLiteral("_marked.png")));
    ADD_FAILURE() << found.text.toStdString() << "\nSee " << faults.absolutePath().toStdString()
                  << ". When the change is meant: --make-golden";
}

INSTANTIATE_TEST_SUITE_P(Each, GoldenPictures, testing::ValuesIn(goldenPictures()),
                         [](const auto& each) { return each.param.name().toStdString(); });

} // namespace

/// Prints a picture by its name where a test fails.
void PrintTo(const GoldenPicture& picture, std::ostream* to)
{
    *to << picture.name().toStdString();
}

namespace {

/// Two paintings of one state must not differ at all, else the kept picture would stand for one of many.
TEST(GoldenPicture, IsPaintedTheSameTwice)
{
    for (const GoldenPicture& picture : goldenPictures()) {
        if (picture.scale > 1)
            continue;
        EXPECT_EQ(painted(picture), painted(picture)) << picture.name().toStdString();
    }
}

QImage recoloured(QImage picture, const QColor& from, const QColor& to)
{
    picture = picture.convertToFormat(QImage::Format_RGB32);
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x)
            if (picture.pixel(x, y) == from.rgb())
                picture.setPixel(x, y, to.rgb());
    return picture;
}

/// A role that changes its colour is seen in the kept picture, even where only pixels of the plain colour change.
TEST(GoldenPicture, TellsEachRoleByItsColour)
{
    const GoldenPicture& overview = goldenPictures().front();
    const QImage kept(overview.path());
    const QImage seen = painted(overview);
    const Theme theme(overview.theme);
    ASSERT_TRUE(comparePictures(kept, seen).same);
    for (const Role role : {Role::Window, Role::Text, Role::Muted, Role::Boundary, Role::TimeForward,
                            Role::MemoryWeights, Role::Line}) {
        const QColor other = theme.color(role).lightness() > 128 ? theme.color(role).darker(130)
                                                                 : theme.color(role).lighter(250);
        EXPECT_FALSE(comparePictures(kept, recoloured(seen, theme.color(role), other)).same)
            << "role " << static_cast<int>(role);
    }
}

/// A strip of the picture shifted by a pixel, as a label would be.
TEST(GoldenPicture, TellsALabelThatMoved)
{
    const GoldenPicture& overview = goldenPictures().front();
    const QImage kept(overview.path());
    QImage seen = painted(overview).convertToFormat(QImage::Format_RGB32);
    ASSERT_TRUE(comparePictures(kept, seen).same);
    const QRect heading(16, 16, 120, 24);
    const QImage label = seen.copy(heading);
    for (int y = 0; y < label.height(); ++y)
        for (int x = 0; x < label.width(); ++x)
            seen.setPixel(heading.left() + x + 1, heading.top() + y, label.pixel(x, y));
    EXPECT_FALSE(comparePictures(kept, seen).same);
}

} // namespace
} // namespace planscope::ui::test
