#include "report/aside_file.h"

#include "report/text_table.h"

#include <fmt/format.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace planscope {
namespace {

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

/// Makes the folder, or says why there is none. `made` tells whether it was not there before.
Diagnostics openFolder(const std::string& folder, bool& made)
{
    std::error_code error;
    made = std::filesystem::create_directories(folder, error);
    if (!error && !std::filesystem::is_directory(folder, error))
        error = std::make_error_code(std::errc::not_a_directory);
    if (error)
        return {unwritable(printable(folder), error.value())};
    return {};
}

Diagnostics existingFiles(const std::string& folder, const std::vector<ReportFile>& files)
{
    Diagnostics faults;
    for (const ReportFile& file : files) {
        struct stat existing { };
        if (::lstat((folder + "/" + file.name).c_str(), &existing) == 0)
            faults.push_back(fileExists(printable(folder + "/" + file.name), file.name));
    }
    return faults;
}

Diagnostics writeAndPublish(const std::string& folder, const std::vector<ReportFile>& files)
{
    std::vector<std::unique_ptr<AsideFile>> asides;
    for (const ReportFile& file : files) {
        const std::string path = folder + "/" + file.name;
        auto aside = AsideFile::create(path, printable(path));
        if (!aside)
            return aside.error();
        if (!(*aside)->write(file.bytes) || !(*aside)->sync())
            return {unwritable(printable(path), errno)};
        asides.push_back(std::move(*aside));
    }
    Diagnostics faults;
    for (std::size_t k = 0; k < asides.size(); ++k)
        if (!asides[k]->publish())
            faults.push_back(unwritable(printable(folder + "/" + files[k].name), errno));
    return faults;
}

} // namespace

Diagnostic unwritable(const std::string& name, int error)
{
    // strerror of the C locale: the programs leave the messages' locale alone.
    return {Severity::Error,
            Origin::Import,
            "file.unwritable",
            "",
            fmt::format("{} cannot be written: {}", name, std::strerror(error)),
            "",
            {}};
}

Diagnostic fileExists(const std::string& name, const std::string& given)
{
    return {Severity::Error,
            Origin::Import,
            "file.exists",
            "",
            fmt::format("{} is there already, and nothing was written", name),
            given,
            {}};
}

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

std::string resolvedPlace(const std::string& path)
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

Result<std::unique_ptr<AsideFile>> AsideFile::create(const std::string& path, const std::string& name)
{
    std::string place = resolvedPlace(path);
    struct stat existing { };
    if (::stat(place.c_str(), &existing) == 0) {
        if (S_ISDIR(existing.st_mode))
            return refuse(unwritable(name, EISDIR));
        if (::access(place.c_str(), W_OK) != 0)
            return refuse(unwritable(name, errno));
    }
    std::string temporary = place + ".XXXXXX";
    if (temporary.size() >= PATH_MAX)
        return refuse(unwritable(name, ENAMETOOLONG));
    const int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
    if (descriptor < 0)
        return refuse(unwritable(name, errno));
    const mode_t mode = modeFor(place);
    std::unique_ptr<AsideFile> file{new AsideFile{descriptor, std::move(temporary), std::move(place)}};
    if (::fchmod(descriptor, mode) != 0)
        return refuse(unwritable(name, errno));
    return file;
}

AsideFile::~AsideFile()
{
    ::close(m_descriptor);
    if (!m_published)
        ::unlink(m_temporary.c_str());
}

bool AsideFile::write(std::string_view bytes)
{
    errno = writeAll(m_descriptor, bytes);
    return errno == 0;
}

bool AsideFile::sync()
{
    return ::fsync(m_descriptor) == 0;
}

bool AsideFile::publish()
{
    // The name must not appear before its bytes are safe on the disk.
    m_published = sync() && ::rename(m_temporary.c_str(), m_place.c_str()) == 0;
    return m_published;
}

Diagnostics publishFiles(const std::string& folder, const std::vector<ReportFile>& files, ExistingFiles existing)
{
    bool made = false;
    if (Diagnostics faults = openFolder(folder, made); !faults.empty())
        return faults;
    if (existing == ExistingFiles::Refuse)
        if (Diagnostics faults = existingFiles(folder, files); !faults.empty())
            return faults;
    Diagnostics faults = writeAndPublish(folder, files);
    if (!faults.empty() && made)
        ::rmdir(folder.c_str()); // only where nothing came into it
    return faults;
}

} // namespace planscope
