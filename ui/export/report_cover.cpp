#include "ui/export/report_chapters.h"

#include "ui/models/shown_text.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLocale>
#include <QPainter>

#include <cmath>

namespace planscope::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("ReportCover", text);
}

QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

QString modelText(const StudyDocument& study)
{
    const auto model = [&study](ModelField field) { return text(study[field]); };
    if (study.accounting == Accounting::Block)
        return tr("%1: %2 blocks, hidden %3, feedforward %4, sequence %5, %6 heads of %7")
            .arg(model(ModelField::Name), model(ModelField::BlockCount), model(ModelField::HiddenSize),
                 model(ModelField::FeedforwardSize), model(ModelField::SequenceLength),
                 model(ModelField::AttentionHeads), model(ModelField::AttentionHeadSize));
    return tr("%1: %2 blocks, hidden %3, feedforward %4, %5 heads of %6, %7 of keys and values, vocabulary %8")
        .arg(model(ModelField::Name), model(ModelField::BlockCount), model(ModelField::HiddenSize),
             model(ModelField::FeedforwardSize), model(ModelField::AttentionHeads),
             model(ModelField::AttentionHeadSize), model(ModelField::KeyValueHeads),
             model(ModelField::VocabularySize));
}

QString workloadText(const StudyDocument& study)
{
    const QString batch = tr("global batch %1, %2")
                              .arg(text(study[WorkloadField::GlobalBatchSize]), text(study[WorkloadField::Datatype]));
    return study.accounting == Accounting::Block
        ? batch
        : tr("sequence %1, %2").arg(text(study[WorkloadField::SequenceLength]), batch);
}

/// The study's common part, as it is stated.
std::vector<std::pair<QString, QString>> studyFacts(const ReportSubject& subject)
{
    const StudyDocument& study = subject.study;
    std::vector<std::pair<QString, QString>> facts{{tr("Model"), modelText(study)},
                                                   {tr("Workload"), workloadText(study)},
                                                   {tr("System"), text(study.system)}};
    if (study.accounting == Accounting::Whole)
        facts.emplace_back(tr("Framework"), text(study.framework));
    facts.emplace_back(tr("Tool"), subject.tool);
    facts.emplace_back(
        tr("Made"), QLocale::c().toString(subject.made, QStringLiteral("yyyy-MM-dd HH:mm")) + QStringLiteral(" UTC"));
    return facts;
}

/// Digests of one candidate's derivation, as far as it came.
std::vector<std::pair<QString, QString>> digestsOf(const AnyResult& result)
{
    std::vector<std::pair<QString, QString>> digests;
    const DerivedHistory* const history = result.history();
    if (!history)
        return digests;
    digests.emplace_back(tr("Session"), text(history->session.fingerprint.toString()));
    const std::pair<IrKind, const char*> kinds[]{{IrKind::Model, "ModelIR"},
                                                 {IrKind::Distributed, "DistributedTaskIR"},
                                                 {IrKind::PortablePlan, "PortablePlanIR"}};
    for (const auto& [kind, name] : kinds)
        if (const SnapshotPtr snapshot = history->snapshot(kind))
            digests.emplace_back(QLatin1String(name), text(snapshot->digest().toString()));
    return digests;
}

void addDigests(ReportFlow& flow, const ReportSubject& subject)
{
    flow.heading(2, tr("Digests"));
    flow.caption(
        subject.study.accounting == Accounting::Block
            ? tr("The same inputs give the same digests on every machine. The evidence revision names the system "
                 "profile behind every predicted time; all else is left of the red boundary and knows no target.")
            : tr("The same inputs give the same digests on every machine. The evidence revision names the system and "
                 "framework profiles behind every predicted time and every peak of memory; all else is left of the "
                 "red boundary and knows no target."));
    std::vector<std::pair<QString, QString>> common{{tr("Study"), text(subject.study.digest().toString())}};
    for (const ReportCandidate& candidate : subject.candidates)
        if (candidate.head().system) {
            common.emplace_back(tr("Evidence revision"), text(candidate.head().evidence.toString()));
            break;
        }
    flow.digests(common);
    for (const ReportCandidate& candidate : subject.candidates)
        if (const auto digests = digestsOf(candidate.result); !digests.empty()) {
            flow.heading(3, chapterTitle(candidate));
            flow.digests(digests);
        }
}

void addContents(ReportFlow& flow, const std::shared_ptr<const std::vector<ReportContents>>& contents)
{
    flow.heading(2, tr("Contents"));
    const Theme theme = flow.theme();
    for (std::size_t k = 0; k < contents->size(); ++k)
        flow.listLine([contents, k, theme](QPainter& painter, const QRectF& box) {
            const ReportContents& entry = (*contents)[k];
            painter.setFont(theme.body());
            painter.setPen(theme.color(Role::Text));
            const QFontMetricsF metrics(theme.body());
            const QString page = QString::number(entry.page);
            const double room = box.width() - metrics.horizontalAdvance(page) - theme.space(8);
            const QString title = metrics.elidedText(entry.title, Qt::ElideRight, room);
            painter.drawText(box, Qt::AlignLeft | Qt::AlignTop, title);
            painter.drawText(box, Qt::AlignRight | Qt::AlignTop, page);
            const double base = std::round(box.top() + metrics.ascent()) - 0.5;
            painter.setPen(QPen(theme.color(Role::Line), 1, Qt::DotLine));
            painter.drawLine(QPointF(box.left() + metrics.horizontalAdvance(title) + theme.space(2), base),
                             QPointF(box.right() - metrics.horizontalAdvance(page) - theme.space(2), base));
        });
}

} // namespace

QString chapterTitle(const ReportCandidate& candidate)
{
    return candidate.pin.isEmpty() ? tr("Candidate: %1").arg(candidate.name)
                                   : tr("Candidate %1: %2").arg(candidate.pin, candidate.name);
}

void addCover(std::vector<ReportFlow>& flows, const ReportSubject& subject, const ReportStyle& style,
              std::shared_ptr<const std::vector<ReportContents>> contents)
{
    ReportFlow flow = style.flow({});
    flow.caption(tr("Training plan report"));
    flow.title(shownText(subject.study.name));
    flow.facts(studyFacts(subject));
    flow.heading(2, tr("Candidates"));
    flow.caption(
        subject.study.accounting == Accounting::Block
            ? tr("Times are predicted for the target by the system's evidence; memory is that of a rank of the first "
                 "stage, against the system's capacity; MFU is of the matrix peak.")
            : tr("Times are predicted for the target by the system's evidence; memory is the peak of a rank of the "
                 "fullest stage, against the system's capacity; MFU is of the matrix peak, with the causal half of "
                 "attention."));
    flow.table(subject.overview);
    addContents(flow, contents);
    addDigests(flow, subject);
    flows.push_back(std::move(flow));
}

} // namespace planscope::ui
