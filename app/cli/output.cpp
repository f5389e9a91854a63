#include "cli/output.h"

#include "report/diagnostic_text.h"
#include "report/text_table.h"

#include <fmt/format.h>

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace planscope {
namespace {

constexpr std::size_t flushAt = std::size_t{64} << 10;

/// Writes everything, or returns the errno that stopped it.
int writeAll(int descriptor, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return errno;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

Diagnostic unwritable(const std::string& name, int error)
{
    // strerror of the C locale: the program never calls setlocale.
    return {Severity::Error,
            Origin::Import,
            "file.unwritable",
            "",
            fmt::format("{} cannot be written: {}", name, std::strerror(error)),
            "",
            {}};
}

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
    RenamedFile(int descriptor, std::string temporary, std::string place, std::string name)
        : Output(descriptor, std::move(name))
        , m_temporary(std::move(temporary))
        , m_place(std::move(place))
    {
        m_temporary.copy(temporaryToRemove, sizeof temporaryToRemove - 1);
        for (const int signal : interruptions)
            if (::signal(signal, removeTemporaryAndDie) == SIG_IGN)
                ::signal(signal, SIG_IGN);
    }
    ~RenamedFile() override
    {
        ::close(m_descriptor);
        if (!m_published)
            ::unlink(m_temporary.c_str());
        for (const int signal : interruptions)
            if (::signal(signal, SIG_DFL) == SIG_IGN)
                ::signal(signal, SIG_IGN);
        temporaryToRemove[0] = '\0';
    }

private:
    bool publish() override
    {
        // The name must not appear before its bytes are safe on the disk.
        m_published = ::fsync(m_descriptor) == 0 && ::rename(m_temporary.c_str(), m_place.c_str()) == 0;
        return m_published;
    }

    std::string m_temporary;
    std::string m_place;
    bool m_published = false;
};

/// Where a path leads through symbolic links, whether something is there yet or not: the link itself stays.
std::string resolved(const std::string& path)
{
    constexpr int longestChain = 40; // as the kernel follows
    std::filesystem::path place{path};
    std::error_code error;
    for (int k = 0; k < longestChain && std::filesystem::is_symlink(place, error); ++k) {
        const auto target = std::filesystem::read_symlink(place, error);
        if (error)
            break;
        place = place.parent_path() / target; // an absolute target replaces the folder
    }
    return place.string();
}

/// The mode a new file gets here, or an existing one has.
mode_t modeFor(const std::string& place)
{
    struct stat existing { };
    if (::stat(place.c_str(), &existing) == 0)
        return existing.st_mode & 07777;
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666 & ~mask;
}

tl::expected<std::unique_ptr<Output>, ExitCode> openDirect(const std::string& place, const std::string& name)
{
    const int descriptor = ::open(place.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0)
        return fail(unwritable(name, errno));
    return std::make_unique<DirectOutput>(descriptor, name);
}

tl::expected<std::unique_ptr<Output>, ExitCode> openRenamed(const std::string& place, const std::string& name)
{
    std::string temporary = place + ".XXXXXX";
    if (temporary.size() >= PATH_MAX)
        return fail(unwritable(name, ENAMETOOLONG));
    const int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
    if (descriptor < 0)
        return fail(unwritable(name, errno));
    auto file = std::make_unique<RenamedFile>(descriptor, std::move(temporary), place, name);
    if (::fchmod(descriptor, modeFor(place)) != 0)
        return fail(unwritable(name, errno));
    return file;
}

} // namespace

tl::expected<std::unique_ptr<Output>, ExitCode> Output::open(const std::string& path)
{
    if (path.empty() || path == "-")
        return std::make_unique<StandardOutput>();
    const std::string name = printable(path);
    const std::string place = resolved(path);
    struct stat existing { };
    if (::stat(place.c_str(), &existing) == 0) {
        if (S_ISDIR(existing.st_mode))
            return fail(unwritable(name, EISDIR));
        if (!S_ISREG(existing.st_mode))
            return openDirect(place, name);
        if (::access(place.c_str(), W_OK) != 0)
            return fail(unwritable(name, errno));
    }
    return openRenamed(place, name);
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
