#include "ui/panels/details_panel.h"

#include "ui/panels/details_browser.h"
#include "ui/panels/details_html.h"
#include "ui/panels/study_panel.h"

#include "ui/models/candidate_list_model.h"

#include "frontend/presets.h"
#include "report/number_format.h"
#include "study/predicted_times.h"
#include "study/whole_rank_work.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace planscope::ui {
namespace {

using Kind = EntityKey::Kind;

QString words(std::string_view name)
{
    return QString::fromStdString(std::string{name}).replace(QLatin1Char('_'), QLatin1Char(' '));
}

EntityKey key(Kind kind, const std::string& name)
{
    return {kind, QString::fromStdString(name)};
}

/// Llama 3 70B on 64 ranks.
class WholeDetails : public testing::Test {
protected:
    WholeDetails()
        : panel(context)
    {
        study.setDocument(*StudyDocument::parse(findPreset(PresetKind::Studies, "llama-3-70b-64xH100")->json));
        study.waitForResults();
        panel.resize(320, 900);
        panel.show();
    }

    const whole::CandidateResult& result() const { return *study.currentState()->result.whole(); }
    const whole::PortablePlanIR& plan() const { return result().derivation->plan(); }
    const whole::Estimate& estimate() const { return *result().estimate; }
    DetailsBrowser& browser() const { return *panel.findChild<DetailsBrowser*>(); }
    bool isAbsent() const { return browser().toPlainText().contains(QStringLiteral("nothing of that name")); }

    /// The copied value of a row, by section ("" for any) and label.
    QString valueOf(const QString& section, const QString& label) const
    {
        for (const QString& line : panel.copyText().split(QLatin1Char('\n'))) {
            const QStringList cells = line.split(QLatin1Char('\t'));
            if (cells.size() == 4 && (section.isEmpty() || cells[0] == section) && cells[1] == label)
                return cells[2];
        }
        return {};
    }
    void expect(const QString& section, const QString& label, const std::string& digits) const
    {
        EXPECT_EQ(valueOf(section, label).toStdString(), digits)
            << selection.current().name.toStdString() << ", " << section.toStdString() << ", " << label.toStdString();
    }
    bool hasFormula(const std::string& result) const
    {
        for (const DetailSection& section : browser().details().sections)
            if (section.form == DetailSection::Form::Formulas)
                for (const DetailRow& row : section.rows)
                    if (row.exact.toStdString() == result)
                        return true;
        return false;
    }
    /// The figure stands there to its last digit, with its formula.
    void expectExplained(const std::string& component, const std::string& digits)
    {
        selection.select(key(Kind::Component, component));
        EXPECT_FALSE(isAbsent()) << component;
        EXPECT_TRUE(hasFormula(digits)) << component << " = " << digits;
        EXPECT_TRUE(panel.copyText().contains(QLatin1Char('\t') + QString::fromStdString(digits) + QLatin1Char('\t')))
            << component;
    }

