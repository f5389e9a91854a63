#include "ui/export/report_document.h"

#include "shown_pdf.h"

#include "frontend/presets.h"
#include "report/number_format.h"
#include "ui/models/stage_table_model.h"
#include "ui/panels/compared_figure_row.h"
#include "ui/panels/headline_figures.h"

#include <gtest/gtest.h>

namespace planscope::ui {
namespace {

/// The bundled study of a whole model as a report made at one moment.
class WholeReport : public testing::Test {
protected:
    WholeReport()
    {
        qputenv("SOURCE_DATE_EPOCH", "1700000000");
        m_document = *StudyDocument::parse(findPreset(PresetKind::Studies, "llama-3-70b-64xH100")->json);
    }
    ~WholeReport() override { qunsetenv("SOURCE_DATE_EPOCH"); }

    ReportSubject subject()
    {
        m_study.setDocument(m_document);
        return reportSubjectOf(m_study, QStringLiteral("Planscope 1.2.3"));
    }
    ShownPdf shown(Paper paper = Paper::A4) { return ShownPdf(pdfReport(subject(), paper)); }

    StudyDocument m_document;
    StudyController m_study;
};

void expectSays(const QString& text, const QString& wanted)
{
    EXPECT_TRUE(text.contains(wanted.simplified())) << wanted.toStdString();
}

TEST_F(WholeReport, SaysEveryHeadlineNumberAsPeopleReadItAndExactly)
{
    const QString text = shown().text();
    for (const ReportCandidate& candidate : subject().candidates) {
        const std::vector<Figure> figures = headlineFiguresOf(candidate.result);
        ASSERT_EQ(figures.size(), 5u);
        for (const Figure& figure : figures) {
            expectSays(text, figure.text);
            expectSays(text, figure.note);
            for (const ExactFact& fact : figure.facts)
                expectSays(text, QStringLiteral("%1 %2 %3").arg(fact.name, fact.value, fact.unit));
        }
        expectSays(text, QString::number(candidate.result.whole()->derivation->plan().parameters.total.value()));
    }
}

TEST_F(WholeReport, SaysEveryDigestAndCheck)
{
    const QString text = shown().text();
    const ReportSubject subject = this->subject();
    expectSays(text, QString::fromStdString(subject.study.digest().toString()));
    ASSERT_EQ(subject.candidates.size(), 3u);
    for (const ReportCandidate& candidate : subject.candidates) {
        const DerivedHistory& history = *candidate.result.history();
        expectSays(text, candidate.name);
        expectSays(text, QString::fromStdString(candidate.head().evidence.toString()));
        expectSays(text, QString::fromStdString(history.session.fingerprint.toString()));
        for (const IrKind kind : {IrKind::Model, IrKind::Distributed, IrKind::PortablePlan})
            expectSays(text, QString::fromStdString(history.snapshot(kind)->digest().toString()));
        for (const CheckpointReport& checkpoint : history.history.checkpoints)
            for (const CheckOutcome& outcome : checkpoint.outcomes)
                expectSays(text,
                           QString::fromStdString(std::string{outcome.code}).section(QLatin1Char('_'), 0, 0));
    }
}

TEST_F(WholeReport, SaysWhatEachStageHoldsKeepsAndDoes)
{
    const QString text = shown().text();
    for (const ReportCandidate& candidate : subject().candidates) {
        const whole::CandidateResult& result = *candidate.result.whole();
        for (std::size_t stage = 0; stage < result.estimate->peaks.size(); ++stage) {
            const whole::StagePeak& peak = result.estimate->peaks[stage];
            expectSays(text, QString::number(result.derivation->plan().stages[stage].parameters.value()));
            for (const Bytes part : peak.parts)
                expectSays(text, QString::fromStdString(humanBytes(part)));
            const whole::StageTime& time = (*result.estimate->modes)[1].time.stages[stage];
            for (const double seconds : {time.busy, time.hops, time.bubble, time.end, time.idle})
                expectSays(text, QString::fromStdString(humanSeconds(seconds)));
        }
        for (const whole::SavedBuffer& buffer : result.derivation->plan().saved)
            expectSays(text, QString::fromStdString(buffer.name));
    }
    expectSays(text, QStringLiteral("the weight gradient is this"));
}

TEST_F(WholeReport, ComparesAsTheEngineDoes)
{
    const QString text = shown().text();
    const ReportSubject subject = this->subject();
    ASSERT_NE(subject.pair, nullptr);
    const Comparison engine = compare(subject.candidates[0].result, subject.candidates[1].result);
    const QList<QStringList> lines = comparedFigureLines(*subject.pair);
    ASSERT_EQ(lines.size(), 1 + 7);
    for (const char* const path : {"time.system_evidence.total", "time.peak_only.total", "memory.peak",
                                   "utilisation.system_evidence.mfu_causal"}) {
        const ComparedFact& fact = *engine.figure(path);
        expectSays(text, QString::fromStdString(fact.a->digits()));
        expectSays(text, QString::fromStdString(fact.b->digits()));
        expectSays(text, QString::fromStdString(fact.delta()->digits()));
    }
    expectSays(text, QStringLiteral("Iteration time, system evidence by cause"));
    expectSays(text, QStringLiteral("Memory of the fullest stage by cause"));
    expectSays(text, QStringLiteral("Pipeline schedule"));

    m_document.pinnedB.reset();
    EXPECT_FALSE(shown().text().contains(QStringLiteral("by cause")));
}

TEST_F(WholeReport, OutlineLeadsToEveryPart)
{
    const QStringList titles = shown().outline();
    for (const char* const part :
         {"Cover", "  Model and workload", "  Derivation", "  Task graph", "  Iteration time by component",
          "  Memory against capacity", "  Operations a token", "  Parameters", "  Stages",
          "  Saved for backward in stage 0", "  Checkpoints",
          "Compare A: 4 stages of 20 blocks with B: 5 chunks a stage, interleaved", "  Why they differ",
          "  Facts that differ"})
        EXPECT_GE(titles.filter(QLatin1String(part)).size(), 1) << part;
}

TEST_F(WholeReport, IsSoundAndTheSameBytesForTheSameStudyOnEitherPaper)
{
    for (const Paper paper : {Paper::A4, Paper::Letter}) {
        const QByteArray once = pdfReport(subject(), paper);
        EXPECT_EQ(pdfReport(subject(), paper), once);
        const ShownPdf pdf(once);
        EXPECT_EQ(pdf.checkExitCode(), 0);
        const QStringList outside = pdf.wordsOutside(44);
        EXPECT_TRUE(outside.isEmpty()) << outside.join(QStringLiteral(", ")).toStdString();
        EXPECT_FALSE(pdf.wordsOutside(60).isEmpty()) << "the margin is 45 points";
        for (const QString& font : pdf.fonts())
            EXPECT_TRUE(font.contains(QStringLiteral("yes yes yes"))) << font.toStdString();
    }
}

TEST_F(WholeReport, SaysThatACandidateDoesNotFitOrIsRefused)
{
    m_document.candidates[0][CandidateField::TensorDegree] = "1";
    m_document.candidates[0][CandidateField::SequenceParallel] = "false";
    m_document.candidates[0][CandidateField::DataDegree] = "16";
    m_document.candidates[1][CandidateField::TensorDegree] = "3";
    const ReportSubject subject = this->subject();
    ASSERT_GT(subject.candidates[0].result.whole()->estimate->peak.value(), 80LL << 30);
    const QString text = ShownPdf(pdfReport(subject, Paper::A4)).text();
    expectSays(text, QStringLiteral("memory.over_capacity"));
    expectSays(text, QStringLiteral("✖ Refused"));
    expectSays(text, QStringLiteral("mapping.tensor.divides_heads"));
    expectSays(text, QStringLiteral("nothing more to compare"));
}

} // namespace
} // namespace planscope::ui
