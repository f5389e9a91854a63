#pragma once

#include "study/study_document.h"
#include "ui/models/study_controller.h"

#include <QDateTime>
#include <QLockFile>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <memory>
#include <vector>

namespace planscope::ui {

/// A document that a program left behind when it ended without closing it.
struct RecoverableDocument {
    QString file;         ///< the autosave file
    QString originalPath; ///< where the document came from; "" when it was never saved
    QDateTime savedAt;    ///< UTC
    StudyDocument document;
};

struct RecoveryList {
    std::vector<RecoverableDocument> documents; ///< newest first
    QStringList setAside;                       ///< files that could not be read, under the names they have now
};

/// Keeps a copy of an edited document in a folder: a short time after each edit, written aside and then renamed, so
/// that a crash at any moment leaves the last whole copy. Removed when the document is saved or closed. Several
/// programs may share the folder: a copy whose program lives is no one else's to recover.
class Autosave final : public QObject {
    Q_OBJECT
public:
    static constexpr int defaultDelay = 800; ///< milliseconds from the first edit not yet kept

    /// The controller outlives this.
    Autosave(StudyController& study, QString folder, QObject* parent = nullptr);
    ~Autosave() override; ///< a clean end: removes the copy

    void setDelay(int milliseconds) { m_timer.setInterval(milliseconds); }
    /// Where the document came from, for whoever recovers it; "" when it was never saved.
    void setOriginalPath(const QString& path);
    /// Keeps the document now when it is modified, else removes the copy. False when it could not be kept.
    bool saveNow();

    /// What programs that are no more left in the folder. Files that cannot be read are renamed, never deleted.
    static RecoveryList recover(const QString& folder);
    /// Forgets a copy that was recovered or is not wanted. False when it could not be removed.
    static bool discard(const QString& file);

Q_SIGNALS:
    /// A copy could not be written; the reason for a person. Told once until one can be written again.
    void failed(const QString& message);

private:
    void removeCopy();
    QByteArray content() const;

    StudyController& m_study;
    QString m_folder;
    QString m_file;
    QString m_originalPath;
    std::unique_ptr<QLockFile> m_lock; ///< held while a copy is there
    QTimer m_timer;
    bool m_hasFailed = false;
};

} // namespace planscope::ui
