#pragma once

#include "base/diagnostic.h"
#include "cli/exit_code.h"

#include <memory>
#include <string>
#include <string_view>

namespace planscope {

/// Where results go: standard output, or a file that appears whole or not at all. A file is written under another name
/// beside its place and renamed by finish(); without finish(), or when the process is interrupted, it is removed.
/// What is no regular file (/dev/null, a pipe) is written directly. One Output at a time.
class Output {
public:
    /// "" and "-" are standard output. Fails with Unusable; standard error says file.unwritable and why then.
    static tl::expected<std::unique_ptr<Output>, ExitCode> open(const std::string& path);
    virtual ~Output() = default;

    /// False when nobody can take more: the reader of a pipe is gone, or the device failed. Stop producing then.
    bool write(std::string_view text);
    /// Call once, after the last write. Done also when the reader went away early, which is its right;
    /// Unusable, with a diagnostic on standard error, when the device failed.
    ExitCode finish();

protected:
    Output(int descriptor, std::string name)
        : m_descriptor(descriptor)
        , m_name(std::move(name))
    {
    }
    /// Makes what was written the file's content. False with errno set.
    virtual bool publish() { return true; }

    int m_descriptor;

private:
    bool flush();

    std::string m_name; ///< for diagnostics
    std::string m_pending;
    int m_error = 0; ///< errno of the first failed write
};

/// Opens, writes and finishes.
ExitCode writeWhole(const std::string& path, std::string_view text);

/// Writes to standard error, as far as it takes it.
void writeToStandardError(std::string_view text);

/// Diagnostics to standard error, each line with the prefix ("case.json: ").
void reportDiagnostics(const Diagnostics& diagnostics, std::string_view prefix);

/// How diagnostics name a file given on the command line.
std::string fileLabel(const std::string& path);

} // namespace planscope
