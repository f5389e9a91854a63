#include "ui/models/checkpoint_tree_model.h"

#include "report/number_format.h"
#include "study/pass_contracts.h"
#include "ui/models/display_names.h"
#include "ui/models/model_roles.h"

#include <algorithm>
#include <array>
#include <optional>

namespace planscope::ui {
namespace {

QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

QString schemaText(const IrSchema& schema)
{
    return QStringLiteral("%1 %2.%3").arg(text(schema.name)).arg(schema.major).arg(schema.minor);
}

template <NamedEnum E>
QString listText(const std::vector<E>& values)
{
    QStringList names;
    for (const E value : values)
        names << text(nameOf(value));
    return names.isEmpty() ? QStringLiteral("–") : names.join(QStringLiteral(", "));
}

} // namespace

struct CheckpointTreeModel::Node {
    Node* parent = nullptr;
    int row = 0;
    std::array<QString, columns> cells;
    std::array<QString, columns> exact;
    EntityKey key;
    std::optional<bool> passed;
    std::vector<std::unique_ptr<Node>> children;

    Node& add(const QString& item)
    {
        children.push_back(std::make_unique<Node>());
        Node& child = *children.back();
        child.parent = this;
        child.row = static_cast<int>(children.size()) - 1;
        child.set(Column::Item, item);
        return child;
    }
    void set(Column column, const QString& shown) { set(column, shown, shown); }
    void set(Column column, const QString& shown, const QString& exactText)
    {
        cells[static_cast<std::size_t>(column)] = shown;
        exact[static_cast<std::size_t>(column)] = exactText;
    }
    void judge(bool holds, const QString& words)
    {
        passed = holds;
        set(Column::Verdict, (holds ? QStringLiteral("✓ ") : QStringLiteral("✖ ")) + words,
            holds ? QStringLiteral("passed") : QStringLiteral("failed"));
    }
    void fact(const QString& item, const QString& value) { add(item).set(Column::Actual, value); }
    void fact(const QString& item, qint64 value) { fact(item, QString::number(value)); }

