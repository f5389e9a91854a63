#include "frontend/presets.h"
#include "study/study_document.h"
#include "ui/charts/parallel_chart.h"
#include "ui/sweep/space_editor.h"
#include "ui/sweep/sweep_table.h"
#include "ui/sweep/sweep_table_model.h"
#include "ui/sweep/sweep_view.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cstdio>
#include <vector>

/// What a person waits for at a sweep: its first points, a brush over a few thousand, the frames of a table of a
/// million rows that is scrolled, the end of one that is cancelled. Prints figures and judges none.
///
///     sweep_view_bench
namespace planscope::ui::bench {
namespace {

class Sweeper {
public:
    Sweeper()
    {
        m_study.setDocument(*StudyDocument::parse(findPreset(PresetKind::Studies, "gpt3-175B-64xA100")->json));
        m_study.waitForResults();
        m_view.resize(1600, 1000);
        m_view.show();
        QCoreApplication::processEvents();
    }

    SweepView& view() { return m_view; }

    /// All fields open: more mappings than the view holds.
    void widen()
    {
        SpaceDraft draft = m_view.editor()->draft();
        for (const SpaceField field :
             {SpaceField::WorldSize, SpaceField::TensorTier, SpaceField::PipelineTier, SpaceField::DataTier})
            draft[field] = QStringLiteral("all");
        draft[SpaceField::FusedActivation] = QStringLiteral("off, on");
        draft[SpaceField::WithinCapacity] = QStringLiteral("false");
        m_view.editor()->setDraft(draft);
        Q_EMIT m_view.editor()->edited();
    }
    /// Until the view shows another picture, and has painted it.
    double untilPictured(const std::function<void()>& act)
    {
        QSignalSpy pictured(&m_view, &SweepView::pictured);
        QElapsedTimer timer;
        timer.start();
        act();
        if (pictured.isEmpty())
            pictured.wait(20000);
        m_view.repaint();
        return static_cast<double>(timer.nsecsElapsed()) / 1e6;
    }

private:
    StudyController m_study;
    Selection m_selection;
    ThemeHolder m_theme;
    ViewContext m_context{&m_study, &m_selection, &m_theme};
    SweepView m_view{m_context};
};

void print(const char* what, std::vector<double> times)
{
    std::sort(times.begin(), times.end());
    std::printf("%-46s %4zu   p50 %7.2f   p95 %7.2f   max %7.2f ms\n", what, times.size(), times[times.size() / 2],
                times[(times.size() - 1) * 95 / 100], times.back());
    std::fflush(stdout);
}

void brushSomeThousand(Sweeper& sweeper)
{
    SweepView& view = sweeper.view();
    SpaceDraft draft = view.editor()->draft();
    draft[SpaceField::WithinCapacity] = QStringLiteral("false");
    view.editor()->setDraft(draft);
    Q_EMIT view.editor()->edited();
    sweeper.untilPictured([&view] { view.start(); });
    view.finish();
    std::printf("%lld mappings\n", static_cast<long long>(view.run().progress().kept));
    std::vector<double> times;
    for (int k = 0; k < 40; ++k) {
        const std::size_t axis = parallelColumns.size() - 1; // time
        const ParallelAxis shown = view.parallel()->data().axes[axis];
        const double to = shown.least + (shown.greatest - shown.least) * (0.2 + 0.02 * k);
        times.push_back(sweeper.untilPictured([&] { Q_EMIT view.parallel()->brushed(axis, shown.least, to); }));
    }
    print("brush to the last paint", times);
    Q_EMIT view.parallel()->lifted(parallelColumns.size() - 1);
    view.finish();
}

void startAndCancel(Sweeper& sweeper)
{
    SweepView& view = sweeper.view();
    std::vector<double> first, cancelled;
    for (int k = 0; k < 10; ++k) {
        first.push_back(sweeper.untilPictured([&view] { view.start(); }));
        QSignalSpy finished(&view.run(), &SweepRun::finished);
        QElapsedTimer timer;
        timer.start();
        view.cancel();
        finished.wait(20000);
        cancelled.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
        view.finish();
    }
    print("start to the first points painted", first);
    print("cancel to the end", cancelled);
}

void scrollMillions(Sweeper& sweeper)
{
    SweepView& view = sweeper.view();
    QElapsedTimer timer;
    timer.start();
    view.start();
    view.finish();
    std::printf("%lld rows of %lld mappings after %.1f s, drawn while it ran\n",
                static_cast<long long>(view.table()->model()->rowCount()),
                static_cast<long long>(view.run().progress().done), static_cast<double>(timer.elapsed()) / 1e3);
    QScrollBar* const bar = view.table()->verticalScrollBar();
    std::vector<double> frames;
    for (int k = 0; k < 200; ++k) {
        timer.start();
        bar->setValue(bar->maximum() / 200 * k);
        view.table()->viewport()->repaint();
        frames.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    print("frame of the table scrolled", frames);
    std::vector<double> sorted;
    for (int k = 0; k < 5; ++k)
        sorted.push_back(sweeper.untilPictured([&view, k] {
            view.table()->sortByColumn(static_cast<int>(SweepColumn::Memory),
                                       k % 2 == 0 ? Qt::AscendingOrder : Qt::DescendingOrder);
        }));
    print("another order of all rows", sorted);
}

} // namespace
} // namespace planscope::ui::bench

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    planscope::ui::bench::Sweeper sweeper;
    planscope::ui::bench::brushSomeThousand(sweeper);
    sweeper.widen();
    planscope::ui::bench::startAndCancel(sweeper);
    planscope::ui::bench::scrollMillions(sweeper);
}
