#include "frontend/presets.h"
#include "ui/export/report_document.h"

#include <benchmark/benchmark.h>

#include <QApplication>

/// What a person waits for who asks for a report: the pages of a study with two candidates, compared (32 of A4). Run
/// without a display: QT_QPA_PLATFORM=offscreen.
namespace planscope::ui {
namespace {

StudyController& study()
{
    static StudyController controller;
    static const bool isOpen = [] {
        controller.setDocument(*StudyDocument::parse(findPreset(PresetKind::Studies, "gpt3-175B-64xA100")->json));
        controller.waitForResults();
        return true;
    }();
    benchmark::DoNotOptimize(isOpen);
    return controller;
}

/// From results that are there to the bytes of the file: comparison, layout, pages, outline.
void report(benchmark::State& state)
{
    const auto paper = static_cast<Paper>(state.range(0));
    for (auto _ : state)
        benchmark::DoNotOptimize(pdfReport(reportSubjectOf(study(), QStringLiteral("Planscope")), paper));
}
BENCHMARK(report)->Arg(0)->Arg(1)->ArgName("paper")->Unit(benchmark::kMillisecond);

/// The part of it that compares and follows causes to tasks.
void reportSubject(benchmark::State& state)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(reportSubjectOf(study(), QStringLiteral("Planscope")));
}
BENCHMARK(reportSubject)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace planscope::ui

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
