#include "ui/export/report_document.h"

#include "shown_pdf.h"

#include "frontend/presets.h"
#include "ui/panels/compared_figure_row.h"
#include "ui/panels/headline_figures.h"

#include <QApplication>
#include <QRegularExpression>
#include <QSizeF>

#include <gmock/gmock.h>

#include <algorithm>

namespace planscope::ui {
namespace {

/// A bundled study, or what a test made of it, as a report made at one moment.
class PdfReport : public testing::Test {
protected:
    PdfReport()
    {
        qputenv("SOURCE_DATE_EPOCH", "1700000000");
        m_document = *StudyDocument::parse(findPreset(PresetKind::Studies, "gpt3-175B-64xA100")->json);
    }
    ~PdfReport() override { qunsetenv("SOURCE_DATE_EPOCH"); }

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

TEST_F(PdfReport, saysEveryHeadlineNumberAsPeopleReadItAndExactly)
{
    const QString text = shown().text();
    for (const ReportCandidate& candidate : subject().candidates) {
        const std::vector<Figure> figures = headlineFiguresOf(*candidate.result.block());
        ASSERT_EQ(figures.size(), 6u);
        for (const Figure& figure : figures) {
            expectSays(text, figure.text);
            expectSays(text, figure.note);
            for (const ExactFact& fact : figure.facts)
                expectSays(text, QStringLiteral("%1 %2 %3").arg(fact.name, fact.value, fact.unit));
        }
    }
}

TEST_F(PdfReport, saysEveryDigestTheEvidenceAndTheTool)
{
    const QString text = shown().text();
    const ReportSubject subject = this->subject();
    expectSays(text, QString::fromStdString(subject.study.digest().toString()));
    expectSays(text, QStringLiteral("Planscope 1.2.3"));
    expectSays(text, QStringLiteral("2023-11-14 22:13 UTC"));
    for (const ReportCandidate& candidate : subject.candidates) {
        const CandidateResult& result = *candidate.result.block();
        expectSays(text, candidate.name);
        expectSays(text, QString::fromStdString(result.evidence.toString()));
        expectSays(text, QString::fromStdString(result.derivation->session.fingerprint.toString()));
        for (const IrKind kind : {IrKind::Model, IrKind::Distributed, IrKind::PortablePlan})
            expectSays(text, QString::fromStdString(result.derivation->snapshot(kind)->digest().toString()));
        for (const CheckpointReport& checkpoint : result.derivation->history.checkpoints)
            for (const CheckOutcome& outcome : checkpoint.outcomes)
                expectSays(text, QString::fromStdString(std::string{outcome.code}).section(QLatin1Char('_'), 0, 0));
    }
}

TEST_F(PdfReport, comparesThePinnedCandidates)
{
    const QString text = shown().text();
    const ReportSubject subject = this->subject();
    ASSERT_NE(subject.pair, nullptr);
    for (const ComparedFigure& figure : comparedFiguresOf(*subject.pair))
        for (const QString& word : {figure.name, figure.a, figure.b, figure.delta, figure.relative})
            expectSays(text, word);
    const QList<QStringList> lines = comparedFigureLines(*subject.pair);
    for (qsizetype k = 1; k < lines.size(); ++k)
        for (qsizetype column = 1; column < lines[k].size(); ++column)
            expectSays(text, lines[k][column]);
    expectSays(text, QStringLiteral("Iteration time, system evidence by cause"));
    expectSays(text, QStringLiteral("Iteration time, system evidence by component"));
    expectSays(text, QStringLiteral("40 the same · 16 changed · 10 only in B · 20 only in A"));

    m_document.pinnedB.reset();
    const QString alone = shown().text();
    EXPECT_FALSE(alone.contains(QStringLiteral("by cause")));
    EXPECT_FALSE(alone.contains(QStringLiteral("Compare A")));
}

TEST_F(PdfReport, embedsEveryFontWithItsLetters)
{
    const QStringList fonts = shown().fonts();
    ASSERT_GE(fonts.size(), 2);
    const QRegularExpression embedded(QStringLiteral("\\syes yes yes\\s+\\d+\\s+\\d+$"));
    for (const QString& font : fonts)
        EXPECT_TRUE(embedded.match(font).hasMatch()) << font.toStdString();
}

TEST_F(PdfReport, isSoundAndDescribesItself)
{
    const ShownPdf pdf = shown();
    EXPECT_EQ(pdf.checkExitCode(), 0);
    EXPECT_EQ(pdf.info(QStringLiteral("Title")), QStringLiteral("gpt3-175B on 64 x A100: training plan report"));
    EXPECT_EQ(pdf.info(QStringLiteral("Creator")), QStringLiteral("Planscope 1.2.3"));
    const QString keywords = pdf.info(QStringLiteral("Keywords"));
    const ReportSubject subject = this->subject();
    EXPECT_TRUE(keywords.contains(QString::fromStdString(subject.study.digest().toString())));
    for (const ReportCandidate& candidate : subject.candidates)
        EXPECT_TRUE(keywords.contains(
            QString::fromStdString(candidate.result.history()->snapshot(IrKind::PortablePlan)->digest().toString())));
}

TEST_F(PdfReport, outlineLeadsToEveryPart)
{
    const ShownPdf pdf = shown();
    const QStringList titles = pdf.outline();
    const auto pageOf = [&titles](const QString& beginning, int from = 0) {
        const QRegularExpression wanted(QStringLiteral("^%1.* (\\d+)$").arg(QRegularExpression::escape(beginning)));
        for (const QString& title : titles)
            if (const auto match = wanted.match(title); match.hasMatch() && match.captured(1).toInt() >= from)
                return match.captured(1).toInt();
        ADD_FAILURE() << beginning.toStdString();
        return 0;
    };
    EXPECT_EQ(pageOf(QStringLiteral("Cover")), 1);
    const int first = pageOf(QStringLiteral("Candidate A: full recompute"));
    const int second = pageOf(QStringLiteral("Candidate B: sequence parallel"));
    const int compared = pageOf(QStringLiteral("Compare A: full recompute with B: sequence parallel"));
    EXPECT_LT(1, first);
    EXPECT_LT(first, second);
    EXPECT_LT(second, compared);
    for (const int chapter : {first, second})
        for (const char* const part : {"Derivation", "Task graph", "Work of each rank", "Iteration time by component",
                                       "Memory against capacity", "Checkpoints"})
            EXPECT_GE(pageOf(QStringLiteral("  ") + QLatin1String(part), chapter), chapter);
    for (const char* const part :
         {"Both task graphs", "Why they differ", "Memory against capacity", "Facts that differ"})
        EXPECT_GE(pageOf(QStringLiteral("  ") + QLatin1String(part), compared), compared);
    const QString text = pdf.text();
    for (const int chapter : {first, second, compared}) // as the table of contents has it
        expectSays(text, QString::number(chapter));
    expectSays(text, QStringLiteral("Page %1 of %1").arg(pdf.pageCount()));
}

TEST_F(PdfReport, hasThePaperAskedFor)
{
    for (const auto& [paper, size] :
         {std::pair{Paper::A4, QSizeF(595, 842)}, std::pair{Paper::Letter, QSizeF(612, 792)}}) {
        const ShownPdf pdf = shown(paper);
        const QList<QSizeF> sizes = pdf.pageSizes();
        EXPECT_EQ(sizes.size(), pdf.pageCount());
        for (const QSizeF& page : sizes)
            EXPECT_TRUE(page == size || page == size.transposed()) << page.width() << " x " << page.height();
        EXPECT_EQ(std::count(sizes.begin(), sizes.end(), size.transposed()), 3) << "looms: of A, of B, of both";
    }
}

TEST_F(PdfReport, isTheSameBytesForTheSameStudy)
{
    const QByteArray once = pdfReport(subject(), Paper::A4);
    EXPECT_EQ(pdfReport(subject(), Paper::A4), once);
    qputenv("SOURCE_DATE_EPOCH", "1700000001");
    EXPECT_NE(pdfReport(subject(), Paper::A4), once);
}

TEST_F(PdfReport, saysWhatIsWrongWithARefusedCandidate)
{
    m_document.candidates[1][CandidateField::TensorDegree] = "5";
    const ReportSubject subject = this->subject();
    EXPECT_TRUE(subject.hasRefused());
    const ShownPdf pdf(pdfReport(subject, Paper::A4));
    EXPECT_EQ(pdf.checkExitCode(), 0);
    const QString text = pdf.text();
    expectSays(text, QStringLiteral("✖ Refused"));
    expectSays(text, QStringLiteral("mapping.tensor.divides_heads"));
    expectSays(text, QStringLiteral("nothing more to compare"));
}

TEST_F(PdfReport, aResultFromBeforeAnEditIsNotPrintedAsIfItWereNow)
{
    m_study.setDocument(m_document);
    m_study.waitForResults();
    m_study.setCandidateField(0, CandidateField::TensorDegree, QStringLiteral("5"));
    ASSERT_TRUE(m_study.state(0)->result) << "the last good one";
    const ReportSubject subject = reportSubjectOf(m_study, {});
    EXPECT_EQ(subject.candidates[0].head().status, ResultStatus::Refused);
    EXPECT_FALSE(subject.candidates[0].head().diagnostics.empty());
}

TEST_F(PdfReport, marksThatReorderTextAreShownEscaped)
{
    m_document.name = "safe \u202ereversed";
    m_document.candidates.front().name = "two\nlines";
    const QString text = shown().text();
    expectSays(text, QStringLiteral("safe \\u202ereversed"));
    expectSays(text, QStringLiteral("two\\u000alines"));
    EXPECT_FALSE(text.contains(QChar{0x202e}));
}

TEST_F(PdfReport, isAlwaysLight)
{
    const QByteArray light = pdfReport(subject(), Paper::A4);
    const QPalette before = QApplication::palette();
    QApplication::setPalette(Theme(ThemeKind::Dark).palette());
    const QByteArray dark = pdfReport(subject(), Paper::A4);
    QApplication::setPalette(before);
    EXPECT_EQ(dark, light);
}

} // namespace
} // namespace planscope::ui
