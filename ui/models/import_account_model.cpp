#include "ui/models/import_account_model.h"

#include <algorithm>
#include <array>

namespace planscope::ui {
namespace {

struct OutcomeWords {
    ImportOutcome outcome;
    const char* sign;
    const char* words;
    std::string_view exact;
};
/// In the order in which they are shown.
constexpr std::array<OutcomeWords, 4> outcomes{{
    {ImportOutcome::Refused, "✖", QT_TRANSLATE_NOOP("planscope::ui::ImportAccountModel", "refused"), "refused"},
    {ImportOutcome::Assumed, "▲", QT_TRANSLATE_NOOP("planscope::ui::ImportAccountModel", "assumed"), "assumed"},
    {ImportOutcome::Ignored, "–", QT_TRANSLATE_NOOP("planscope::ui::ImportAccountModel", "ignored"), "ignored"},
    {ImportOutcome::Read, "✓", QT_TRANSLATE_NOOP("planscope::ui::ImportAccountModel", "read"), "read"},
}};

QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

} // namespace

ImportAccountModel::ImportAccountModel(QObject* parent)
    : SnapshotTableModel({{tr("Outcome"), QStringLiteral("outcome"), false, {}},
                          {tr("Field"), QStringLiteral("field"), false, tr("Of the file; of an assumption, of the case")},
                          {tr("Value"), QStringLiteral("value"), false, tr("As written")},
                          {tr("Where it went, or why not"), QStringLiteral("note"), false, {}}},
                         parent)
{
}

void ImportAccountModel::setRows(const std::vector<ImportRow>& rows)
{
    std::vector<TableRow> made;
    for (const OutcomeWords& known : outcomes)
        for (const ImportRow& row : rows)
            if (row.outcome == known.outcome)
                made.push_back({{},
                                {textCell(QStringLiteral("%1 %2").arg(QString::fromUtf8(known.sign), tr(known.words)),
                                          known.exact),
                                 textCell(text(row.field)), textCell(text(row.value)), textCell(text(row.note))}});
    SnapshotTableModel::setRows(std::move(made));
}

} // namespace planscope::ui
