#pragma once

#include "ui/models/stage_layout.h"
#include "ui/panels/view.h"

#include <optional>

class QSplitter;
class QTabWidget;

namespace planscope::ui {

class FigureGrid;
class ResultNotice;
class SavedTensorModel;
class StageLayoutBar;
class StageMap;
class StageTableModel;

/// Every stage of a whole model: its blocks, the memory of a rank at the peak against the capacity, its step; below it
/// all figures exactly, and what a stage saves for backward and why. Blocks are moved between stages by dragging, by
/// keys or by buttons: each move is one undoable edit of the candidate's layout.
class StagesView final : public View {
    Q_OBJECT
public:
    explicit StagesView(const ViewContext& context, QWidget* parent = nullptr);

    QString title() const override;
    QString exportName() const override;
    QString copyText() const override;
    QSize exportSize() const override;
    QStringList exportParts() const override;
    void showExportPart(int part) override;
    bool draws(Accounting accounting) const override { return accounting == Accounting::Whole; }
    bool isBestFor(EntityKey::Kind kind) const override;

    StageMap* map() const { return m_map; }
    StageLayoutBar* layoutBar() const { return m_bar; }
    FigureGrid* figures() const { return m_figures; }
    FigureGrid* savedTensors() const { return m_saved; }
    int savedStage() const { return m_stage; } ///< whose saved tensors are shown
    QString refusal() const; ///< why a block was not moved last; empty when it was

protected:
    void refresh() override;
    void showSelection(const EntityKey& key) override;

private:
    void connectParts();
    void showTheme();
    void showResult();
    void showStage(int stage);
    void showLayout();
    void share();
    std::optional<StageLayout> layout() const;
    QString judge(int from, int to) const;
    void moveBlock(int from, int to);
    void moveChosen(int direction);
    void splitEvenly();
    void refuse(const QString& why);
    bool hasEstimate() const;
    EntityKey shownFor(const EntityKey& key) const;

    StageTableModel* m_figureModel;
    SavedTensorModel* m_savedModel;
    ResultNotice* m_notice;
    ResultNotice* m_noTime;
    ResultNotice* m_refused;
    StageLayoutBar* m_bar;
    QWidget* m_body; ///< all but the notices
    QSplitter* m_split;
    StageMap* m_map;
    QTabWidget* m_tables;
    FigureGrid* m_figures;
    FigureGrid* m_saved;
    whole::CandidateResultPtr m_shown;
    std::optional<Theme> m_theme; ///< shown last
    int m_stage = 0;
    bool m_stageChosen = false; ///< else the stage of the largest peak
    bool m_fitted = false;      ///< columns have widths for the rows that there are
    bool m_isDragged = false;   ///< the user shared the height between map and tables
};

} // namespace planscope::ui
