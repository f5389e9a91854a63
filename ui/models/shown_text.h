#pragma once

#include <QString>

#include <string>

namespace planscope::ui {

/// Text that a file or a person chose, safe to show: control characters and the marks that reorder text stand escaped,
/// "\u202e", as the command line shows them. Nothing is cut. What is copied or edited is the text itself.
QString shownText(const std::string& utf8);
QString shownText(const QString& text);

} // namespace planscope::ui
