#include "ui/panels/document_session.h"

#include "frontend/calculon_import.h"
#include "frontend/input_file.h"
#include "frontend/presets.h"
#include "frontend/reference_file.h"
#include "frontend/system_reader.h"
#include "ui/models/study_file.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QStandardPaths>

namespace planscope::ui {
namespace {

QString autosaveFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/autosave");
}

} // namespace

DocumentSession::DocumentSession(StudyController* study, QSettings& settings, QWidget* window)
    : QObject(window)
    , m_study(study)
    , m_window(window)
    , m_recent(settings)
    , m_autosaveFolder(autosaveFolder())
    , m_autosave(*study, m_autosaveFolder)
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
        tr("“%1” has changes that are not saved.").arg(QString::fromStdString(m_study->document().name)),
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
    const auto bytes = readInput(path.toStdString());
    if (!bytes) {
        if (findPreset(PresetKind::Studies, path.toStdString()) != nullptr) {
            openBundled(path);
            return;
        }
        m_recent.remove(path);
        tell(tr("“%1” cannot be opened").arg(QFileInfo(path).fileName()), bytes.error());
        return;
    }
    switch (kindOfFile(*bytes)) {
    case FileKind::System: takeSystem(path, *bytes); return;
    case FileKind::Reference: takeReference(path, *bytes); return;
    case FileKind::Study:
    case FileKind::Case:
    case FileKind::Other: openStudy(path); return; // the importer says what is wrong with another
    }
}

void DocumentSession::openStudy(const QString& path)
{
    auto opened = openStudyFile(path);
    if (!opened) {
        tell(tr("“%1” cannot be opened").arg(QFileInfo(path).fileName()), opened.error());
        return;
    }
    if (!mayClose())
        return;
    m_recent.add(path);
    show(std::move(opened->document), opened->path);
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
    if (const auto json = indentedSystem(bytes))
        m_study->setSystem(profile->name, *json);
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
    std::vector<ExpectedFact> facts;
    for (const ReferenceFact& fact : *reference)
        facts.push_back({fact.invocation, fact.fact, fact.expected});
    m_study->setReference(QFileInfo(path).fileName(), std::move(facts));
}

void DocumentSession::importCalculonByDialog()
{
    std::string bytes[3];
    const QString titles[] = {tr("Calculon's model file"), tr("Calculon's execution file"), tr("Calculon's system file")};
    for (int k = 0; k < 3; ++k) {
        const QString path
            = QFileDialog::getOpenFileName(m_window, titles[k], {}, tr("JSON files (*.json);;All files (*)"));
        if (path.isEmpty())
            return;
        auto content = readInput(path.toStdString());
        if (!content) {
            tell(tr("“%1” cannot be read").arg(QFileInfo(path).fileName()), content.error());
            return;
        }
        bytes[k] = std::move(*content);
    }
    const CalculonImport import = importCalculon(bytes[0], bytes[1], bytes[2], "calculon");
    if (import.caseJson.empty()) {
        tell(tr("The files cannot be imported"), import.diagnostics);
        return;
    }
    auto document = StudyDocument::parse(import.caseJson);
    if (!document)
        tell(tr("The files cannot be imported"), document.error());
    else if (mayClose())
        show(std::move(*document), {});
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

bool DocumentSession::writeTo(const QString& path)
{
    if (const auto fault = saveStudyFile(m_study->document(), path)) {
        tell(tr("The study cannot be saved"), *fault);
        return false;
    }
    m_path = path;
    m_autosave.setOriginalPath(path);
    m_study->undoStack().setClean();
    m_autosave.saveNow();
    m_recent.add(path);
    Q_EMIT fileChanged();
    return true;
}

void DocumentSession::start(const QString& path)
{
    if (!offerRecovery() && !path.isEmpty())
        open(path);
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
    QMessageBox box(QMessageBox::Question, tr("Recover a study"),
                    tr("“%1” was being edited when Planscope ended unexpectedly (%2).\nRecover it?")
                        .arg(QString::fromStdString(left.document.name), left.savedAt.toLocalTime().toString()),
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
    m_isOpen = true;
    m_autosave.setOriginalPath(path);
    Q_EMIT fileChanged();
}

void DocumentSession::tell(const QString& title, const QString& message)
{
    QMessageBox::warning(m_window, title, title + QStringLiteral("\n\n") + message);
}

void DocumentSession::tell(const QString& title, const Diagnostics& diagnostics)
{
    QStringList lines;
    for (const Diagnostic& diagnostic : diagnostics)
        lines << QString::fromStdString(oneLine(diagnostic));
    constexpr int mostShown = 8;
    if (lines.size() > mostShown)
        lines = lines.mid(0, mostShown) << tr("and %1 more").arg(lines.size() - mostShown);
    tell(title, lines.join(QLatin1Char('\n')));
}

} // namespace planscope::ui
