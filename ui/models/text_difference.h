#pragma once

#include "compare/line_diff.h"

#include <QString>

#include <set>
#include <string>
#include <vector>

namespace planscope::ui {

/// One line of a text difference as it is shown.
struct DifferenceLine {
    Change change = Change::Same; ///< never Changed
    QString text;
    std::size_t numberA = 0; ///< from 1; 0: not a line of A
    std::size_t numberB = 0;
    std::size_t fold = 0;    ///< lines hidden behind this one; 0: an ordinary line
    std::size_t run = 0;     ///< of a folded line: which run it stands for
};

/// Two texts line by line, what is the same beyond a few lines folded. An immutable value; any thread.
class TextDifference {
public:
    static constexpr std::size_t context = 3; ///< lines kept around each change

    TextDifference() = default;
    TextDifference(std::string a, std::string b);

    bool equal() const;
    const std::string& textA() const { return m_a; }
    const std::string& textB() const { return m_b; }
    /// The lines to show, those of the runs in `unfolded` whole.
    std::vector<DifferenceLine> lines(const std::set<std::size_t>& unfolded) const;
    std::size_t runCount() const { return m_runs.size(); }
    std::size_t added() const;   ///< lines in B alone
    std::size_t removed() const; ///< lines in A alone

private:
    std::string m_a;
    std::string m_b;
    std::vector<LineRun> m_runs;
};

} // namespace planscope::ui