    StudyController study;
    Selection selection;
    ThemeHolder theme;
    ViewContext context{&study, &selection, &theme};
    DetailsPanel panel;
};

TEST_F(WholeDetails, CopiesExactFactsOfEveryTaskClass)
{
    const QString work = QStringLiteral("Work of one rank"), needs = QStringLiteral("Needs of any target");
    for (const whole::PlanTask& task : plan().tasks) {
        selection.select(key(Kind::Task, task.name));
        expect(work, QStringLiteral("operations"), exactDigits(task.facts.operations.value()));
        expect(work, QStringLiteral("read"), exactDigits(task.facts.read.value()));
        expect(work, QStringLiteral("written"), exactDigits(task.facts.write.value()));
        expect(work, QStringLiteral("message"), exactDigits(task.facts.message.value()));
        EXPECT_EQ(valueOf(needs, QStringLiteral("capability")), words(nameOf(task.requires_)));
        EXPECT_EQ(valueOf({}, QStringLiteral("operation")).toStdString(),
                  operationNameOf(task.invocation.row));
        EXPECT_TRUE(hasFormula(exactDigits(task.facts.operations.value()))) << task.name;
    }
}

TEST_F(WholeDetails, TellsTheTimeOfEveryTaskClass)
{
    const auto seconds = predictedTaskSeconds(result());
    ASSERT_TRUE(seconds);
    for (std::size_t k = 0; k < plan().tasks.size(); ++k) {
        selection.select(key(Kind::Task, plan().tasks[k].name));
        for (const EstimateMode mode : {EstimateMode::SystemEvidence, EstimateMode::PeakOnly})
            expect(QStringLiteral("Predicted time"), words(nameOf(mode)),
                   exactDigits((*seconds)[static_cast<std::size_t>(mode)][k]));
    }
}

TEST_F(WholeDetails, SaysWhatACollectiveIs)
{
    selection.select(key(Kind::Task, "fc2.forward.reduce_scatter.leave"));
    const QString placement = QStringLiteral("Placement");
    EXPECT_EQ(valueOf(placement, QStringLiteral("collective")), QStringLiteral("reduce scatter (sum)"));
    EXPECT_EQ(valueOf(placement, QStringLiteral("group")), QStringLiteral("tp, 8 ranks"));
    EXPECT_EQ(valueOf(placement, QStringLiteral("at")), QStringLiteral("leave"));
    EXPECT_EQ(valueOf(placement, QStringLiteral("runs")), QStringLiteral("once a microbatch and block"));
}

TEST_F(WholeDetails, TellsEveryKeptTensorAndWhyItIsKept)
{
    const QString section = QStringLiteral("In PortablePlanIR");
    for (const whole::SavedBuffer& buffer : plan().saved) {
        selection.select(key(Kind::Value, buffer.name));
        expect(section, QStringLiteral("on one rank"), exactDigits(buffer.bytes.value()));
        expect(section, QStringLiteral("elements"), exactDigits(buffer.elements.value()));
        EXPECT_EQ(valueOf(section, QStringLiteral("element type")), words(nameOf(buffer.elementType)));
        EXPECT_TRUE(browser().toPlainText().contains(words(nameOf(buffer.reason)))) << buffer.name;
        EXPECT_TRUE(hasFormula(exactDigits(buffer.bytes.value()))) << buffer.name;
        EXPECT_FALSE(valueOf({}, QStringLiteral("born after")).isEmpty()) << buffer.name;
        EXPECT_FALSE(valueOf({}, QStringLiteral("free after")).isEmpty()) << buffer.name;
    }
    selection.select(key(Kind::Value, "proj.input"));
    EXPECT_TRUE(browser().toPlainText().contains(QStringLiteral("core_attention.output"))) << "the alias";
}

TEST_F(WholeDetails, TellsEveryParameterAndWhoHoldsIt)
{
    for (const whole::PlanParameter& parameter : plan().parameterTensors) {
        selection.select(key(Kind::Value, std::string{nameOf(parameter.tensor)}));
        expect(QStringLiteral("In DistributedTaskIR"), QStringLiteral("on one rank"),
               exactDigits(parameter.elements.value()));
        EXPECT_TRUE(hasFormula(exactDigits(parameter.elements.value())));
        if (parameter.linear) {
            EXPECT_EQ(valueOf({}, QStringLiteral("rows × columns on one rank")),
                      QStringLiteral("%1 × %2").arg(parameter.linear->outputs).arg(parameter.linear->inputs));
        }
    }
    selection.select(key(Kind::Value, "fc1.weight"));
    EXPECT_EQ(valueOf(QStringLiteral("Held by each rank of"), QStringLiteral("×20")), QStringLiteral("stages 0–3"));
    selection.select(key(Kind::Value, "head.weight"));
    EXPECT_EQ(valueOf(QStringLiteral("Held by each rank of"), QStringLiteral("×1")), QStringLiteral("stage 3"));
}

TEST_F(WholeDetails, TellsEveryOtherBuffer)
{
    for (const whole::TransientBuffer& buffer : plan().transients) {
        selection.select(key(Kind::Value, buffer.name));
        expect({}, QStringLiteral("on one rank"), exactDigits(buffer.bytes.value()));
        EXPECT_TRUE(hasFormula(exactDigits(buffer.bytes.value()))) << buffer.name;
    }
    for (const whole::PlanStage& stage : plan().stages)
        for (const whole::PersistentBuffer& buffer : stage.persistent) {
            selection.select(key(Kind::Value, buffer.name));
            expect({}, QStringLiteral("on one rank"), exactDigits(buffer.bytes.value()));
            EXPECT_TRUE(hasFormula(exactDigits(buffer.bytes.value()))) << buffer.name;
        }
}

TEST_F(WholeDetails, TellsEveryFigureOfEveryStage)
{
    for (std::size_t r = 0; r < plan().stages.size(); ++r) {
        const whole::PlanStage& stage = plan().stages[r];
        const whole::StagePeak& peak = estimate().peaks[r];
        selection.select(key(Kind::Stage, std::to_string(r)));
        const QString has = QStringLiteral("Each rank has"), atPeak = QStringLiteral("Memory at the peak");
        expect(has, QStringLiteral("parameters"), exactDigits(stage.parameters.value()));
        expect(has, QStringLiteral("in flight, at most"), exactDigits(stage.inFlight));
        const bool isOne = stage.inFlight == 1;
        EXPECT_TRUE((panel.copyText() + u'\n')
                        .contains(QStringLiteral("\t%1\t%2\n")
                                      .arg(stage.inFlight)
                                      .arg(isOne ? QStringLiteral("chunk") : QStringLiteral("chunks"))));
        for (const whole::PersistentBuffer& buffer : stage.persistent)
            expect(QStringLiteral("Held from the first step to the last"), words(nameOf(buffer.kind)),
                   exactDigits(buffer.bytes.value()));
        expect(atPeak, QStringLiteral("peak"), exactDigits(peak.bytes.value()));
        EXPECT_TRUE(browser().toPlainText().contains(QString::fromStdString(std::string{nameOf(peak.moment)})));
        for (std::size_t k = 0; k < peak.parts.size(); ++k)
            if (peak.parts[k] != Bytes{})
                expect(atPeak, words(nameOf(static_cast<whole::PeakPart>(k))), exactDigits(peak.parts[k].value()));
        for (std::size_t k = 0; k < stage.savedPerMicrobatch.size(); ++k)
            expect(QStringLiteral("Kept of one microbatch"),
                   QStringLiteral("chunk %1").arg(r + k * plan().stages.size()),
                   exactDigits(stage.savedPerMicrobatch[k].value()));
        for (const EstimateMode mode : {EstimateMode::SystemEvidence, EstimateMode::PeakOnly})
            for (const auto& figure : whole::stageTimeFigures)
                expect(QStringLiteral("Predicted time: %1").arg(words(nameOf(mode))), words(figure.name),
                       exactDigits((*estimate().modes)[static_cast<std::size_t>(mode)].time.stages[r].*figure.member));
    }
}

TEST_F(WholeDetails, EveryFigureIsExplainedToItsLastDigit)
{
    for (const whole::ModeEstimate& mode : *estimate().modes) {
        for (const auto& figure : whole::iterationFigures)
            expectExplained("time." + std::string{figure.name}, exactDigits(mode.time.iteration.*figure.member));
        for (const auto& figure : whole::utilisationFigures)
            expectExplained("utilisation." + std::string{figure.name}, exactDigits(mode.utilisation.*figure.member));
        expectExplained("time.hop", exactDigits(mode.time.hop));
        for (std::size_t j = 0; j < mode.time.chunks.size(); ++j) {
            const std::string chunk = "time.chunks." + std::to_string(j) + '.';
            expectExplained(chunk + "forward", exactDigits(mode.time.chunks[j].forward));
            expectExplained(chunk + "backward", exactDigits(mode.time.chunks[j].backward));
        }
        for (std::size_t r = 0; r < mode.time.stages.size(); ++r)
            for (const auto& figure : whole::stageTimeFigures)
                expectExplained("stage." + std::to_string(r) + ".time." + std::string{figure.name},
                                exactDigits(mode.time.stages[r].*figure.member));
    }
    for (std::size_t r = 0; r < plan().stages.size(); ++r) {
        const std::string stage = "stage." + std::to_string(r) + '.';
        const whole::StagePeak& peak = estimate().peaks[r];
        expectExplained(stage + "memory.peak", exactDigits(peak.bytes.value()));
        for (std::size_t k = 0; k < peak.parts.size(); ++k)
            if (peak.parts[k] != Bytes{})
                expectExplained(stage + "memory." + std::string{nameOf(static_cast<whole::PeakPart>(k))},
                                exactDigits(peak.parts[k].value()));
        expectExplained(stage + "memory.saved", exactDigits(plan().stages[r].savedPerMicrobatch[0].value()));
        expectExplained(stage + "parameters", exactDigits(plan().stages[r].parameters.value()));
        expectExplained(stage + "in_flight", exactDigits(plan().stages[r].inFlight));
        expectExplained(stage + "blocks", "20");
    }
    expectExplained("memory.peak", exactDigits(estimate().peak.value()));
    expectExplained("memory.capacity", exactDigits(estimate().capacity));
    const whole::StagePeak& fullest = *std::max_element(
        estimate().peaks.begin(), estimate().peaks.end(),
        [](const whole::StagePeak& a, const whole::StagePeak& b) { return a.bytes < b.bytes; });
    expectExplained("memory.optimizer", exactDigits(fullest[whole::PeakPart::Optimizer].value()));
    const whole::FlopsPerToken flops = whole::flopsPerToken(plan().flops);
    expectExplained("flops_per_token.causal_half", flops.causalHalf.toString());
    expectExplained("flops_per_token.matmul_full", flops.matmulFull.toString());
    expectExplained("parameters.total", exactDigits(plan().parameters.total.value()));
    expectExplained("shape", "64");
}

TEST_F(WholeDetails, TellsEdgesAndRanks)
{
    for (const whole::PipelineEdge& edge : plan().edges) {
        selection.select(key(Kind::Edge, std::string{nameOf(edge.direction)}));
        expect({}, QStringLiteral("one message"), exactDigits(edge.bytes.value()));
        expect({}, QStringLiteral("on each boundary"), exactDigits(edge.count));
        EXPECT_TRUE(hasFormula(exactDigits(edge.bytes.value())));
    }
    const whole::RankWork work = *whole::rankWorkOf(result());
    for (const whole::StageWork& stage : work.stages) {
        selection.select(key(Kind::Rank, std::to_string(stage.firstRank) + '-'
                                             + std::to_string(stage.firstRank + stage.rankCount - 1)));
        expect(QStringLiteral("Work of each rank in a step"), QStringLiteral("operations"),
               stage.rank.total.operations.toString());
        expect(QStringLiteral("Messages of each rank in a step"), QStringLiteral("tensor"),
               stage.rank.messages[0].toString());
    }
    selection.select(key(Kind::Rank, "17"));
    EXPECT_EQ(valueOf({}, QStringLiteral("place in the mesh")), QStringLiteral("tp 1, cp 0, dp 0, pp 1"));
    for (const char* const name : {"64", "15-16", "3-1", "a", "-1", "1-2-3"}) {
        selection.select(key(Kind::Rank, name));
        EXPECT_TRUE(isAbsent()) << name;
    }
}

TEST_F(WholeDetails, WhateverIsLinkedIsThere)
{
    std::vector<EntityKey> next{key(Kind::Component, "time.total"), key(Kind::Component, "memory.peak"),
                                key(Kind::Component, "utilisation.mfu_full"),
                                key(Kind::Component, "utilisation.mfu_causal"),
                                key(Kind::Component, "shape"), key(Kind::Component, "system"),
                                key(Kind::Edge, "backward"), key(Kind::Snapshot, "model"),
                                key(Kind::Snapshot, "distributed"), key(Kind::Snapshot, "portable_plan")};
    for (std::size_t r = 0; r < plan().stages.size(); ++r)
        next.push_back(key(Kind::Stage, std::to_string(r)));
    for (const whole::PlanTask& task : plan().tasks)
        next.push_back(key(Kind::Task, task.name));
    std::vector<EntityKey> seen;
    while (!next.empty()) {
        const EntityKey here = next.back();
        next.pop_back();
        if (std::find(seen.begin(), seen.end(), here) != seen.end())
            continue;
        seen.push_back(here);
        selection.select(here);
        ASSERT_FALSE(isAbsent()) << here.name.toStdString();
        EXPECT_FALSE(browser().details().sections.empty()) << here.name.toStdString();
        for (const DetailSection& section : browser().details().sections)
            for (const DetailRow& row : section.rows)
                if (!row.link.isNull()) {
                    EXPECT_EQ(keyOf(linkOf(row.link)), row.link);
                    next.push_back(row.link);
                }
    }
    std::set<Kind> kinds;
    for (const EntityKey& one : seen)
        kinds.insert(one.kind);
    EXPECT_EQ(kinds, (std::set{Kind::Snapshot, Kind::Operation, Kind::Task, Kind::Value, Kind::Rank, Kind::Component,
                               Kind::Stage, Kind::Edge}));
    EXPECT_GT(seen.size(), plan().tasks.size() + plan().saved.size() + 150);
}

TEST_F(WholeDetails, ChecksAndWhatIsNotThere)
{
    for (const CheckpointReport& report : result().derivation->history.checkpoints) {
        selection.select(key(Kind::Check, std::string{nameOf(report.stage)} + '/' + report.outcomes.front().code));
        EXPECT_FALSE(isAbsent());
        EXPECT_EQ(browser().details().verdict, EntityDetails::Verdict::Passed);
    }
    for (const EntityKey& none :
         {key(Kind::Task, "fc9.forward"), key(Kind::Value, "fc9"), key(Kind::Operation, "fc9"), key(Kind::Stage, "4"),
          key(Kind::Stage, "00"), key(Kind::Stage, "x"), key(Kind::Edge, "sideways"), key(Kind::Component, "time.odd"),
          key(Kind::Component, "stage.9.time.busy"), key(Kind::Component, "stage.0"),
          key(Kind::Component, "stage.0.odd"),
          key(Kind::Component, "memory.odd"), key(Kind::Layer, "mlp.gelu"), key(Kind::Primitive, "linear"),
          key(Kind::Snapshot, "odd"), key(Kind::Check, "model/odd")}) {
        selection.select(none);
        EXPECT_TRUE(isAbsent()) << none.name.toStdString();
    }
}

TEST_F(WholeDetails, WithoutATimeMemoryIsStillExplained)
{
    study.setCandidateField(0, CandidateField::TensorTier, QStringLiteral("7"));
    study.waitForResults();
    selection.select(key(Kind::Component, "time.total"));
    EXPECT_TRUE(isAbsent());
    selection.select(key(Kind::Component, "stage.1.memory.peak"));
    EXPECT_FALSE(isAbsent());
    selection.select(key(Kind::Stage, "1"));
    EXPECT_FALSE(browser().toPlainText().contains(QStringLiteral("Predicted time")));
    EXPECT_TRUE(browser().toPlainText().contains(QStringLiteral("Memory at the peak")));
    selection.select(key(Kind::Task, "fc1.forward"));
    EXPECT_FALSE(browser().toPlainText().contains(QStringLiteral("Predicted time")));
}

TEST_F(WholeDetails, TheStudyPanelLeadsToItsFigures)
{
    CandidateListModel candidates{study};
    StudyPanel studyPanel{context, &candidates};
    for (const char* const document : {"llama-3-70b-64xH100", "gpt3-175B-64xA100"}) {
        study.setDocument(*StudyDocument::parse(findPreset(PresetKind::Studies, document)->json));
        study.waitForResults();
        int found = 0;
        for (QAction* const action : studyPanel.findChildren<QAction*>())
            if (action->text().startsWith(QStringLiteral("Explain the "))) {
                action->trigger();
                EXPECT_FALSE(isAbsent()) << document << ": " << action->text().toStdString();
                ++found;
            }
        EXPECT_EQ(found, 3);
    }
}

TEST_F(WholeDetails, FollowsTheAccountingOfTheStudy)
{
    selection.select(key(Kind::Task, "fc1.forward"));
    EXPECT_FALSE(isAbsent());
    study.setDocument(*StudyDocument::parse(findPreset(PresetKind::Studies, "gpt3-175B-64xA100")->json));
    study.waitForResults();
    EXPECT_TRUE(isAbsent()) << "the selection is kept";
    selection.select(key(Kind::Stage, "0"));
    EXPECT_TRUE(isAbsent());
    selection.select(key(Kind::Task, "mlp.expand.forward"));
    EXPECT_FALSE(isAbsent());
}

} // namespace
} // namespace planscope::ui
