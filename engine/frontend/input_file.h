#pragma once

#include "base/diagnostic.h"

#include <string>

namespace planscope {

/// The bytes of a file, or of standard input for "-". Reads at most 64 MiB and one byte, whatever the file's size.
/// Fails with one diagnostic, path "": file.not_found, file.not_a_file (a directory), file.unreadable, file.too_large.
Result<std::string> readInput(const std::string& path);

} // namespace planscope
