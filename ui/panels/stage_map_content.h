#pragma once

#include "study/whole_result.h"
#include "ui/charts/stacked_bar_data.h"

#include <vector>

namespace planscope::ui {

/// One chunk of a stage.
struct StageChunk {
    int chunk = 0;         ///< in model order
    qint64 blocks = 0;
    qint64 firstBlock = 0; ///< number of its first block in the model, from 0
    bool embeds = false;   ///< begins with the embedding
    bool hasHead = false;  ///< ends with final norm, head and loss
    QString toolTip;
};

/// One stage as it is drawn: its chunks, its memory at the peak, its step.
struct StageRow {
    QString name;       ///< "Stage 3"
    QString parameters; ///< for people: "1.13 G parameters"
    QString parametersExact;
    std::vector<StageChunk> chunks;
    StackedBar memory;  ///< parts of the peak, those of no size too
    QString peak;       ///< "61.2 GiB"; of one that does not fit "▲ 95.1 GiB, over"
    QString moment;     ///< "activation.backward"
    QString momentExact; ///< with the microbatch and the chunk
    bool isOver = false; ///< the peak does not fit
    StackedBar time;    ///< parts of the step; no segments without times
    QString busy;       ///< "12.1 s busy"
    QString waiting;    ///< "bubble 2.29 s"
    QString spoken;     ///< the row for who cannot see it
};

/// What a colour of the map stands for; several parts may share one.
struct StageLegendEntry {
    QString name;
    Role role = Role::MemoryWeights;
};

/// What the map of stages shows of a result. Rows are made when they are asked for, since a plan may have thousands and
/// a window shows a few.
class StageMapContent {
public:
    StageMapContent() = default; ///< of no stages
    /// Requires: a result with an estimate.
    StageMapContent(whole::CandidateResultPtr result, EstimateMode mode);

    int stages() const { return m_stages; }
    int chunksPerStage() const { return m_stages == 0 ? 0 : m_chunks / m_stages; }
    int chunks() const { return m_chunks; }
    qint64 mostBlocks() const { return m_mostBlocks; } ///< of any chunk
    bool hasTimes() const;

    double memoryScale() const { return m_memoryScale; } ///< bytes that the axis must hold: capacity and every peak
    double capacity() const;
    QString capacityText() const; ///< "capacity 80.0 GiB"
    double timeScale() const;     ///< seconds of the step; 0 without times
    QString timeTitle() const;    ///< "Step of 18.0 s, system evidence"

    StageRow row(int stage) const;
    /// What the bars of any stage are made of, in the order of their segments.
    const std::vector<StageLegendEntry>& memoryLegend() const { return m_memoryLegend; }
    const std::vector<StageLegendEntry>& timeLegend() const { return m_timeLegend; }

private:
    const whole::StepTime* times() const;

    whole::CandidateResultPtr m_result;
    EstimateMode m_mode = EstimateMode::SystemEvidence;
    int m_stages = 0;
    int m_chunks = 0;
    qint64 m_mostBlocks = 0;
    double m_memoryScale = 0;
    std::vector<qint64> m_firstBlocks; ///< of each chunk
    std::vector<StageLegendEntry> m_memoryLegend;
    std::vector<StageLegendEntry> m_timeLegend;
};

} // namespace planscope::ui
