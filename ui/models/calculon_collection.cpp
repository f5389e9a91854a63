#include "ui/models/calculon_collection.h"

#include <QFileInfo>

#include <cassert>
#include <utility>

namespace planscope::ui {

void CalculonCollection::put(CalculonFile kind, QString path, std::string bytes)
{
    m_files[static_cast<std::size_t>(kind)] = File{std::move(path), std::move(bytes)};
}

QString CalculonCollection::pathOf(CalculonFile kind) const
{
    const auto& file = m_files[static_cast<std::size_t>(kind)];
    return file ? file->path : QString{};
}

std::vector<CalculonFile> CalculonCollection::missing() const
{
    std::vector<CalculonFile> kinds;
    for (std::size_t k = 0; k < m_files.size(); ++k)
        if (!m_files[k])
            kinds.push_back(static_cast<CalculonFile>(k));
    return kinds;
}

CalculonImport CalculonCollection::import() const
{
    assert(isComplete());
    const auto bytesOf = [this](CalculonFile kind) -> const std::string& {
        return m_files[static_cast<std::size_t>(kind)]->bytes;
    };
    const QString name = QFileInfo{pathOf(CalculonFile::Execution)}.completeBaseName();
    return importCalculon(bytesOf(CalculonFile::Model), bytesOf(CalculonFile::Execution), bytesOf(CalculonFile::System),
                          name.toStdString());
}

} // namespace planscope::ui
