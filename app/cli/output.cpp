#include "cli/output.h"

#include "report/aside_file.h"
#include "report/diagnostic_text.h"
#include "report/text_table.h"

#include <cerrno>
#include <climits>
#include <csignal>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace planscope {
namespace {

constexpr std::size_t flushAt = std::size_t{64} << 10;

tl::unexpected<ExitCode> fail(const Diagnostic& diagnostic)
{
    reportDiagnostics({diagnostic}, "");
    return tl::unexpected<ExitCode>{ExitCode::Unusable};
}

class StandardOutput final : public Output {
public:
    StandardOutput()
        : Output(STDOUT_FILENO, "standard output")
    {
    }
};

/// An existing device or pipe.
class DirectOutput final : public Output {
public:
    DirectOutput(int descriptor, std::string name)
        : Output(descriptor, std::move(name))
    {
    }
    ~DirectOutput() override { ::close(m_descriptor); }
};

/// The name that an interrupted run must not leave behind; empty when there is none. Written before and read by
/// the signal handler only.
char temporaryToRemove[PATH_MAX] = "";

void removeTemporaryAndDie(int signal)
{
    if (temporaryToRemove[0] != '\0')
        ::unlink(temporaryToRemove);
    ::signal(signal, SIG_DFL);
    ::raise(signal);
}

constexpr int interruptions[] = {SIGINT, SIGTERM, SIGHUP};

class RenamedFile final : public Output {
public:
    RenamedFile(std::unique_ptr<AsideFile> file, std::string name)
        : Output(file->descriptor(), std::move(name))
        , m_file(std::move(file))
    {
        m_file->temporary().copy(temporaryToRemove, sizeof temporaryToRemove - 1);
        for (const int signal : interruptions)
            if (::signal(signal, removeTemporaryAndDie) == SIG_IGN)
                ::signal(signal, SIG_IGN);
    }
    ~RenamedFile() override
    {
        m_file.reset();
        for (const int signal : interruptions)
            if (::signal(signal, SIG_DFL) == SIG_IGN)
                ::signal(signal, SIG_IGN);
        temporaryToRemove[0] = '\0';
    }

private:
    bool publish() override { return m_file->publish(); }

    std::unique_ptr<AsideFile> m_file;
};

tl::expected<std::unique_ptr<Output>, ExitCode> openDirect(const std::string& place, const std::string& name)
{
    const int descriptor = ::open(place.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0)
        return fail(unwritable(name, errno));
    return std::make_unique<DirectOutput>(descriptor, name);
}

} // namespace

tl::expected<std::unique_ptr<Output>, ExitCode> Output::open(const std::string& path)
{
    if (path.empty() || path == "-")
        return std::make_unique<StandardOutput>();
    const std::string name = printable(path);
    const std::string place = resolvedPlace(path);
    struct stat existing { };
    if (::stat(place.c_str(), &existing) == 0 && !S_ISREG(existing.st_mode) && !S_ISDIR(existing.st_mode))
        return openDirect(place, name);
    auto file = AsideFile::create(path, name);
    if (!file)
        return fail(file.error().front());
    return std::make_unique<RenamedFile>(std::move(*file), name);
}

bool Output::write(std::string_view text)
{
    if (m_error != 0)
        return false;
    m_pending += text;
    return m_pending.size() < flushAt || flush();
}

bool Output::flush()
{
    m_error = writeAll(m_descriptor, m_pending);
    m_pending.clear();
    return m_error == 0;
}

ExitCode Output::finish()
{
    if (m_error == 0 && flush() && !publish())
        m_error = errno;
    if (m_error == 0 || m_error == EPIPE)
        return ExitCode::Done;
    reportDiagnostics({unwritable(m_name, m_error)}, "");
    return ExitCode::Unusable;
}

ExitCode writeWhole(const std::string& path, std::string_view text)
{
    const auto opened = Output::open(path);
    if (!opened)
        return opened.error();
    (*opened)->write(text);
    return (*opened)->finish();
}

void writeToStandardError(std::string_view text)
{
    writeAll(STDERR_FILENO, text);
}

void reportDiagnostics(const Diagnostics& diagnostics, std::string_view prefix)
{
    std::string text;
    for (const Diagnostic& diagnostic : diagnostics)
        text += diagnosticText(diagnostic, prefix);
    writeToStandardError(text);
}

std::string fileLabel(const std::string& path)
{
    if (path.empty())
        return "\"\"";
    return path == "-" ? "standard input" : printable(path);
}

} // namespace planscope
