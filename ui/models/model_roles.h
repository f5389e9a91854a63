#pragma once

#include <Qt>

namespace planscope::ui {

/// Roles of every item model here, beside Qt's own.
enum ModelRole {
    ExactRole = Qt::UserRole + 1, ///< QString: the exact value, as it is copied
    SortRole,                     ///< a number, or a QString where the column holds text
    EntityRole,                   ///< EntityKey of the row; null where it names nothing
    TotalRole,                    ///< bool: the row sums up others
    CandidateRole,                ///< qulonglong: index of the candidate the row speaks of
    PathRole,                     ///< QString: a diagnostic's path
    SeverityRole,                 ///< int: a diagnostic's Severity
    PinRole,                      ///< QString: "A", "B", "AB" or ""
    StaleRole,                    ///< bool: the figures are of an older document
    RunningRole,                  ///< bool: a derivation is under way
    PassedRole,                   ///< bool: the check or the checkpoint holds; invalid where there is none
    ChangeRole,                   ///< int: the Change from A to B of what the row speaks of
    DirectionRole,                ///< int: 1 where B is more than A, -1 where less, else 0
};

} // namespace planscope::ui
