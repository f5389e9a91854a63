#include "ui/panels/checkpoints_view.h"

#include "ui/models/checkpoint_tree_model.h"
#include "ui/models/model_roles.h"
#include "ui/models/table_text.h"
#include "ui/panels/copy_actions.h"
#include "ui/panels/detail_rows.h"
#include "ui/panels/details_browser.h"
#include "ui/panels/verdict_delegate.h"

#include "frontend/reference_file.h"
#include "report/diagnostic_text.h"

#include <QEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace planscope::ui {
namespace {

constexpr qint64 largestReference = 64 * 1024 * 1024;

void collectBelow(const QModelIndex& row, QModelIndexList& cells)
{
    for (int column = 0; column < row.model()->columnCount(row.parent()); ++column)
        cells << row.siblingAtColumn(column);
    for (int child = 0; child < row.model()->rowCount(row); ++child)
        collectBelow(row.model()->index(child, 0, row), cells);
}

} // namespace

CheckpointsView::CheckpointsView(const ViewContext& context, QWidget* parent)
    : View(context, parent)
    , m_bar(new QHBoxLayout)
    , m_banner(new QLabel(this))
    , m_load(new QPushButton(tr("Load reference…"), this))
    , m_clear(new QPushButton(tr("Clear reference"), this))
    , m_empty(new QLabel(this))
    , m_split(new QSplitter(Qt::Horizontal, this))
    , m_tree(new QTreeView(m_split))
    , m_record(new DetailsBrowser(m_split))
    , m_model(new CheckpointTreeModel(this))
    , m_delegate(new VerdictDelegate(static_cast<int>(CheckpointTreeModel::Column::Verdict), this))
{
    m_banner->setTextFormat(Qt::RichText);
    m_banner->setWordWrap(true);
    m_banner->setAccessibleName(tr("Verdict of the checkpoints"));
    m_banner->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_load->setToolTip(tr("Hold the derivation to the facts of a planscope.reference/1 file"));
    m_load->setAccessibleName(tr("Load a reference file"));
    m_clear->setAccessibleName(tr("Clear the reference"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_tree->setModel(m_model);
    m_tree->setItemDelegate(m_delegate);
    m_tree->installEventFilter(this);
    m_tree->setAccessibleName(tr("Checkpoints, checks and evidence"));
    m_tree->setUniformRowHeights(true);
    m_tree->setAlternatingRowColors(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setTextElideMode(Qt::ElideMiddle);
    m_record->setAccessibleName(tr("Contract, record and lineage of the checkpoint"));
    m_split->setStretchFactor(0, 3);
    m_split->setStretchFactor(1, 1);
    m_split->setChildrenCollapsible(false);

    m_bar->addWidget(m_banner, 1);
    m_bar->addWidget(m_load, 0, Qt::AlignTop);
    m_bar->addWidget(m_clear, 0, Qt::AlignTop);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(m_bar);
    column->addWidget(m_empty, 1);
    column->addWidget(m_split, 1);

    connect(m_load, &QPushButton::clicked, this, &CheckpointsView::chooseReference);
    connect(m_clear, &QPushButton::clicked, this, [this] {
        m_fileFault.clear();
        this->context().study->clearReference();
    });
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, &CheckpointsView::chosen);
    connect(m_tree, &QTreeView::clicked, this, &CheckpointsView::chosen); // the current item may not be selected
    connect(m_tree, &QTreeView::activated, this, [this](const QModelIndex& index) {
        if (const auto key = index.data(EntityRole).value<EntityKey>(); !key.isNull())
            this->context().selection->activate(key);
    });
    addCopyActions(m_tree, {[this] { return selectedText(); }, [this] { return copyText(); }});
    connect(m_record, &DetailsBrowser::linkChosen, context.selection, &Selection::select);
    setFocusProxy(m_tree);
}

QString CheckpointsView::title() const
{
    return tr("Checkpoints");
}

QString CheckpointsView::exportName() const
{
    return QStringLiteral("checkpoints");
}

/// Every item that is unfolded, and all of the record.
QSize CheckpointsView::exportSize() const
{
    const QSize least = View::exportSize();
    if (m_split->isHidden())
        return least;
    int tree = m_tree->header()->height();
    for (QModelIndex row = m_model->index(0, 0); row.isValid(); row = m_tree->indexBelow(row))
        tree += m_tree->visualRect(row).height();
    const int record = static_cast<int>(m_record->document()->size().height());
    return {least.width(), std::max(least.height(), m_bar->sizeHint().height() + std::max(tree, record) + 2)};
}

bool CheckpointsView::isBestFor(EntityKey::Kind kind) const
{
    return kind == EntityKey::Kind::Check;
}

AnyResult CheckpointsView::shownResult() const
{
    const AnyResult reference = context().study->anyReferenceResult();
    return reference ? reference : anyResult();
}

QString CheckpointsView::copyText() const
{
    QList<QStringList> lines{{QStringLiteral("checkpoint"), QStringLiteral("check"), QStringLiteral("compared"),
                              QStringLiteral("verdict"), QStringLiteral("expected"), QStringLiteral("actual"),
                              QStringLiteral("culprit")}};
    if (const DerivedHistory* const derived = m_shown.history())
        for (const CheckpointReport& report : derived->history.checkpoints)
            for (const CheckOutcome& outcome : report.outcomes)
                lines << QStringList{plainText(nameOf(report.stage)), plainText(outcome.code),
                                     plainText(outcome.subject),
                                     outcome.passed ? QStringLiteral("passed") : QStringLiteral("failed"),
                                     plainText(outcome.expected), plainText(outcome.actual), plainText(outcome.culprit)};
    return lines.size() > 1 ? tsvOf(lines) : QString{};
}

/// The selected item and what is below it, as the tree has them.
QString CheckpointsView::selectedText() const
{
    QModelIndexList cells;
    for (const QModelIndex& row : m_tree->selectionModel()->selectedRows())
        collectBelow(row, cells);
    return cells.isEmpty() ? QString{} : tsvOf(*m_model, cells);
}

void CheckpointsView::chooseReference()
{
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Load reference"), {}, tr("Reference files (*.json);;All files (*)"));
    if (!path.isEmpty())
        loadReference(path);
}

void CheckpointsView::loadReference(const QString& path)
{
    m_fileFault.clear();
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        m_fileFault = tr("%1 cannot be opened: %2").arg(path, file.errorString());
    else if (file.size() > largestReference)
        m_fileFault = tr("%1 is larger than 64 MiB").arg(path);
    if (!m_fileFault.isEmpty()) {
        showBanner();
        return;
    }
    const QByteArray bytes = file.readAll();
    auto read = readReference({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    if (!read) {
        for (const Diagnostic& fault : read.error())
            m_fileFault += plainText(diagnosticText(fault, "")) + QLatin1Char('\n');
        m_fileFault = tr("%1 is no reference: %2").arg(QFileInfo(path).fileName(), m_fileFault.trimmed());
        showBanner();
        return;
    }
    std::vector<ExpectedFact> facts;
    facts.reserve(read->size());
    for (ReferenceFact& fact : *read)
        facts.push_back({std::move(fact.invocation), std::move(fact.fact), fact.expected});
    context().study->setReference(QFileInfo(path).fileName(), std::move(facts));
}

void CheckpointsView::refresh()
{
    const Theme& theme = context().theme->theme();
    m_bar->setContentsMargins(theme.space(4), theme.space(2), theme.space(4), theme.space(2));
    m_bar->setSpacing(theme.space(2));
    m_banner->setFont(theme.body());
    m_load->setFont(theme.body());
    m_clear->setFont(theme.body());
    m_empty->setFont(theme.body());
    m_tree->setFont(theme.body());
    m_tree->header()->setFont(theme.label());
    m_record->setTheme(theme);
    m_record->setMinimumSize(theme.space(75), theme.space(45));
    m_delegate->setTheme(theme);
    m_clear->setVisible(!context().study->referenceTitle().isEmpty());
    const AnyResult shown = shownResult();
    const bool any = shown.history() != nullptr;
    m_empty->setVisible(!any);
    m_split->setVisible(any);
    m_empty->setText(tr("No checkpoints: nothing was derived.\nMend the fields that Problems names; each transition's "
                        "checks and their evidence then show here."));
    if (const QString reference = context().study->referenceTitle(); reference != m_reference) {
        m_reference = reference;
        m_awaitsVerdict = !reference.isEmpty();
    }
    if (shown != m_shown) {
        m_shown = shown;
        showTree();
    }
    if (m_awaitsVerdict && context().study->anyReferenceResult()) {
        m_awaitsVerdict = false;
        chosen(m_tree->currentIndex());
    }
    showBanner();
    showCheckpoint();
}

/// Checkpoints open; of a rejected one the failed checks, the first of them in sight.
void CheckpointsView::showTree()
{
    m_selecting = true;
    m_model->setResult(m_shown);
    m_tree->expandToDepth(0);
    QModelIndex firstFailed;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QModelIndex checkpoint = m_model->index(row, 0);
        for (int child = 0; child < m_model->rowCount(checkpoint); ++child) {
            const QModelIndex check = m_model->index(child, 0, checkpoint);
            if (check.data(PassedRole) != QVariant{false})
                continue;
            m_tree->expand(check);
            if (!firstFailed.isValid())
                firstFailed = check;
        }
    }
    if (firstFailed.isValid()) {
        m_tree->setCurrentIndex(firstFailed);
        m_tree->scrollTo(firstFailed, QAbstractItemView::PositionAtTop);
    }
    m_selecting = false;
    shareColumns();
}

void CheckpointsView::resizeEvent(QResizeEvent* event)
{
    View::resizeEvent(event);
    // Side by side where both are readable so.
    const bool isWide = width() >= context().theme->theme().space(225);
    m_split->setOrientation(isWide ? Qt::Horizontal : Qt::Vertical);
}

void CheckpointsView::shareColumns()
{
    // The last column shown takes the rest. Culprits have room only where something was rejected.
    constexpr int culprit = static_cast<int>(CheckpointTreeModel::Column::Culprit);
    bool allHold = true;
    for (int row = 0; row < m_model->rowCount(); ++row)
        allHold = allHold && m_model->index(row, 0).data(PassedRole) != QVariant{false};
    m_tree->setColumnHidden(culprit, allHold);
    constexpr std::array<double, 4> whereAllHold{0.40, 0.22, 0.19, 0.19};
    constexpr std::array<double, 4> whereSomeFail{0.32, 0.19, 0.16, 0.16};
    const std::array<double, 4>& shares = allHold ? whereAllHold : whereSomeFail;
    const int width = m_tree->width() - m_tree->verticalScrollBar()->sizeHint().width();
    for (std::size_t k = 0; k < shares.size(); ++k)
        m_tree->header()->resizeSection(static_cast<int>(k), static_cast<int>(shares[k] * width));
}

bool CheckpointsView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_tree && event->type() == QEvent::Resize)
        shareColumns();
    return View::eventFilter(watched, event);
}

void CheckpointsView::showBanner()
{
    const Theme& theme = context().theme->theme();
    const auto colored = [&theme](Role role, const QString& words) {
        return QStringLiteral("<span style='color:%1'>%2</span>")
            .arg(theme.color(role).name(), words.toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>")));
    };
    const QString reference = context().study->referenceTitle();
    QStringList lines;
    if (!m_fileFault.isEmpty())
        lines << colored(Role::Error, QStringLiteral("✖ ") + m_fileFault);
    if (const DerivedHistory* const derivation = m_shown.history()) {
        qsizetype checks = 0;
        const CheckpointReport* rejected = nullptr;
        for (const CheckpointReport& report : derivation->history.checkpoints) {
            checks += static_cast<qsizetype>(report.outcomes.size());
            if (!report.accepted)
                rejected = &report;
        }
        if (rejected != nullptr) {
            const auto foreign =
                std::count_if(rejected->outcomes.begin(), rejected->outcomes.end(),
                              [](const CheckOutcome& o) { return !o.passed && o.code == "check.reference"; });
            const QString by = foreign == rejected->failedCount() && !reference.isEmpty()
                ? tr("the reference observer (%1)").arg(reference)
                : tr("its checks");
            lines << colored(Role::Error,
                             tr("✖ The transition to %1 was rejected by %2: %3 of %4 checks failed.")
                                 .arg(irName(rejected->stage), by)
                                 .arg(rejected->failedCount())
                                 .arg(rejected->outcomes.size()));
            QStringList published;
            for (const SnapshotPtr& snapshot : derivation->history.snapshots)
                published << irName(snapshot->kind());
            lines << tr("Nothing of it was published: the history holds %1 and %n analyses.", nullptr,
                        static_cast<int>(derivation->history.analyses.size()))
                         .arg(published.join(QStringLiteral(", ")));
        } else {
            lines << colored(Role::Ok,
                             tr("✓ %1 checkpoints accepted, %2 checks hold.")
                                 .arg(derivation->history.checkpoints.size())
                                 .arg(checks));
        }
    }
    if (reference.isEmpty())
        lines << colored(Role::Muted, tr("No reference. Load one to hold each transition to facts that you know."));
    else
        lines << colored(
            Role::Muted,
            tr("Reference: %1, for the current candidate; the other views show the result without it.").arg(reference));
    if (isStale())
        lines << colored(Role::Warn, tr("▲ Stale: of the last lawful document."));
    m_banner->setText(lines.join(QStringLiteral("<br>")));
}

/// The record pane shows the checkpoint that the current item belongs to, the rejected one at first.
void CheckpointsView::showCheckpoint()
{
    const DerivedHistory* const derived = m_shown.history();
    if (!derived || derived->history.checkpoints.empty()) {
        m_record->showNote(tr("No checkpoint"), tr("No transition reached its checkpoint."));
        return;
    }
    QModelIndex top = m_tree->currentIndex();
    while (top.parent().isValid())
        top = top.parent();
    const auto& reports = derived->history.checkpoints;
    const std::size_t row = top.isValid() ? static_cast<std::size_t>(top.row()) : reports.size() - 1;
    m_record->showDetails(checkpointDetails(*derived, reports.at(row)));
}

void CheckpointsView::chosen(const QModelIndex& index)
{
    if (m_selecting || !index.isValid())
        return;
    showCheckpoint();
    if (const auto key = index.data(EntityRole).value<EntityKey>(); !key.isNull())
        context().selection->select(key);
}

void CheckpointsView::showSelection(const EntityKey& key)
{
    const QModelIndex current = m_tree->currentIndex();
    const auto currentKey = current.data(EntityRole).value<EntityKey>();
    const bool isCurrent = !key.isNull() && currentKey == key;
    const QModelIndex index = isCurrent ? current : m_model->indexOf(key);
    m_selecting = true;
    if (index.isValid() && !(isCurrent && m_tree->selectionModel()->isSelected(current))) {
        m_tree->setCurrentIndex(index);
        m_tree->expand(index);
        m_tree->scrollTo(index);
        showCheckpoint();
    } else if (!index.isValid() && !currentKey.isNull()) {
        m_tree->clearSelection(); // an entity of other views: the record of what was read here stays
    }
    m_selecting = false;
}

} // namespace planscope::ui
