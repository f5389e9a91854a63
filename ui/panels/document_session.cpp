#include "ui/panels/document_session.h"

#include "frontend/input_file.h"
#include "frontend/presets.h"
#include "frontend/reference_file.h"
#include "frontend/system_reader.h"
#include "ui/models/shown_text.h"
#include "ui/panels/calculon_dialog.h"
#include "ui/panels/import_dialog.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QStandardPaths>

#include <algorithm>

namespace planscope::ui {
namespace {

QString autosaveFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/autosave");
}

/// Empty when there is no such file, or it cannot be read.
QByteArray digestOnDisk(const QString& path)
{
    QFile file{path};
    if (path.isEmpty() || !file.open(QIODevice::ReadOnly))
        return {};
    return QCryptographicHash::hash(file.readAll(), QCryptographicHash::Sha256);
}

} // namespace

DocumentSession::DocumentSession(StudyController* study, QSettings& settings, const ThemeHolder* theme,
                                 QWidget* window)
    : QObject(window)
    , m_study(study)
    , m_window(window)
    , m_recent(settings)
    , m_autosaveFolder(autosaveFolder())
    , m_autosave(*study, m_autosaveFolder)
    , m_theme(theme)
{
    connect(&m_autosave, &Autosave::failed, this,
            [this](const QString& message) { tell(tr("The study cannot be kept for recovery"), message); });
}

QStringList DocumentSession::recentFiles() const
{
    return m_recent.paths();
}

