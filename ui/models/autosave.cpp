#include "ui/models/autosave.h"

#include "base/json_document.h"
#include "base/json_writer.h"
#include "ui/models/study_file.h"

#include <QDir>
#include <QFile>
#include <QSaveFile>
#include <QUuid>

#include <algorithm>
#include <optional>

namespace planscope::ui {
namespace {

constexpr std::string_view schema = "planscope.autosave/1";

QString lockOf(const QString& file)
{
    return file + QStringLiteral(".lock");
}

std::optional<std::string> memberText(JsonValue object, std::string_view name)
{
    const auto member = object.find(name);
    return member && member->isString() ? std::optional{std::string{member->text()}} : std::nullopt;
}

std::optional<RecoverableDocument> readCopy(const QString& path)
{
    QFile file{path};
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    const QByteArray bytes = file.readAll();
    const auto json = JsonDocument::parse({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    if (!json || memberText(json->root(), "schema") != schema)
        return std::nullopt;
    const auto original = memberText(json->root(), "original_path");
    const auto savedAt = memberText(json->root(), "saved_at");
    const auto study = json->root().find("study");
    auto document = study ? StudyDocument::parse(study->compact()) : refuse(Diagnostics{});
    if (!original || !savedAt || !document)
        return std::nullopt;
    return RecoverableDocument{path, QString::fromStdString(*original),
                               QDateTime::fromString(QString::fromStdString(*savedAt), Qt::ISODateWithMs),
                               std::move(*document)};
}

/// Renames a copy that cannot be read, so that it is told once and stays. Its new name.
QString setAside(const QString& path)
{
    QString aside = path + QStringLiteral(".unreadable");
    for (int k = 2; QFile::exists(aside); ++k)
        aside = path + QStringLiteral(".unreadable-%1").arg(k);
    return QFile::rename(path, aside) ? aside : path;
}

} // namespace

Autosave::Autosave(StudyController& study, QString folder, QObject* parent)
    : QObject(parent)
    , m_study(study)
    , m_folder(std::move(folder))
{
    const QString name = QUuid::createUuid().toString(QUuid::WithoutBraces) + QStringLiteral(".autosave");
    m_file = QDir{m_folder}.filePath(name);
    m_timer.setSingleShot(true);
    m_timer.setInterval(defaultDelay);
    connect(&m_timer, &QTimer::timeout, this, &Autosave::saveNow);
    const auto keepSoon = [this] {
        if (!m_timer.isActive())
            m_timer.start();
    };
    connect(&m_study, &StudyController::documentChanged, this, keepSoon);
    connect(&m_study.undoStack(), &QUndoStack::cleanChanged, this, keepSoon);
}

Autosave::~Autosave()
{
    removeCopy();
}

void Autosave::setOriginalPath(const QString& path)
{
    m_originalPath = path;
    if (m_lock)
        saveNow();
}

QByteArray Autosave::content() const
{
    JsonWriter json{JsonWriter::Layout::Indented};
    json.beginObject();
    json.key("schema");
    json.string(schema);
    json.key("original_path");
    json.string(m_originalPath.toStdString());
    json.key("saved_at");
    json.string(QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs).toStdString());
    json.key("study");
    json.raw(m_study.document().toJson());
    json.endObject();
    return QByteArray::fromStdString(json.take());
}

bool Autosave::saveNow()
{
    m_timer.stop();
    if (!m_study.isModified()) {
        removeCopy();
        return true;
    }
    QDir{}.mkpath(m_folder);
    if (!m_lock) {
        auto lock = std::make_unique<QLockFile>(lockOf(m_file));
        lock->setStaleLockTime(0); // only the end of its program makes a lock stale
        if (lock->tryLock(0))
            m_lock = std::move(lock);
    }
    const QByteArray bytes = content();
    QSaveFile file{m_file};
    const bool kept = m_lock && writeWhole(file, bytes);
    if (!kept && !m_hasFailed)
        Q_EMIT failed(tr("The study could not be kept for recovery in %1: %2")
                          .arg(QDir::toNativeSeparators(m_folder),
                               m_lock ? file.errorString() : tr("the folder cannot be written")));
    m_hasFailed = !kept;
    return kept;
}

void Autosave::removeCopy()
{
    m_timer.stop();
    if (!m_lock)
        return;
    QFile::remove(m_file);
    m_lock.reset();
}

RecoveryList Autosave::recover(const QString& folder)
{
    RecoveryList list;
    const QDir dir{folder};
    for (const QString& name : dir.entryList({QStringLiteral("*.autosave")}, QDir::Files, QDir::Name)) {
        const QString path = dir.filePath(name);
        QLockFile lock{lockOf(path)};
        lock.setStaleLockTime(0);
        if (!lock.tryLock(0) && lock.error() == QLockFile::LockFailedError)
            continue; // its program lives
        if (auto document = readCopy(path))
            list.documents.push_back(std::move(*document));
        else
            list.setAside << setAside(path);
    }
    std::stable_sort(list.documents.begin(), list.documents.end(),
                     [](const auto& a, const auto& b) { return a.savedAt > b.savedAt; });
    return list;
}

bool Autosave::discard(const QString& file)
{
    return !QFile::exists(file) || QFile::remove(file);
}

} // namespace planscope::ui
