#include "paint_clock.h"

#include "desktop/main_window.h"
#include "frontend/presets.h"
#include "ui/panels/compare_part.h"
#include "ui/panels/compare_view.h"
#include "ui/panels/document_session.h"
#include "ui/panels/editor_panel.h"
#include "ui/panels/field_editor.h"
#include "ui/panels/stage_map.h"
#include "ui/panels/stages_view.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

/// What a person waits for at the desktop: from the key that edits a mapping field to the last paint of all that is
/// shown, for each view; each hidden view when it is turned to after an edit; from the start of the program to the
/// first painted study; what is painted when nothing happens; from the key that moves a block between the stages of a large
/// model to the last paint; and from that model's file to all its views. Prints figures and judges none.
///
///     desktop_bench [EDITS [VIEW]]
///
/// EDITS for each view, 120 by default; with a VIEW's title, only its edits are measured, for a profiler.
namespace planscope::ui::bench {
namespace {

constexpr int windowWidth = 1920, windowHeight = 1080;

/// 50th and 95th percentile and the longest, in milliseconds; in processor time of the window's thread where known.
void print(const QString& what, const std::vector<Spent>& spent, const char* note = "")
{
    std::vector<double> wall, processor;
    for (const Spent& each : spent) {
        wall.push_back(each.wall);
        processor.push_back(each.processor);
    }
    std::sort(wall.begin(), wall.end());
    std::sort(processor.begin(), processor.end());
    const auto at = [](const std::vector<double>& sorted, std::size_t percent) {
        return sorted.empty() ? 0 : sorted[(sorted.size() - 1) * percent / 100];
    };
    std::printf("%-28s %4zu   p50 %6.1f   p95 %6.1f   max %6.1f ms", qPrintable(what), spent.size(), at(wall, 50),
                at(wall, 95), at(wall, 100));
    if (at(processor, 100) > 0)
        std::printf("   processor p50 %6.1f   p95 %6.1f ms", at(processor, 50), at(processor, 95));
    std::printf("   %s\n", note);
    std::fflush(stdout);
}

class Desk {
public:
    explicit Desk(PaintClock& clock)
        : m_clock(clock)
        , m_settings(m_folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat)
        , m_window(m_settings)
        , m_tabs(m_window.findChild<QTabWidget*>())
    {
        m_window.resize(windowWidth, windowHeight);
        m_window.show();
        m_window.session().openBundled(QStringLiteral("gpt3-175B-64xA100"));
        settle();
    }

    const QList<View*> views() const { return m_window.views(); }
    StudyController& study() { return m_window.study(); }

    /// Lets everything that an event brings about happen; what it took from `begin` to the end of the last paint.
    Spent settle(const Moment& begin = Moment::now())
    {
        constexpr std::chrono::milliseconds quiet(20);
        auto calm = std::chrono::steady_clock::now();
        while (std::chrono::steady_clock::now() - calm < quiet) {
            const qint64 paints = m_clock.paints();
            const bool running = isRunning();
            QApplication::processEvents(running ? QEventLoop::WaitForMoreEvents : QEventLoop::AllEvents);
            if (running || m_clock.paints() != paints)
                calm = std::chrono::steady_clock::now();
            else
                QTest::qSleep(1);
        }
        return m_clock.lastPaint().wall > begin.wall ? spentBetween(begin, m_clock.lastPaint()) : Spent{};
    }

    Spent turnTo(int view)
    {
        const Moment begin = Moment::now();
        m_tabs->setCurrentIndex(view);
        return settle(begin);
    }

    /// One key at the field's own control.
    Spent press(CandidateField field, Qt::Key key)
    {
        QWidget* const control = m_window.editor()->editor(field)->control();
        control->setFocus();
        settle();
        const Moment begin = Moment::now();
        QTest::keyClick(control, key);
        return settle(begin);
    }

    /// One key where the focus of that widget is.
    Spent press(QWidget* widget, Qt::Key key, Qt::KeyboardModifiers modifiers)
    {
        widget->setFocus();
        settle();
        const Moment begin = Moment::now();
        QTest::keyClick(widget, key, modifiers);
        return settle(begin);
    }

