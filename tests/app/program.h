#pragma once

#include <string>
#include <utility>
#include <vector>

namespace planscope::test {

/// What one run of the program left.
struct ProgramRun {
    int exitCode = -1; ///< 128 + the signal when one ended it
    std::string out;
    std::string err;
};

using Environment = std::vector<std::pair<std::string, std::string>>;

/// Runs planscope-cli with that standard input, and variables set beside the inherited ones.
ProgramRun runProgram(const std::vector<std::string>& arguments, const std::string& input = {},
                      const Environment& environment = {});

/// Runs a shell command in which $CLI is the program.
ProgramRun runShell(const std::string& command);

/// A directory of its own for one test, removed with all it holds.
class ScratchFolder {
public:
    ScratchFolder();
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    const std::string& path() const { return m_path; }
    std::string operator/(const std::string& name) const { return m_path + "/" + name; }
    /// Writes a file and returns its path.
    std::string write(const std::string& name, const std::string& content) const;
    /// Names of everything in it, sorted.
    std::vector<std::string> names() const;

private:
    std::string m_path;
};

std::string contentOf(const std::string& file);
/// A file of the repository.
std::string repositoryFile(const std::string& path);

} // namespace planscope::test
