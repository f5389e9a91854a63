#include "picture_comparison.h"

#include "ui/theme/theme.h"

#include <QPainter>

#include <gtest/gtest.h>

#include <random>

namespace planscope::ui::test {
namespace {

QImage card(const QPoint& label = {24, 40}, const QColor& color = Theme().color(Role::Text))
{
    const Theme theme;
    QImage picture(320, 200, QImage::Format_RGB32);
    picture.fill(theme.color(Role::Surface));
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.color(Role::Line));
    painter.drawRoundedRect(QRectF(8.5, 8.5, 303, 183), 6, 6);
    painter.setFont(theme.body());
    painter.setPen(color);
    painter.drawText(label, QStringLiteral("66 tasks"));
    return picture;
}

TEST(PictureComparison, AcceptsThePictureItselfAndItsKeptForm)
{
    EXPECT_TRUE(comparePictures(card(), card()).same);
    EXPECT_EQ(comparePictures(card(), card()).differing, 0);
    EXPECT_EQ(comparePictures(forKeeping(card()), card()).differing, 0);
}

TEST(PictureComparison, AcceptsWhatRoundingDoes)
{
    QImage other = card();
    std::mt19937 random(1);
    for (int y = 0; y < other.height(); ++y)
        for (int x = 0; x < other.width(); ++x) {
            const QColor was = other.pixelColor(x, y);
            const auto shifted = [&random](int channel) {
                return std::clamp(channel + static_cast<int>(random() % 17) - 8, 0, 255);
            };
            other.setPixelColor(x, y, QColor(shifted(was.red()), shifted(was.green()), shifted(was.blue())));
        }
    for (int k = 0; k < 20; ++k) // and a few pixels far apart, by much
        other.setPixelColor(16 * k, 10 * k, Qt::black);
    EXPECT_TRUE(comparePictures(card(), other).same);
}

TEST(PictureComparison, RejectsALabelThatMovedByAPixel)
{
    for (const QPoint& moved : {QPoint(25, 40), QPoint(24, 41)}) {
        const PictureComparison found = comparePictures(card(), card(moved));
        EXPECT_FALSE(found.same);
        EXPECT_FALSE(found.marked.isNull());
    }
}

TEST(PictureComparison, RejectsALabelInTheColourOfAnotherRole)
{
    for (const Role role : {Role::Muted, Role::Accent, Role::Error, Role::Ok})
        EXPECT_FALSE(comparePictures(card(), card({24, 40}, Theme().color(role))).same) << static_cast<int>(role);
}

/// Less than a pixel's tolerance, but everywhere.
TEST(PictureComparison, RejectsAGroundInTheColourOfAnotherRole)
{
    QImage other = card();
    const QRgb surface = Theme().color(Role::Surface).rgb();
    for (int y = 0; y < other.height(); ++y)
        for (int x = 0; x < other.width(); ++x)
            if (other.pixel(x, y) == surface)
                other.setPixel(x, y, Theme().color(Role::Window).rgb());
    const PictureComparison found = comparePictures(card(), other);
    EXPECT_EQ(found.differing, 0);
    EXPECT_FALSE(found.same);
}

TEST(PictureComparison, KeepsManyColoursAsTheyAre)
{
    QImage rainbow(64, 64, QImage::Format_RGB32);
    for (int y = 0; y < 64; ++y)
        for (int x = 0; x < 64; ++x)
            rainbow.setPixel(x, y, qRgb(4 * x, 4 * y, 2 * (x + y)));
    EXPECT_EQ(forKeeping(rainbow), rainbow);
    EXPECT_EQ(forKeeping(card()).format(), QImage::Format_Indexed8);
}

TEST(PictureComparison, RejectsAnotherSizeAndNoPicture)
{
    EXPECT_FALSE(comparePictures(card().copy(0, 0, 319, 200), card()).same);
    EXPECT_FALSE(comparePictures({}, card()).same);
}

} // namespace
} // namespace planscope::ui::test
