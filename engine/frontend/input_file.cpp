#include "frontend/input_file.h"

#include "base/json_document.h"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace planscope {
namespace {

Diagnostic fault(std::string code, std::string message)
{
    return {Severity::Error, Origin::Import, std::move(code), {}, std::move(message), {}, {}};
}

/// Closes a descriptor that was opened here; standard input stays open.
class Descriptor {
public:
    explicit Descriptor(const std::string& path)
        : m_isStandardInput(path == "-")
        , m_number(m_isStandardInput ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC))
    {
    }
    ~Descriptor()
    {
        if (!m_isStandardInput && m_number >= 0)
            ::close(m_number);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int number() const { return m_number; }

private:
    bool m_isStandardInput;
    int m_number;
};

} // namespace

Result<std::string> readInput(const std::string& path)
{
    const std::string shown = path == "-" ? "standard input" : path;
    const Descriptor descriptor{path};
    if (descriptor.number() < 0) {
        const int reason = errno;
        if (reason == ENOENT || reason == ENOTDIR)
            return refuse(fault("file.not_found", "there is no file " + shown));
        return refuse(
            fault("file.unreadable", shown + " cannot be opened: " + std::generic_category().message(reason)));
    }
    struct stat status { };
    if (::fstat(descriptor.number(), &status) == 0 && S_ISDIR(status.st_mode))
        return refuse(fault("file.not_a_file", shown + " is a directory, not a file"));

    constexpr std::size_t limit = JsonDocument::maximumBytes + 1;
    constexpr std::size_t chunk = std::size_t{1} << 16;
    std::string bytes;
    while (bytes.size() < limit) {
        const std::size_t before = bytes.size();
        const std::size_t wanted = std::min(chunk, limit - before);
        bytes.resize(before + wanted);
        const ssize_t got = ::read(descriptor.number(), bytes.data() + before, wanted);
        bytes.resize(before + (got > 0 ? static_cast<std::size_t>(got) : 0));
        if (got == 0)
            return bytes;
        if (got < 0 && errno != EINTR)
            return refuse(
                fault("file.unreadable", shown + " cannot be read: " + std::generic_category().message(errno)));
    }
    return refuse(fault("file.too_large", shown + " is larger than 64 MiB"));
}

} // namespace planscope
