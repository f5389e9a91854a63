#pragma once

#include "sweep/why_not.h"
#include "ui/models/latest_work.h"
#include "ui/panels/view.h"
#include "ui/sweep/space_draft.h"
#include "ui/sweep/sweep_picture.h"
#include "ui/sweep/sweep_run.h"

#include <memory>
#include <optional>
#include <string>

class QSplitter;

namespace planscope::ui {

class ParallelChart;
class ScatterChart;
class SpaceEditor;
class SweepBar;
class SweepPointPanel;
class SweepTable;
class SweepTableModel;

/// The space of mappings of the study's model, batch and system: what it holds, all lawful mappings of it judged while
/// one looks, two charts and a table of them that brush each other. A mapping becomes a candidate, A or B.
class SweepView final : public View {
    Q_OBJECT
public:
    explicit SweepView(const ViewContext& context, QWidget* parent = nullptr);
    ~SweepView() override;

    QString title() const override;
    QString exportName() const override;
    QString copyText() const override; ///< the table, its first mostCopied rows
    QSize exportSize() const override;
    void finish() override; ///< waits for a run and for what is drawn of it
    bool isBestFor(EntityKey::Kind kind) const override;

    static constexpr int mostCopied = 100'000;

    void start();
    void cancel();

    SpaceEditor* editor() const { return m_editor; }
    const SweepRun& run() const { return *m_run; }
    ScatterChart* scatter() const { return m_scatter; }
    ParallelChart* parallel() const { return m_parallel; }
    SweepTable* table() const { return m_table; }
    SweepPointPanel* pointPanel() const { return m_pointPanel; }
    const SweepPicturePtr& picture() const { return m_picture; } ///< null before the first
    /// Of the space as it is stated; null while it is refused.
    const std::shared_ptr<const sweep::PointSpace>& space() const { return m_space; }

Q_SIGNALS:
    void pictured(); ///< charts and table show another picture

protected:
    void refresh() override;
    void showSelection(const EntityKey& key) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void arrange();
    void connectParts();
    void noticeAnotherStudy();
    void clear();
    void judgeSpace();
    void askForPicture();
    void takePicture();
    void showPicture();
    void showScatter();
    void showParallel();
    void showProgress();
    void showLeftOut();
    sweep::ParetoFront front() const; ///< requires: there was a sweep
    void showPoint();
    std::optional<std::size_t> add();
    void brush(SweepColumn column, double from, double to);
    void lift(SweepColumn column);
    void choose(std::int64_t index);
    void stepFront(int by);
    void explainCurrentCandidate();
    std::optional<std::int64_t> chosenIndex() const;

    SweepBar* m_bar = nullptr;
    SpaceEditor* m_editor = nullptr;
    QSplitter* m_split = nullptr;
    QWidget* m_results = nullptr;
    QSplitter* m_charts = nullptr;
    ScatterChart* m_scatter = nullptr;
    ParallelChart* m_parallel = nullptr;
    SweepTable* m_table = nullptr;
    SweepTableModel* m_model = nullptr;
    SweepPointPanel* m_pointPanel = nullptr;

    SweepRun* m_run = nullptr;
    CandidateResultPtr m_base;         ///< whose model, batch and system the space has
    std::string m_study, m_studyModel; ///< names, when it was shown last
    bool m_isDraftOwn = false;         ///< a person has stated the space; else it follows the candidate
    std::shared_ptr<const sweep::PointSpace> m_space;
    SweepOrdering m_ordering;
    SweepPicturePtr m_picture;
    bool m_isPictureOld = false; ///< another is to be made once the one under way is there
    bool m_showing = false;
    std::optional<Theme> m_theme;
    LatestWork<SweepPicture> m_work; ///< last: its threads end first
};

} // namespace planscope::ui
