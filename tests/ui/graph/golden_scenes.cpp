#include "golden_scenes.h"

#include "loom_cases.h"
#include "whole_cases.h"

#include "ui/graph/lineage_scene.h"
#include "ui/graph/loom_of_whole_plan.h"
#include "ui/graph/loom_scene.h"

namespace planscope::ui::test {
namespace {

QString placeOf(const QRectF& rect)
{
    return QStringLiteral("%1 %2 %3 x %4").arg(rect.left()).arg(rect.top()).arg(rect.width()).arg(rect.height());
}

/// Columns, headings, each entity with its place and its source, and the corners of each link.
std::string textOf(const LineageScene& scene)
{
    QString text = QStringLiteral("size %1 x %2\n").arg(scene.size().width()).arg(scene.size().height());
    for (const LineageScene::Column& column : scene.columns())
        text += QStringLiteral("column %1 %2 wide, %3 entities\n")
                    .arg(column.left)
                    .arg(column.width)
                    .arg(column.entities);
    for (const LineageScene::Heading& heading : scene.headings())
        text += QStringLiteral("heading %1 %2\n").arg(placeOf(heading.rect), heading.text);
    const QStringList entities = scene.text().split(u'\n', Qt::SkipEmptyParts);
    for (std::size_t k = 0; k < scene.boxes().size(); ++k)
        text += QStringLiteral("box %1 %2\n")
                    .arg(placeOf(scene.boxes()[k].rect), entities.value(static_cast<qsizetype>(k)));
    for (const LineageScene::Link& link : scene.links()) {
        text += QStringLiteral("link");
        for (const QPointF& corner : link.path)
            text += QStringLiteral(" %1,%2").arg(corner.x()).arg(corner.y());
        text += u'\n';
    }
    return text.toStdString();
}

template <class ResultPtr>
std::string lineageOf(const ResultPtr& result)
{
    return textOf(LineageScene(std::make_shared<const LineageGraph>(*result->derivation), {}));
}

std::string loomOfWhole(const whole::CandidateResultPtr& result, const LoomOptions& options = {})
{
    return makeLoomScene(loomOf(*result, lastStageOf(*result)), options).toText();
}

} // namespace

std::string GoldenScene::path() const
{
    return std::string{PLANSCOPE_SOURCE_DIR} + "/tests/golden/ui/" + name + ".txt";
}

const std::vector<GoldenScene>& goldenScenes()
{
    static const std::vector<GoldenScene> scenes{
        {"loom_22b_t8", [] { return makeLoomScene(loomOfBundled("tab5-megatron-22B-full")).toText(); }},
        {"loom_one_rank", [] { return makeLoomScene(loomOfOneRank()).toText(); }},
        {"loom_175b_seqsel", [] { return makeLoomScene(loomOfBundled("tab5-gpt3-175B-seqsel")).toText(); }},
        {"loom_folded",
         [] { return makeLoomScene(loomOfBundled("tab5-gpt3-175B-full"), {0b11, 2, 2}).toText(); }},
        {"lineage_175b_seqsel", [] { return lineageOf(resultOfBundled("tab5-gpt3-175B-seqsel")); }},
        {"loom_llama_70b", [] { return loomOfWhole(wholeResultOfStudy()); }},
        {"loom_llama_70b_copies", [] { return loomOfWhole(wholeResultOfStudy(), {0b01, 2, 2}); }},
        {"loom_whole_175b_full", [] { return loomOfWhole(wholeResultOfGpt3(8, 4, "full")); }},
        {"lineage_llama_70b", [] { return lineageOf(wholeResultOfStudy()); }},
        {"lineage_one_rank", [] { return lineageOf(resultOfOneRank()); }},
    };
    return scenes;
}

} // namespace planscope::ui::test