    /// 405B parameters on 16,384 ranks, in 16 stages.
    void openLargeModel()
    {
        study().undoStack().setClean(); // nobody asks whether to save it
        m_window.session().openBundled(QStringLiteral("llama-3-70b-64xH100"));
        study().setModel(bundledModel(Accounting::Whole, *findPreset(PresetKind::WholeModels, "llama-3.1-405b")));
        study().setWorkloadField(WorkloadField::GlobalBatchSize, QStringLiteral("2048"));
        study().setCandidateField(0, CandidateField::PipelineDegree, QStringLiteral("16"));
        study().setCandidateField(0, CandidateField::DataDegree, QStringLiteral("128"));
        study().setCandidateField(0, CandidateField::Layout,
                                  QStringLiteral("8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 7, 7"));
        settle();
    }

    /// The study as it stands, in a file.
    QString saved()
    {
        const QString path = m_folder.filePath(QStringLiteral("saved.planscope"));
        QFile file(path);
        if (file.open(QIODevice::WriteOnly))
            file.write(QByteArray::fromStdString(study().document().toJson()));
        return path;
    }
    /// A study from its file to the last paint of what is shown.
    Spent open(const QString& path)
    {
        study().undoStack().setClean(); // nobody asks whether to save it
        const Moment begin = Moment::now();
        m_window.session().open(path);
        return settle(begin);
    }

    Selection& selection() { return m_window.selection(); }
    StagesView& stages() { return *m_window.findChild<StagesView*>(); }
    CompareView& compare() { return *m_window.findChild<CompareView*>(); }

    QWidget* control(CandidateField field) { return m_window.editor()->editor(field)->control(); }

private:
    bool isRunning()
    {
        for (std::size_t k = 0; k < study().candidateCount(); ++k)
            if (study().state(k)->running)
                return true;
        return compare().isVisible() && compare().isUnderWay();
    }

    PaintClock& m_clock;
    QTemporaryDir m_folder;
    QSettings m_settings;
    MainWindow m_window;
    QTabWidget* m_tabs;
};

/// Walks through lawful mappings that differ in one field by one legal step, none of them twice: a reflected
/// Gray code over the fields' legal values.
class MappingWalk {
public:
    explicit MappingWalk(Desk& desk) : m_desk(desk) {}

    /// What the next edit took; nothing when every mapping was visited.
    std::optional<Spent> next()
    {
        for (Digit& digit : m_digits) {
            const StudyController& study = m_desk.study();
            const auto legal = legalValues(study.document(), study.currentCandidate(), digit.field);
            const auto stated = study.document().candidates[study.currentCandidate()][digit.field];
            const bool isLast = legal.empty() || stated == (digit.isUp ? legal.back() : legal.front());
            if (!isLast)
                return m_desk.press(digit.field, digit.isUp ? Qt::Key_Up : Qt::Key_Down);
            digit.isUp = !digit.isUp;
        }
        return std::nullopt;
    }

private:
    struct Digit {
        CandidateField field;
        bool isUp;
    };