    void addContract(const PassContract& contract);
    void addRecord(const CheckpointReport& report);
    void addChecks(const CheckpointReport& report);
};

void CheckpointTreeModel::Node::addContract(const PassContract& contract)
{
    Node& node = add(CheckpointTreeModel::tr("Contract"));
    node.set(Column::Actual, text(contract.name));
    node.fact(CheckpointTreeModel::tr("Revision"), contract.revision);
    node.fact(CheckpointTreeModel::tr("Oldest input"), schemaText(contract.oldestInput));
    node.fact(CheckpointTreeModel::tr("Newest input"), schemaText(contract.newestInput));
    node.fact(CheckpointTreeModel::tr("Output"), schemaText(contract.outputSchema));
    node.fact(CheckpointTreeModel::tr("Bindings"), listText(contract.bindings));
    node.fact(CheckpointTreeModel::tr("Required analyses"), listText(contract.required));
    node.fact(CheckpointTreeModel::tr("Preserved analyses"), listText(contract.preserved));
    node.fact(CheckpointTreeModel::tr("Produced analyses"), listText(contract.produced));
    node.fact(CheckpointTreeModel::tr("Deterministic"),
              contract.deterministic ? CheckpointTreeModel::tr("yes") : CheckpointTreeModel::tr("no"));
}

void CheckpointTreeModel::Node::addRecord(const CheckpointReport& report)
{
    const PassRecord& record = report.record;
    Node& node = add(CheckpointTreeModel::tr("Record"));
    node.set(Column::Actual, text(record.pass));
    node.fact(CheckpointTreeModel::tr("Revision"), record.revision);
    node.fact(CheckpointTreeModel::tr("Schema"), schemaText(report.schema));
    node.fact(CheckpointTreeModel::tr("Input digest"), text(record.input.toString()));
    node.fact(CheckpointTreeModel::tr("Output digest"), text(record.output.toString()));
    node.fact(CheckpointTreeModel::tr("Session fingerprint"), text(record.session.toString()));
    Node& hostTime = node.add(CheckpointTreeModel::tr("Host time of the pass"));
    hostTime.set(Column::Item, hostTime.cells.front(), QStringLiteral("host_nanoseconds"));
    hostTime.set(Column::Actual, text(humanNanoseconds(record.hostNanoseconds)),
                 QString::number(record.hostNanoseconds));
    node.fact(CheckpointTreeModel::tr("Required analyses"), listText(record.required));
    node.fact(CheckpointTreeModel::tr("Preserved analyses"), listText(record.preserved));
    node.fact(CheckpointTreeModel::tr("Produced analyses"), listText(record.produced));
    const auto part = [](std::int64_t some, std::int64_t all) {
        return CheckpointTreeModel::tr("%1 of %2").arg(some).arg(all);
    };
    const LineageSummary& lineage = report.lineage;
    node.fact(CheckpointTreeModel::tr("Entities with sources"), part(lineage.withSources, lineage.entities));
    node.fact(CheckpointTreeModel::tr("Sources covered"), part(lineage.sourcesCovered, lineage.sourcesTotal));
}

/// One item a code, in the order in which the codes come first; its evidence below it.
void CheckpointTreeModel::Node::addChecks(const CheckpointReport& report)
{
    std::vector<std::pair<std::string_view, Node*>> checks;
    for (const CheckOutcome& outcome : report.outcomes) {
        auto check = std::find_if(checks.begin(), checks.end(),
                                  [&outcome](const auto& known) { return known.first == outcome.code; });
        if (check == checks.end()) {
            Node& node = add(text(outcome.code));
            node.key = {EntityKey::Kind::Check,
                        QStringLiteral("%1/%2").arg(text(nameOf(report.stage)), text(outcome.code))};
            checks.emplace_back(outcome.code, &node);
            check = checks.end() - 1;
        }
        Node& evidence = check->second->add(text(outcome.subject));
        evidence.key = check->second->key;
        evidence.judge(outcome.passed,
                       outcome.passed ? CheckpointTreeModel::tr("passed") : CheckpointTreeModel::tr("failed"));
        evidence.set(Column::Expected, text(outcome.expected));
        evidence.set(Column::Actual, text(outcome.actual));
        evidence.set(Column::Culprit, text(outcome.culprit));
    }
    for (const auto& [code, node] : checks) {
        const auto failed = std::count_if(node->children.begin(), node->children.end(),
                                          [](const std::unique_ptr<Node>& child) { return child->passed == false; });
        const auto all = static_cast<qint64>(node->children.size());
        if (all == 1) // what was expected and found is then in sight without a click
            for (const Column column : {Column::Expected, Column::Actual, Column::Culprit})
                node->set(column, node->children.front()->cells[static_cast<std::size_t>(column)]);
        node->judge(failed == 0, failed == 0 ? all == 1 ? CheckpointTreeModel::tr("passed") : CheckpointTreeModel::tr("%1 passed").arg(all)
                                             : CheckpointTreeModel::tr("%1 of %2 failed").arg(failed).arg(all));
    }
}

CheckpointTreeModel::CheckpointTreeModel(QObject* parent)
    : QAbstractItemModel(parent)
    , m_root(std::make_unique<Node>())
{
}

CheckpointTreeModel::~CheckpointTreeModel() = default;

void CheckpointTreeModel::setResult(const AnyResult& result)
{
    if (result == m_result)
        return;
    auto root = std::make_unique<Node>();
    if (const DerivedHistory* const derived = result.history()) {
        for (const CheckpointReport& report : derived->history.checkpoints) {
            Node& node = root->add(displayName(nameOf(report.stage)));
            node.key = {EntityKey::Kind::Snapshot, text(nameOf(report.stage))};
            node.judge(report.accepted, report.accepted ? tr("published") : tr("not published"));
            if (const PassContract* const contract = contractFor(report.schema))
                node.addContract(*contract);
            node.addRecord(report);
            node.addChecks(report);
        }
    }
    beginResetModel();
    m_result = result;
    m_root = std::move(root);
    endResetModel();
}

const CheckpointTreeModel::Node& CheckpointTreeModel::nodeOf(const QModelIndex& index) const
{
    return index.isValid() ? *static_cast<const Node*>(index.constInternalPointer()) : *m_root;
}

QModelIndex CheckpointTreeModel::find(const Node& below, const EntityKey& key) const
{
    for (const auto& child : below.children) {
        if (child->key == key)
            return createIndex(child->row, 0, child.get());
        if (const QModelIndex found = find(*child, key); found.isValid())
            return found;
    }
    return {};
}

QModelIndex CheckpointTreeModel::indexOf(const EntityKey& key) const
{
    return key.isNull() ? QModelIndex{} : find(*m_root, key);
}

QModelIndex CheckpointTreeModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, nodeOf(parent).children[static_cast<std::size_t>(row)].get());
}

QModelIndex CheckpointTreeModel::parent(const QModelIndex& index) const
{
    const Node* const parent = index.isValid() ? nodeOf(index).parent : nullptr;
    return !parent || parent == m_root.get() ? QModelIndex{} : createIndex(parent->row, 0, parent);
}

int CheckpointTreeModel::rowCount(const QModelIndex& parent) const
{
    return parent.column() > 0 ? 0 : static_cast<int>(nodeOf(parent).children.size());
}

int CheckpointTreeModel::columnCount(const QModelIndex&) const
{
    return columns;
}

QVariant CheckpointTreeModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Node& node = nodeOf(index);
    const auto column = static_cast<std::size_t>(index.column());
    switch (role) {
    case Qt::DisplayRole:
    case SortRole: return node.cells[column];
    case Qt::ToolTipRole:
    case ExactRole: return node.exact[column];
    case EntityRole: return QVariant::fromValue(node.key);
    case PassedRole: return node.passed ? QVariant{*node.passed} : QVariant{};
    default: return {};
    }
}

QVariant CheckpointTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columns)
        return {};
    const bool isExact = role == ExactRole;
    if (!isExact && role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(section)) {
    case Column::Item: return isExact ? QStringLiteral("item") : tr("Checkpoint");
    case Column::Verdict: return isExact ? QStringLiteral("verdict") : tr("Verdict");
    case Column::Expected: return isExact ? QStringLiteral("expected") : tr("Expected");
    case Column::Actual: return isExact ? QStringLiteral("actual") : tr("Actual");
    case Column::Culprit: return isExact ? QStringLiteral("culprit") : tr("Culprit");
    }
    return {};
}

} // namespace planscope::ui
