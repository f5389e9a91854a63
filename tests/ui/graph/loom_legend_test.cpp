#include "ui/graph/loom_legend.h"

#include "loom_cases.h"
#include "ui/graph/loom_scene.h"

#include <QImage>
#include <QPainter>

#include <gtest/gtest.h>

#include <memory>

namespace planscope::ui {
namespace {

LoomStyle styleOf(const char* name)
{
    const auto input = std::make_shared<const LoomInput>(test::loomOfBundled(name));
    const auto scene = std::make_shared<const LoomScene>(makeLoomScene(*input, {}));
    return {scene, input, Theme{}, LoomLens::PredictedTime, LoomMark::Bar};
}

/// Whether anything but the ground is in the last columns of what the legend draws in that width.
bool touchesTheRightEdge(const LoomLegend& legend, int width)
{
    QImage image(width, static_cast<int>(legend.heightFor(width)), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    legend.paint(painter, image.rect());
    painter.end();
    for (int y = 0; y < image.height(); ++y)
        for (int x = width - 4; x < width; ++x)
            if (image.pixelColor(x, y) != QColor(Qt::white))
                return true;
    return false;
}

TEST(LoomLegend, GoesOnInTheNextLineInsteadOfBeingCut)
{
    const LoomStyle style = styleOf("tab5-gpt3-175B-seqsel");
    const LoomLegend legend(style);
    EXPECT_GT(legend.heightFor(400), legend.heightFor(1600));
    for (const int width : {360, 480, 600, 720, 1600})
        EXPECT_FALSE(touchesTheRightEdge(legend, width)) << width;
}

} // namespace
} // namespace planscope::ui
