#include "report/result_csv.h"

#include "report/csv_line.h"
#include "study/result_figures.h"

namespace planscope {
namespace {

void walk(CsvLine& line, const CandidateResult& result)
{
    const ResultFigures figures = figuresOf(result);
    writeHead(line, result);
    writeDigests(line, figures.digests, {"model", "distributed", "portable_plan", "session", "evidence"});
    writeCheckpoints(line, figures.checkpoints);
    visitGroups(line, figures);
}

} // namespace

std::string csvHeader()
{
    CsvLine line{CsvLine::Content::Names};
    walk(line, CandidateResult{});
    return line.take();
}

std::string csvRow(const CandidateResult& result)
{
    CsvLine line{CsvLine::Content::Values};
    walk(line, result);
    return line.take();
}

} // namespace planscope
