#include "ui/models/text_difference.h"

namespace planscope::ui {
namespace {

QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

constexpr std::size_t leastFolded = 3; // fewer lines take no more room than the fold

std::size_t linesWith(const std::vector<LineRun>& runs, Change change)
{
    std::size_t count = 0;
    for (const LineRun& run : runs)
        if (run.change == change)
            count += run.count;
    return count;
}

} // namespace

TextDifference::TextDifference(std::string a, std::string b)
    : m_a(std::move(a))
    , m_b(std::move(b))
    , m_runs(diffLines(linesOf(m_a), linesOf(m_b)))
{
}

bool TextDifference::equal() const
{
    return added() + removed() == 0;
}

std::size_t TextDifference::added() const
{
    return linesWith(m_runs, Change::Added);
}

std::size_t TextDifference::removed() const
{
    return linesWith(m_runs, Change::Removed);
}

std::vector<DifferenceLine> TextDifference::lines(const std::set<std::size_t>& unfolded) const
{
    const std::vector<std::string_view> a = linesOf(m_a);
    const std::vector<std::string_view> b = linesOf(m_b);
    std::vector<DifferenceLine> shown;
    for (std::size_t k = 0; k < m_runs.size(); ++k) {
        const LineRun& run = m_runs[k];
        const auto add = [&](std::size_t at) {
            const bool inA = run.change != Change::Added;
            shown.push_back({run.change, text(inA ? a[run.beginA + at] : b[run.beginB + at]),
                             inA ? run.beginA + at + 1 : 0,
                             run.change != Change::Removed ? run.beginB + at + 1 : 0, 0, k});
        };
        const std::size_t before = k == 0 ? 0 : context; // at the ends one side alone is needed
        const std::size_t after = k + 1 == m_runs.size() ? 0 : context;
        const bool folds = run.change == Change::Same && !unfolded.contains(k) && run.count > before + after + leastFolded;
        for (std::size_t at = 0; at < run.count; ++at) {
            if (folds && at == before) {
                const std::size_t hidden = run.count - before - after;
                shown.push_back({Change::Same, {}, 0, 0, hidden, k});
                at += hidden - 1;
            } else {
                add(at);
            }
        }
    }
    return shown;
}

} // namespace planscope::ui