    Desk& m_desk;
    std::array<Digit, 3> m_digits{{{CandidateField::TensorDegree, true},
                                   {CandidateField::MicrobatchSize, true},
                                   {CandidateField::DataDegree, true}}};
};

/// Another batch gives mappings that were never derived; otherwise the cache of derivations would answer.
void takeNewBatch(Desk& desk)
{
    // Always a multiple of what the mapping divides it by; long before one comes round, the cache has forgotten it.
    static int taken = 0;
    constexpr int batches = 10, smallest = 128;
    desk.study().setWorkloadField(WorkloadField::GlobalBatchSize, QString::number(smallest << (taken++ % batches)));
    desk.settle();
}

/// The next edit of a walk, with another batch when it has come to its end.
Spent nextEdit(Desk& desk, MappingWalk& walk)
{
    if (const auto time = walk.next())
        return *time;
    takeNewBatch(desk);
    if (const auto time = walk.next())
        return *time;
    std::fprintf(stderr, "no mapping field has a legal step\n");
    std::exit(1);
}

void measureEdits(Desk& desk, int edits, const QString& only)
{
    std::printf("\nFrom the key that edits a mapping field to the last paint, with the view shown (goal: p95 50 ms)\n");
    for (int view = 0; view < desk.views().size(); ++view) {
        if (!desk.views()[view]->isDrawn() || (!only.isEmpty() && desk.views()[view]->title() != only))
            continue;
        desk.turnTo(view);
        takeNewBatch(desk);
        const quint64 before = desk.study().derivationCount();
        std::vector<Spent> spent;
        MappingWalk walk(desk);
        while (static_cast<int>(spent.size()) < edits)
            spent.push_back(nextEdit(desk, walk));
        const auto derived = std::to_string(desk.study().derivationCount() - before) + " derivations";
        print(desk.views()[view]->title(), spent, derived.c_str());
    }
}

/// Each part of Compare in front, following the candidate that is edited.
void measureCompare(Desk& desk, int edits)
{
    std::printf("\nFrom the key that edits a mapping field to the comparison painted (goal: p95 50 ms)\n");
    desk.turnTo(static_cast<int>(desk.views().indexOf(&desk.compare())));
    for (ComparePart* const part : desk.compare().parts()) {
        desk.compare().showPart(*part);
        takeNewBatch(desk);
        std::vector<Spent> spent;
        MappingWalk walk(desk);
        while (static_cast<int>(spent.size()) < edits)
            spent.push_back(nextEdit(desk, walk));
        print(desk.compare().title() + QStringLiteral(": ") + part->title(), spent);
    }
}

/// No layout comes twice: the first stages give their blocks away one by one.
void measureMovedBlocks(Desk& desk, int edits)
{
    std::printf("\nFrom the key that moves a block to the next stage to the last paint, llama-3.1-405b on 16,384 ranks"
                " (goal: p95 50 ms)\n");
    desk.openLargeModel();
    desk.turnTo(static_cast<int>(desk.views().indexOf(&desk.stages())));
    constexpr int given = 8, giving = 13; // blocks of a stage, and stages
    std::vector<Spent> spent;
    for (int k = 0; k < std::min(edits, given * giving); ++k) {
        if (k % given == 0)
            desk.selection().select({EntityKey::Kind::Stage, QString::number(giving - 1 - k / given)});
        spent.push_back(desk.press(desk.stages().map(), Qt::Key_Down, Qt::ControlModifier));
    }
    print(desk.stages().title(), spent);
}

/// From the file to all views, each painted once.
void measureOpening(Desk& desk, int times)
{
    std::printf("\nFrom opening llama-3.1-405b on 16,384 ranks to the last paint of the last of its views (goal: 100 ms)\n");
    desk.openLargeModel();
    const QString path = desk.saved();
    std::vector<Spent> spent;
    for (int k = 0; k < times; ++k) {
        desk.open(QStringLiteral(PLANSCOPE_SOURCE_DIR "/resources/studies/llama-3-70b-64xH100.planscope"));
        desk.turnTo(0);
        Spent all = desk.open(path);
        for (int view = 1; view < desk.views().size(); ++view) {
            if (!desk.views()[view]->isDrawn())
                continue;
            const Spent one = desk.turnTo(view);
            all = {all.wall + one.wall, all.processor + one.processor};
        }
        spent.push_back(all);
    }
    print(QStringLiteral("all views"), spent);
}

void measureTierEdits(Desk& desk, int edits)
{
    desk.turnTo(0);
    std::vector<Spent> spent;
    for (int k = 0; k < edits; ++k)
        spent.push_back(desk.press(CandidateField::TensorTier, k % 2 == 0 ? Qt::Key_Up : Qt::Key_Down));
    print(QStringLiteral("a network tier, ") + desk.views()[0]->title(), spent);
}

void measureHiddenViews(Desk& desk, int edits)
{
    std::printf("\nEach hidden view when it is turned to after an edit (goal: p95 50 ms)\n");
    desk.turnTo(0);
    takeNewBatch(desk);
    MappingWalk walk(desk);
    std::vector<std::vector<Spent>> spent(static_cast<std::size_t>(desk.views().size()));
    for (int k = 0; k < edits; ++k) {
        nextEdit(desk, walk);
        for (int step = 1; step <= desk.views().size(); ++step) {
            const int view = step % static_cast<int>(desk.views().size());
            if (!desk.views()[view]->isDrawn())
                continue;
            spent[static_cast<std::size_t>(view)].push_back(desk.turnTo(view));
        }
    }
    for (int view = 0; view < desk.views().size(); ++view)
        if (desk.views()[view]->isDrawn())
            print(desk.views()[view]->title(), spent[static_cast<std::size_t>(view)]);
}

void measureIdle(Desk& desk, PaintClock& clock)
{
    std::printf("\nPaints in five seconds in which nothing happens (goal: 0)\n");
    constexpr int watched = 5'000;
    for (int view = 0; view < desk.views().size(); ++view) {
        if (!desk.views()[view]->isDrawn())
            continue;
        desk.turnTo(view);
        desk.views()[view]->setFocus();
        desk.settle();
        const qint64 before = clock.paints();
        QTest::qWait(watched / static_cast<int>(desk.views().size()));
        std::printf("%-28s %lld\n", qPrintable(desk.views()[view]->title()),
                    static_cast<long long>(clock.paints() - before));
    }
    desk.control(CandidateField::TensorDegree)->setFocus();
    desk.settle();
    const qint64 before = clock.paints();
    QTest::qWait(watched);
    std::printf("%-28s %lld\n", "with the caret blinking in a field", static_cast<long long>(clock.paints() - before));
}

/// The time until the program, started as a person starts it, says that the study was painted.
void measureStart(int starts)
{
    std::printf("\nFrom the start of the program to the first painted study (goal: p95 500 ms)\n");
    std::vector<Spent> spent;
    for (int k = 0; k < starts; ++k) {
        QProcess program;
        const Moment begin = Moment::now();
        program.start(QStringLiteral(PLANSCOPE_TELLING_FIRST_PAINT), {QStringLiteral("gpt3-175B-64xA100")});
        while (program.state() != QProcess::NotRunning && !program.canReadLine())
            program.waitForReadyRead(10'000);
        if (program.readLine().trimmed() == "painted")
            spent.push_back({spentBetween(begin, Moment::now()).wall, 0}); // its processor time is not ours
        program.waitForFinished();
    }
    print(QStringLiteral("gpt3-175B-64xA100"), spent);
}

} // namespace
} // namespace planscope::ui::bench

int main(int argc, char** argv)
{
    using namespace planscope::ui::bench;
    // A home of its own: no settings, recent files or copies of a person's studies.
    const QTemporaryDir home;
    qputenv("HOME", home.path().toLocal8Bit());
    qunsetenv("XDG_CONFIG_HOME");
    qunsetenv("XDG_DATA_HOME");
    qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" PLANSCOPE_SOURCE_DIR "/tests/ui/screen.json");
    const int edits = argc > 1 ? std::max(1, std::atoi(argv[1])) : 120;
    PaintClock clock(argc, argv);
    std::printf("%d x %d, software rendering, %d processors\n", windowWidth, windowHeight, QThread::idealThreadCount());
    const QString only = argc > 2 ? QString::fromLocal8Bit(argv[2]) : QString{};
    if (only.isEmpty())
        measureStart(20);
    Desk desk(clock);
    measureEdits(desk, edits, only);
    if (only.isEmpty() || only == desk.compare().title())
        measureCompare(desk, edits);
    if (only == desk.stages().title())
        measureMovedBlocks(desk, edits);
    if (!only.isEmpty())
        return 0;
    measureTierEdits(desk, edits);
    measureHiddenViews(desk, edits);
    measureIdle(desk, clock);
    measureMovedBlocks(desk, edits);
    measureOpening(desk, 20);
    return 0;
}
