#pragma once

#include "frontend/calculon_files.h"
#include "frontend/calculon_import.h"

#include <QString>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace planscope::ui {

/// The files of one of Calculon's runs as they come together, one at a time or all at once. A plain value.
class CalculonCollection {
public:
    /// A file of a kind that is there already takes its place.
    void put(CalculonFile kind, QString path, std::string bytes);
    QString pathOf(CalculonFile kind) const; ///< "" while it is missing
    std::vector<CalculonFile> missing() const;
    bool isComplete() const { return missing().empty(); }
    /// Requires: isComplete(). The case is named after the execution file.
    CalculonImport import() const;

private:
    struct File {
        QString path;
        std::string bytes;
    };
    std::array<std::optional<File>, countOf<CalculonFile>()> m_files;
};

} // namespace planscope::ui
