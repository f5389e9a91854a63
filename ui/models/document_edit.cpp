#include "ui/models/document_edit.h"

#include "ui/models/shown_text.h"

#include <utility>

namespace planscope::ui {

DocumentEdit::DocumentEdit(const QString& text, QString field, DocumentVersionPtr before, DocumentVersionPtr after,
                           Apply apply)
    : QUndoCommand(shownText(text))
    , m_field(std::move(field))
    , m_before(std::move(before))
    , m_after(std::move(after))
    , m_apply(std::move(apply))
{
}

bool DocumentEdit::mergeWith(const QUndoCommand* next)
{
    const auto& edit = static_cast<const DocumentEdit&>(*next); // id() is of this class alone
    if (edit.m_field != m_field)
        return false;
    m_after = edit.m_after;
    setText(edit.text());
    setObsolete(m_before->document == m_after->document);
    return true;
}

} // namespace planscope::ui
