#pragma once

#include "base/diagnostic.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace planscope {

/// file.unwritable: the named file or folder, and what the system's error number means.
Diagnostic unwritable(const std::string& name, int error);

/// file.exists: the named file is there already. `given` is what the call calls it.
Diagnostic fileExists(const std::string& name, const std::string& given);

/// A file written under another name beside its place, where publish() then puts it: it appears whole or not at all.
/// Unless published, nothing is left. A symbolic link stays and what it points to is replaced; an existing file keeps
/// its mode. One thread.
class AsideFile {
public:
    /// Fails with file.unwritable when the place is a folder, or nothing can be written there. `name` is what
    /// diagnostics call it.
    static Result<std::unique_ptr<AsideFile>> create(const std::string& path, const std::string& name);
    ~AsideFile();
    AsideFile(const AsideFile&) = delete;
    AsideFile& operator=(const AsideFile&) = delete;

    int descriptor() const { return m_descriptor; }
    /// The name it has until it is published.
    const std::string& temporary() const { return m_temporary; }

    /// Each is false with errno set: write everything; make its bytes safe on the disk; safe, then put in place.
    bool write(std::string_view bytes);
    bool sync();
    bool publish();

private:
    AsideFile(int descriptor, std::string temporary, std::string place)
        : m_descriptor(descriptor)
        , m_temporary(std::move(temporary))
        , m_place(std::move(place))
    {
    }

    int m_descriptor;
    std::string m_temporary;
    std::string m_place;
    bool m_published = false;
};

/// Where a path leads through symbolic links, whether something is there yet or not.
std::string resolvedPlace(const std::string& path);

/// Writes all of the text to a descriptor; 0, or the errno that stopped it.
int writeAll(int descriptor, std::string_view text);

/// A file of a report: its name, and all its bytes.
struct ReportFile {
    std::string name; ///< "tasks.csv"
    std::string bytes;
};

enum class ExistingFiles {
    Refuse, ///< file.exists for each that is there already, and nothing is written
    Replace,
};

/// Writes files into a folder, which is made when it does not exist: all of them aside, then, when every byte of all is
/// on the disk, each in its place. On a failure (full disk, read-only folder) nothing has changed and no half file is
/// left; should only the putting in place fail, each file is still either whole and new, or as it was.
/// Gives what went wrong; nothing when all is done.
Diagnostics publishFiles(const std::string& folder, const std::vector<ReportFile>& files, ExistingFiles existing);

} // namespace planscope