bool DocumentSession::mayClose()
{
    if (!m_isOpen || !m_study->isModified())
        return true;
    const auto answer = QMessageBox::warning(
        m_window, tr("Unsaved changes"),
        tr("“%1” has changes that are not saved.").arg(shownText(m_study->document().name)),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
    return answer == QMessageBox::Discard || (answer == QMessageBox::Save && save());
}

void DocumentSession::openBundled(const QString& name)
{
    const Preset* const preset = findPreset(PresetKind::Studies, name.toStdString());
    if (preset == nullptr || !mayClose())
        return;
    auto document = StudyDocument::parse(preset->json);
    if (document)
        show(std::move(*document), {});
    else
        tell(tr("“%1” cannot be opened").arg(name), document.error());
}

void DocumentSession::openByDialog()
{
    const QString path = QFileDialog::getOpenFileName(
        m_window, tr("Open"), {}, tr("Studies, cases and systems (*.planscope *.json);;All files (*)"));
    if (!path.isEmpty())
        open(path);
}

void DocumentSession::open(const QString& path)
{
    const bool isBundled = !QFileInfo::exists(path) && findPreset(PresetKind::Studies, path.toStdString()) != nullptr;
    if (isBundled)
        openBundled(path);
    else
        take({path});
}

void DocumentSession::take(const QStringList& paths)
{
    std::vector<IncomingFile> files;
    for (const QString& path : paths) {
        const QString name = QFileInfo(path).fileName();
        auto bytes = readInput(QFile::encodeName(path).toStdString());
        if (!bytes) {
            m_recent.remove(path);
            tell(tr("“%1” cannot be opened").arg(name), bytes.error());
            continue;
        }
        const FileKind kind = kindOfFile(*bytes);
        if (kind == FileKind::Other) {
            const auto opened = StudyDocument::parse(*bytes); // says what is wrong with it
            tell(tr("“%1” cannot be opened").arg(name), opened ? Diagnostics{} : opened.error(), expectedFiles());
            continue;
        }
        files.push_back({path, std::move(*bytes), kind});
    }
    bool goOn = true;
    QStringList left = takeOne(files, {FileKind::Study, FileKind::Case},
                               [&](const IncomingFile& file) { goOn = openStudy(file.path); });
    if (!goOn)
        return; // what else came was meant for it
    left += takeOne(files, {FileKind::System}, [this](const IncomingFile& file) { takeSystem(file.path, file.bytes); });
    left += takeOne(files, {FileKind::Reference},
                    [this](const IncomingFile& file) { takeReference(file.path, file.bytes); });
    for (const IncomingFile& file : files)
        if (const auto kind = calculonFileOf(file.kind))
            takeCalculon(file, *kind);
    left += takeOne(files, {FileKind::HuggingFace, FileKind::Megatron}, [this](const IncomingFile& file) {
        takeImport(file, *importFormatOf(file.kind));
    });
    if (!left.isEmpty())
        tell(tr("Some files were left"), left.join(QLatin1Char('\n')));
}

template <class Use>
QStringList DocumentSession::takeOne(const std::vector<IncomingFile>& files, std::initializer_list<FileKind> kinds,
                                     Use&& use)
{
    const IncomingFile* used = nullptr;
    QStringList left;
    for (const IncomingFile& file : files) {
        if (std::find(kinds.begin(), kinds.end(), file.kind) == kinds.end())
            continue;
        const QString name = QFileInfo(file.path).fileName();
        if (used == nullptr)
            used = &file;
        else
            left << tr("“%1”: only one of its kind is used at a time, and “%2” came first.")
                        .arg(name, QFileInfo(used->path).fileName());
    }
    if (used != nullptr)
        use(*used);
    return left;
}

/// False when there is no such study, or the person would rather keep the open one.
bool DocumentSession::openStudy(const QString& path)
{
    auto opened = openStudyFile(path);
    if (!opened) {
        tell(tr("“%1” cannot be opened").arg(QFileInfo(path).fileName()), opened.error());
        return false;
    }
    if (!mayClose())
        return false;
    m_recent.add(path);
    show(std::move(opened->document), opened->path);
    return true;
}

void DocumentSession::takeSystem(const QString& path, const std::string& bytes)
{
    const auto profile = readSystem(std::string_view{bytes});
    if (!profile) {
        tell(tr("“%1” is no usable system profile").arg(QFileInfo(path).fileName()), profile.error());
        return;
    }
    if (!m_isOpen) {
        tell(tr("No study is open"), tr("Open a study first; the system profile is then used for it."));
        return;
    }
    if (const auto json = indentedProfile(bytes))
        m_study->setSystem(profile->name, *json);
}

void DocumentSession::chooseSystemByDialog()
{
    const QString path = QFileDialog::getOpenFileName(m_window, tr("Use a system profile"), {},
                                                      tr("System profiles (*.json);;All files (*)"));
    if (path.isEmpty())
        return;
    const auto bytes = readInput(QFile::encodeName(path).toStdString());
    if (bytes)
        takeSystem(path, *bytes);
    else
        tell(tr("“%1” cannot be opened").arg(QFileInfo(path).fileName()), bytes.error());
}

void DocumentSession::takeReference(const QString& path, const std::string& bytes)
{
    const auto reference = readReference(bytes);
    if (!reference) {
        tell(tr("“%1” holds no usable reference facts").arg(QFileInfo(path).fileName()), reference.error());
        return;
    }
    if (!m_isOpen) {
        tell(tr("No study is open"), tr("Open a study first; its current candidate is then held to the reference."));
        return;
    }
    if (m_study->document().accounting == Accounting::Whole) {
        tell(tr("“%1” does not apply to this study").arg(QFileInfo(path).fileName()),
             tr("Reference facts are of one block, and this study is of a whole model."));
        return;
    }
    std::vector<ExpectedFact> facts;
    for (const ReferenceFact& fact : *reference)
        facts.push_back({fact.invocation, fact.fact, fact.expected});
    m_study->setReference(QFileInfo(path).fileName(), std::move(facts));
}

void DocumentSession::importCalculonByDialog()
{
    if (m_calculon == nullptr) {
        m_calculon = new CalculonDialog(m_theme, m_window);
        connect(m_calculon, &CalculonDialog::filesChosen, this, &DocumentSession::take, Qt::QueuedConnection);
        connect(
            m_calculon, &CalculonDialog::caseAccepted, this,
            [this](const QString& json) {
                if (openCase(json))
                    m_calculon->clear();
                else
                    m_calculon->show(); // nothing that was collected is lost
            },
            Qt::QueuedConnection);
    }
    m_calculon->show();
    m_calculon->raise();
    m_calculon->activateWindow();
}

void DocumentSession::takeCalculon(const IncomingFile& file, CalculonFile kind)
{
    importCalculonByDialog();
    m_calculon->put(kind, file.path, file.bytes);
}

void DocumentSession::importByDialog()
{
    const QString path = QFileDialog::getOpenFileName(
        m_window, tr("Import from Hugging Face or Megatron-LM"), {},
        tr("Configurations, scripts and arguments (*.json *.sh *.txt *.yaml *.yml);;All files (*)"));
    if (!path.isEmpty())
        take({path});
}

void DocumentSession::takeImport(const IncomingFile& file, whole::ImportFormat format)
{
    if (m_import == nullptr) {
        m_import = new ImportDialog(m_study, m_theme, m_window);
        connect(
            m_import, &ImportDialog::studyRequested, this,
            [this](const QString& json) {
                if (!openCase(json))
                    m_import->show(); // nothing that was said there is lost
            },
            Qt::QueuedConnection);
        connect(m_import, &ImportDialog::candidateRequested, this, &DocumentSession::addCase, Qt::QueuedConnection);
    }
    m_import->put(format, file.path, file.bytes);
    m_import->show();
    m_import->raise();
    m_import->activateWindow();
}

bool DocumentSession::openCase(const QString& json)
{
    auto document = StudyDocument::parse(json.toStdString());
    if (!document) {
        tell(tr("The files cannot be imported"), document.error());
        return false;
    }
    if (!mayClose())
        return false;
    show(std::move(*document), {});
    return true;
}

void DocumentSession::addCase(const QString& json)
{
    const auto document = StudyDocument::parse(json.toStdString());
    if (!document) {
        tell(tr("The file cannot be imported"), document.error());
        return;
    }
    if (!m_isOpen || m_study->document().accounting != document->accounting)
        return;
    m_study->addImported(*document);
    m_study->setCurrentCandidate(m_study->candidateCount() - 1);
}

bool DocumentSession::save()
{
    return m_path.isEmpty() ? saveAs() : writeTo(m_path);
}

bool DocumentSession::saveAs()
{
    QString path = QFileDialog::getSaveFileName(m_window, tr("Save study"),
                                                QString::fromStdString(m_study->document().name)
                                                    + QStringLiteral(".planscope"),
                                                tr("Studies (*.planscope)"));
    if (path.isEmpty())
        return false;
    if (QFileInfo(path).suffix().isEmpty())
        path += QStringLiteral(".planscope");
    return writeTo(path);
}

bool DocumentSession::mayReplace(const QString& path)
{
    const QByteArray now = digestOnDisk(path);
    if (path != m_path || now.isEmpty() || now == m_onDisk)
        return true;
    const auto answer = QMessageBox::warning(
        m_window, tr("The file was changed"),
        tr("“%1” was changed by another program since it was opened here. Saving replaces that change.")
            .arg(QFileInfo(path).fileName()),
        QMessageBox::Save | QMessageBox::Cancel, QMessageBox::Cancel);
    return answer == QMessageBox::Save;
}

bool DocumentSession::writeTo(const QString& path)
{
    if (!mayReplace(path))
        return false;
    if (const auto fault = saveStudyFile(m_study->document(), path)) {
        tell(tr("The study cannot be saved"), *fault);
        return false;
    }
    m_path = path;
    m_onDisk = digestOnDisk(path);
    m_autosave.setOriginalPath(path);
    m_study->undoStack().setClean();
    m_autosave.saveNow();
    m_recent.add(path);
    Q_EMIT fileChanged();
    return true;
}

void DocumentSession::start(const QString& path)
{
    if (!offerRecovery()) {
        if (!path.isEmpty())
            open(path);
    } else if (!path.isEmpty() && QFileInfo(path).absoluteFilePath() != m_path) {
        tell(tr("“%1” was not opened").arg(QFileInfo(path).fileName()),
             tr("What was recovered is open instead, and is not saved yet."));
    }
}

bool DocumentSession::offerRecovery()
{
    const RecoveryList found = Autosave::recover(m_autosaveFolder);
    if (!found.setAside.isEmpty())
        tell(tr("Some kept copies could not be read"),
             tr("They were set aside, nothing was deleted:\n%1").arg(found.setAside.join(QLatin1Char('\n'))));
    for (const RecoverableDocument& left : found.documents) {
        const int answer = askToRecover(left);
        if (answer == QMessageBox::Discard)
            Autosave::discard(left.file);
        if (answer != QMessageBox::Yes)
            continue;
        show(left.document, left.originalPath);
        m_study->undoStack().resetClean(); // what was recovered is not saved yet
        if (m_autosave.saveNow())
            Autosave::discard(left.file);
        return true;
    }
    return false;
}

/// Yes, Discard, or Ignore for later, which is also what closing the dialog means.
int DocumentSession::askToRecover(const RecoverableDocument& left)
{
    const QString file = left.originalPath.isEmpty() ? tr("It was never saved to a file.")
                                                     : QDir::toNativeSeparators(left.originalPath);
    QMessageBox box(QMessageBox::Question, tr("Recover a study"),
                    tr("“%1” was being edited when Planscope ended unexpectedly (%2).\n%3\nRecover it?")
                        .arg(shownText(left.document.name), left.savedAt.toLocalTime().toString(), file),
                    QMessageBox::Yes | QMessageBox::Discard | QMessageBox::Ignore, m_window);
    box.button(QMessageBox::Yes)->setText(tr("&Recover"));
    box.button(QMessageBox::Discard)->setText(tr("&Delete it"));
    box.button(QMessageBox::Ignore)->setText(tr("Decide &later"));
    box.setDefaultButton(QMessageBox::Yes);
    box.setEscapeButton(QMessageBox::Ignore);
    return box.exec();
}

void DocumentSession::show(StudyDocument document, const QString& path)
{
    m_study->setDocument(std::move(document));
    m_path = path;
    m_onDisk = digestOnDisk(path);
    m_isOpen = true;
    m_autosave.setOriginalPath(path);
    Q_EMIT fileChanged();
}

void DocumentSession::tell(const QString& title, const QString& message)
{
    QMessageBox::warning(m_window, title, title + QStringLiteral("\n\n") + message);
}

void DocumentSession::tell(const QString& title, const Diagnostics& diagnostics, const QString& more)
{
    QStringList lines;
    for (const Diagnostic& diagnostic : diagnostics)
        lines << shownText(oneLine(diagnostic));
    constexpr int mostShown = 8;
    if (lines.size() > mostShown)
        lines = lines.mid(0, mostShown) << tr("and %1 more").arg(lines.size() - mostShown);
    if (!more.isEmpty())
        lines << QString{} << more;
    tell(title, lines.join(QLatin1Char('\n')));
}

} // namespace planscope::ui
