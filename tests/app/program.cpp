#include "app/program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace planscope::test {
namespace {

void redirect(const std::string& file, int flags, int descriptor)
{
    const int opened = ::open(file.c_str(), flags, 0600);
    if (opened < 0 || ::dup2(opened, descriptor) < 0)
        ::_exit(127);
}

/// Runs a program between files, which no amount of output can block.
ProgramRun run(std::vector<std::string> words, const std::string& input, const Environment& environment)
{
    const ScratchFolder scratch;
    const std::string in = scratch.write("in", input);
    const std::string out = scratch / "out";
    const std::string err = scratch / "err";
    std::vector<char*> arguments;
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);

    const pid_t child = ::fork();
    if (child == 0) {
        redirect(in, O_RDONLY, STDIN_FILENO);
        redirect(out, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
        redirect(err, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
        for (const auto& variable : environment)
            ::setenv(variable.first.c_str(), variable.second.c_str(), 1);
        ::execv(arguments[0], arguments.data());
        ::_exit(127);
    }
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), contentOf(out), contentOf(err)};
}

} // namespace

ProgramRun runProgram(const std::vector<std::string>& arguments, const std::string& input,
                      const Environment& environment)
{
    std::vector<std::string> words{PLANSCOPE_CLI};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return run(std::move(words), input, environment);
}

ProgramRun runShell(const std::string& command)
{
    return run({"/bin/bash", "-c", command}, "", {{"CLI", PLANSCOPE_CLI}});
}

ScratchFolder::ScratchFolder()
{
    m_path = (std::filesystem::temp_directory_path() / "planscope-cli-test-XXXXXX").string();
    EXPECT_NE(::mkdtemp(m_path.data()), nullptr);
}

ScratchFolder::~ScratchFolder()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

std::string ScratchFolder::write(const std::string& name, const std::string& content) const
{
    const std::string file = *this / name;
    std::ofstream(file, std::ios::binary) << content;
    return file;
}

std::vector<std::string> ScratchFolder::names() const
{
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(m_path))
        found.push_back(entry.path().filename().string());
    std::sort(found.begin(), found.end());
    return found;
}

std::string contentOf(const std::string& file)
{
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

std::string repositoryFile(const std::string& path)
{
    return std::string{PLANSCOPE_SOURCE_DIR} + "/" + path;
}

} // namespace planscope::test
