#pragma once

#include <QTableView>

#include "ui/theme/theme.h"

namespace planscope::ui {

class SweepTableModel;

/// The mappings of a sweep, however many, one line each, sorted by a click on a heading.
class SweepTable final : public QTableView {
    Q_OBJECT
public:
    /// The model outlives the table.
    SweepTable(SweepTableModel* mappings, QWidget* parent);

    void setTheme(const Theme& theme);
};

} // namespace planscope::ui
