#include "cli/compare_command.h"

#include "cli/compared_sides.h"
#include "cli/output.h"
#include "compare/any_comparison.h"
#include "report/difference_csv.h"
#include "report/difference_json.h"
#include "report/difference_text.h"
#include "report/ir_difference.h"

namespace planscope {
namespace {

std::string differenceAs(OutputFormat format, const Comparison& comparison, const Attribution& attribution)
{
    switch (format) {
    case OutputFormat::Text: return differenceText(comparison, attribution);
    case OutputFormat::Json: return differenceJson(comparison, attribution) + "\n";
    case OutputFormat::Csv: return differenceCsv(comparison, attribution);
    }
    return {};
}

} // namespace

ExitCode CompareCommand::run() const
{
    const auto sides = compareSides(sideA, sideB);
    if (!sides)
        return sides.error();
    const Comparison comparison = compare(sides->a, sides->b);
    const ExitCode code = !sides->usable() ? ExitCode::Unusable
        : comparison.equal()               ? ExitCode::Done
                                           : ExitCode::Different;
    std::string text;
    if (textOf)
        text = unifiedDifference(comparableText(sides->a, *textOf, IrTextForm::Named),
                                 comparableText(sides->b, *textOf, IrTextForm::Named), sides->labelA, sides->labelB);
    else
        text = differenceAs(format, comparison, attribute(sides->a, sides->b));
    return worse(code, writeWhole(output, text));
}

} // namespace planscope
