#pragma once

#include <QString>

#include <string_view>
#include <vector>

namespace planscope::ui {

/// A figure as it is copied from a card: its name as files have it, digits that read back to it, the unit of these.
struct ExactFact {
    QString name;  ///< "time.system_evidence.total"
    QString value; ///< "13.638064304317552"; a text where it is no number
    QString unit;  ///< "s"; "" for a ratio or a text
    friend bool operator==(const ExactFact&, const ExactFact&) = default;
};

ExactFact numberFact(std::string_view name, std::int64_t value, std::string_view unit);
ExactFact numberFact(std::string_view name, double value, std::string_view unit);
ExactFact textFact(std::string_view name, std::string_view text);

/// Tab-separated, below the header "figure, value, unit".
QString tsvOf(const std::vector<ExactFact>& facts);

} // namespace planscope::ui
