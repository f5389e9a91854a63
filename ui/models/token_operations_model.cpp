#include "ui/models/token_operations_model.h"

#include "study/whole_result_figures.h"

#include <optional>

namespace planscope::ui {
namespace {

QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

struct Convention {
    std::string_view name;
    Total<OperationsUnit> perToken;
};

/// In the order in which answers give them.
struct ConventionSink {
    std::vector<Convention> conventions;

    void total(std::string_view name, const Total<OperationsUnit>& value, FigureUnit)
    {
        conventions.push_back({name, value});
    }
};

QString meaningOf(std::string_view convention)
{
    if (convention == "matmul_full")
        return TokenOperationsModel::tr("products and the full square of attention; of MFU with full attention");
    if (convention == "causal_half")
        return TokenOperationsModel::tr(
            "products and half of the square; of MFU with causal attention, and of Megatron-LM today");
    if (convention == "causal_exact")
        return TokenOperationsModel::tr("products, and each token with itself and those before it");
    if (convention == "with_embedding")
        return TokenOperationsModel::tr("causal half, and the embedding as if it were a product");
    if (convention == "six_n")
        return TokenOperationsModel::tr("six times all parameters");
    return {};
}

TableCell operationsOf(const std::optional<Total<OperationsUnit>>& value)
{
    return value ? operationsCell(*value) : absentCell();
}

} // namespace

TokenOperationsModel::TokenOperationsModel(QObject* parent)
    : SnapshotTableModel(
        {{tr("Convention"), QStringLiteral("convention"), false, {}},
         {tr("Counts"), QStringLiteral("counts"), false, {}},
         {tr("A token"), QStringLiteral("operations_a_token"), true, tr("Forward and backward")},
         {tr("A step"), QStringLiteral("operations_a_step"), true, tr("Of all tokens of a global batch")}},
        parent)
{
}

void TokenOperationsModel::setResult(const whole::CandidateResultPtr& result)
{
    std::vector<TableRow> rows;
    if (result && result->derivation && result->derivation->complete()) {
        const whole::PortablePlanIR& plan = result->derivation->plan();
        ConventionSink sink;
        whole::visitFields(sink, whole::flopsPerToken(plan.flops));
        for (const Convention& convention : sink.conventions) {
            const auto sequences = convention.perToken.times(plan.program.globalBatchSize);
            const auto step = sequences ? sequences->times(plan.program.sequenceLength) : std::nullopt;
            rows.push_back(
                {{EntityKey::Kind::Component, QStringLiteral("flops_per_token.%1").arg(text(convention.name))},
                 {textCell(text(convention.name)), textCell(meaningOf(convention.name)),
                  operationsCell(convention.perToken), operationsOf(step)}});
        }
    }
    setRows(std::move(rows));
}

} // namespace planscope::ui
