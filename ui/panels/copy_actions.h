#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace planscope::ui {

/// What can be taken from a widget as text; exact, tab-separated, with a heading line where it is a table.
struct CopySource {
    std::function<QString()> selected; ///< empty when nothing is selected
    std::function<QString()> all;
};

/// Gives a widget "Copy" (Ctrl+C while it has the focus: what is selected, or all when nothing is) and "Copy all", both
/// in its context menu below what that has already. Text that is empty leaves the clipboard alone.
void addCopyActions(QWidget* widget, CopySource source);

/// Copies from the widget that has the focus, or from the nearest around it that has something to copy. False when there
/// is none: then nothing is copied.
bool copyFromFocus();
/// The same for all of it.
bool copyAllFromFocus();

} // namespace planscope::ui
