#include "bundled_candidates.h"

#include "frontend/candidate_source.h"
#include "ui/graph/loom_frame.h"
#include "ui/graph/loom_of_plan.h"
#include "ui/graph/loom_of_whole_plan.h"
#include "ui/graph/loom_search.h"

#include <benchmark/benchmark.h>

#include <QGuiApplication>
#include <QImage>
#include <QPainter>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

/// Full repaints of every visible cell of a loom at 1920×1080, without any cache of earlier frames. p95_ms is the 95th
/// percentile of a frame.
namespace planscope::ui {
namespace {

constexpr QSize screen(1920, 1080);

std::shared_ptr<const LoomInput> input()
{
    static const auto made = std::make_shared<const LoomInput>(loomOf(*evaluate(bench::gpt3())));
    return made;
}

/// A scene of at least that many cells: eight ranks side by side, blocks one below the other.
std::shared_ptr<const LoomScene> sceneOf(std::int64_t cells)
{
    static std::map<std::int64_t, std::shared_ptr<const LoomScene>> known;
    auto& scene = known[cells];
    if (!scene) {
        const auto perBlock = 8 * static_cast<std::int64_t>(input()->tasks.size());
        scene = std::make_shared<const LoomScene>(
            makeLoomScene(*input(), {0, static_cast<int>((cells + perBlock - 1) / perBlock), 8}));
    }
    return scene;
}

/// percent 0: fit.
void frame(benchmark::State& state)
{
    const auto scene = sceneOf(state.range(0));
    const LoomStyle style(scene, input(), Theme(), LoomLens::PredictedTime, LoomMark::Bar);
    const QRectF whole{QPointF(), QSizeF(screen)};
    LoomViewport viewport(LoomFrame::bodyIn(whole, style), scene->size());
    if (state.range(1) > 0)
        viewport.setZoom(static_cast<double>(state.range(1)) / 100, viewport.body().center());
    QImage image(screen, QImage::Format_RGB32);
    std::vector<double> spent;
    for (auto _ : state) {
        const auto begin = std::chrono::steady_clock::now();
        QPainter painter(&image);
        LoomPainter(painter, style, viewport).paint({});
        LoomFrame(painter, style, viewport, whole).paint({});
        painter.end();
        spent.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    }
    std::sort(spent.begin(), spent.end());
    state.counters["cells"] = static_cast<double>(scene->cells().size());
    state.counters["p95_ms"] = spent[spent.size() * 95 / 100];
}
BENCHMARK(frame)->ArgsProduct({{5'000, 20'000, 80'000}, {0, 50, 100}})->Unit(benchmark::kMillisecond);

void layout(benchmark::State& state)
{
    const LoomOptions options = sceneOf(state.range(0))->options();
    for (auto _ : state)
        benchmark::DoNotOptimize(makeLoomScene(*input(), options));
}
BENCHMARK(layout)->Arg(5'000)->Arg(20'000)->Arg(80'000)->Unit(benchmark::kMillisecond);

/// 405B on 16,384 ranks.
void wholeLoom(benchmark::State& state)
{
    constexpr std::string_view json = R"({"schema": "planscope.case/2", "name": "405B", "model": "llama-3.1-405b",
        "workload": {"sequence_length": 8192, "global_batch_size": 2048, "microbatch_size": 1, "datatype": "bfloat16",
                     "hidden_dropout": false, "attention_dropout": false},
        "mapping": {"tensor": {"degree": 8, "sequence_parallel": true},
                    "context": {"degree": 1, "exchange": "all_to_all"},
                    "pipeline": {"degree": 16, "schedule": {"kind": "one_forward_one_backward"},
                                 "layout": [8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 6]},
                    "data": {"degree": 128, "optimizer_sharding": true}, "recompute": "none", "attention": "fused",
                    "loss": "fused", "gradient_datatype": "float32",
                    "vocabulary": {"extra_tokens": 1, "multiple": 128}},
        "system": "h100_80g_nvl8", "network_tiers": {"tensor": 0, "pipeline": 1, "data": 1},
        "framework": "megatron-0.14-te-2.11"})";
    const whole::CandidateResultPtr result = whole::evaluate(*CandidateSource::open(json)->readWhole(0).candidate);
    for (auto _ : state)
        benchmark::DoNotOptimize(makeLoomScene(loomOf(*result, lastStageOf(*result))));
}
BENCHMARK(wholeLoom)->Unit(benchmark::kMillisecond);

void searchKey(benchmark::State& state)
{
    const LoomSearch search(*sceneOf(100'000), *input());
    const QString typed = state.range(0) == 0 ? QStringLiteral("e") : QStringLiteral("gradient block 7 rank 3");
    for (auto _ : state)
        benchmark::DoNotOptimize(search.find(typed));
}
BENCHMARK(searchKey)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace planscope::ui

int main(int argc, char** argv)
{
    const QGuiApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
