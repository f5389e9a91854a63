#pragma once

#include "ui/models/entity_key.h"
#include "ui/models/table_cell.h"

#include <vector>

namespace planscope::ui {

struct TableHeading {
    QString text;
    QString exact; ///< the column's name and unit in files: "read_bytes"
    bool isNumber = true;
    QString toolTip;
};

struct TableRow {
    EntityKey key;
    std::vector<TableCell> cells;
    bool isTotal = false;

    friend bool operator==(const TableRow&, const TableRow&) = default;
};

} // namespace planscope::ui
