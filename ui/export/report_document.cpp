#include "ui/export/report_document.h"

#include "ui/export/finished_pdf.h"
#include "ui/export/report_chapters.h"
#include "ui/models/shown_text.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPainter>
#include <QPdfWriter>

#include <iterator>

namespace planscope::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("Report", text);
}

/// The pages of all flows, one after the other.
class Pages {
public:
    Pages(const std::vector<ReportFlow>& flows, const ReportStyle& style)
        : m_flows(flows)
        , m_style(style)
    {
        int first = 0;
        for (const ReportFlow& flow : flows) {
            m_set.push_back(paginate(flow.pieces(), pageOf(flow).body.height()));
            m_first.push_back(first);
            first += static_cast<int>(m_set.back().pageCount);
        }
        m_count = first;
    }

    int count() const { return m_count; }
    QList<PdfOutlineEntry> outline() const;
    void paint(QPdfWriter& writer, const ReportSubject& subject) const;

private:
    ReportPage pageOf(const ReportFlow& flow) const { return ReportPage::of(m_style.paper, flow.orientation()); }
    void paintFrame(QPainter& painter, const ReportFlow& flow, const ReportSubject& subject, int number) const;

    const std::vector<ReportFlow>& m_flows;
    const ReportStyle& m_style;
    std::vector<Pagination> m_set; ///< indexed as the flows
    std::vector<int> m_first;      ///< page of each flow, from 0
    int m_count = 0;
};

QList<PdfOutlineEntry> Pages::outline() const
{
    QList<PdfOutlineEntry> entries;
    for (std::size_t k = 0; k < m_flows.size(); ++k)
        for (const ReportHeading& heading : m_flows[k].headings())
            for (const PlacedPiece& placed : m_set[k].placed)
                if (placed.piece == heading.piece)
                    entries.push_back({heading.level, heading.title, m_first[k] + static_cast<int>(placed.page),
                                       (pageOf(m_flows[k]).body.top() + placed.top - 8) * ReportPage::pointsPerPixel});
    return entries;
}

void Pages::paintFrame(QPainter& painter, const ReportFlow& flow, const ReportSubject& subject, int number) const
{
    const ReportPage page = pageOf(flow);
    const Theme& theme = m_style.theme;
    painter.setFont(theme.label());
    painter.setPen(theme.color(Role::Muted));
    if (!flow.runningTitle().isEmpty()) {
        const QFontMetricsF metrics(theme.label());
        const double room = page.head.width() - theme.space(6);
        const QString study =
            metrics.elidedText(shownText(subject.study.name), Qt::ElideRight, room * 0.4);
        painter.drawText(page.head, Qt::AlignLeft | Qt::AlignVCenter, study);
        painter.drawText(
            page.head, Qt::AlignRight | Qt::AlignVCenter,
            metrics.elidedText(flow.runningTitle(), Qt::ElideRight, room - metrics.horizontalAdvance(study)));
        painter.fillRect(QRectF(page.head.left(), page.head.bottom(), page.head.width(), 0.75),
                         theme.color(Role::Line));
    }
    painter.drawText(page.foot, Qt::AlignLeft | Qt::AlignVCenter, subject.tool);
    painter.drawText(page.foot, Qt::AlignRight | Qt::AlignVCenter, tr("Page %1 of %2").arg(number).arg(m_count));
}

void Pages::paint(QPdfWriter& writer, const ReportSubject& subject) const
{
    QPainter painter;
    int number = 0;
    for (std::size_t k = 0; k < m_flows.size(); ++k) {
        const ReportFlow& flow = m_flows[k];
        const ReportPage page = pageOf(flow);
        std::size_t next = 0;
        for (std::size_t index = 0; index < m_set[k].pageCount; ++index) {
            writer.setPageOrientation(flow.orientation()); // of the page that begins
            if (number == 0)
                painter.begin(&writer);
            else
                writer.newPage();
            ++number;
            paintFrame(painter, flow, subject, number);
            for (; next < m_set[k].placed.size() && m_set[k].placed[next].page == index; ++next)
                flow.paint(painter, m_set[k].placed[next].piece, page.body.top() + m_set[k].placed[next].top,
                           page.body.left());
        }
    }
}

QString keywordsOf(const ReportSubject& subject)
{
    QStringList words{QStringLiteral("study %1").arg(QString::fromStdString(subject.study.digest().toString()))};
    for (const ReportCandidate& candidate : subject.candidates) {
        const DerivedHistory* const history = candidate.result.history();
        if (!history)
            continue;
        if (words.size() == 1)
            words << QStringLiteral("evidence %1").arg(QString::fromStdString(candidate.head().evidence.toString()));
        for (const IrKind kind : {IrKind::Model, IrKind::Distributed, IrKind::PortablePlan})
            if (const SnapshotPtr snapshot = history->snapshot(kind)) {
                const std::string_view name = nameOf(kind);
                words << QStringLiteral("%1 %2 %3")
                             .arg(candidate.name, QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())),
                                  QString::fromStdString(snapshot->digest().toString()));
            }
    }
    return words.join(QStringLiteral("; "));
}

} // namespace

QByteArray pdfReport(const ReportSubject& subject, Paper paper)
{
    const ReportStyle style{paper, Theme::paper()};
    std::vector<ReportFlow> chapters;
    for (std::size_t k = 0; k < subject.candidates.size(); ++k)
        addCandidate(chapters, subject, k, style);
    if (subject.pair)
        addComparison(chapters, subject, style);
    const auto contents = std::make_shared<std::vector<ReportContents>>();
    for (const ReportFlow& flow : chapters)
        for (const ReportHeading& heading : flow.headings())
            if (heading.level == 1)
                contents->push_back({heading.title, 0});

    std::vector<ReportFlow> flows;
    addCover(flows, subject, style, contents);
    std::move(chapters.begin(), chapters.end(), std::back_inserter(flows));
    const Pages pages(flows, style);
    QList<PdfOutlineEntry> outline = pages.outline();
    std::size_t chapter = 0;
    for (const PdfOutlineEntry& entry : outline)
        if (entry.level == 1)
            (*contents)[chapter++].page = entry.page + 1;

    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setPageSize(QPageSize(paper == Paper::A4 ? QPageSize::A4 : QPageSize::Letter));
    writer.setPageMargins({});
    writer.setResolution(static_cast<int>(ReportPage::pixelsPerInch));
    pages.paint(writer, subject);
    buffer.close();

    const QString title = tr("%1: training plan report").arg(shownText(subject.study.name));
    outline.prepend({1, tr("Cover"), 0, 0});
    return finishedPdf(bytes,
                       {title, tr("Training plan report"), keywordsOf(subject), subject.tool, subject.made, outline});
}

} // namespace planscope::ui
