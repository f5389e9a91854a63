#pragma once

#include "study/study_document.h"

#include <QUndoCommand>

#include <functional>
#include <memory>
#include <vector>

namespace planscope::ui {

/// A study as it stood at one time. The identities follow the candidates through every change of their order.
struct DocumentVersion {
    StudyDocument document;
    std::vector<quint64> identities; ///< of the candidates, in their order
};
using DocumentVersionPtr = std::shared_ptr<const DocumentVersion>;

/// An edit as a step from one version of a document to another.
class DocumentEdit final : public QUndoCommand {
public:
    using Apply = std::function<void(const DocumentVersionPtr&)>;

    /// Edits that follow each other and have the same field, "" excepted, become one step.
    DocumentEdit(const QString& text, QString field, DocumentVersionPtr before, DocumentVersionPtr after, Apply apply);

    void undo() override { m_apply(m_before); }
    void redo() override { m_apply(m_after); }
    int id() const override { return m_field.isEmpty() ? -1 : 1; }
    bool mergeWith(const QUndoCommand* next) override;

private:
    QString m_field;
    DocumentVersionPtr m_before;
    DocumentVersionPtr m_after;
    Apply m_apply;
};

} // namespace planscope::ui
