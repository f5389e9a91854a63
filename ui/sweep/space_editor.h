#pragma once

#include <QScrollArea>

#include "base/diagnostic.h"
#include "ui/sweep/space_draft.h"
#include "ui/theme/theme.h"

#include <array>

class QLabel;

namespace planscope::ui {

class FieldEditor;

/// The choices of a space of mappings, what is wrong with them below each, and below all what they leave out.
class SpaceEditor final : public QScrollArea {
    Q_OBJECT
public:
    explicit SpaceEditor(QWidget* parent = nullptr);

    void setDraft(const SpaceDraft& draft); ///< without telling edited()
    const SpaceDraft& draft() const { return m_draft; }
    /// Faults without a field stand above all.
    void setProblems(const Diagnostics& problems);
    /// Lines below the fields; empty: nothing is said.
    void setLeftOut(const QString& text);
    QString leftOut() const;
    FieldEditor* editor(SpaceField field) const { return m_editors[static_cast<std::size_t>(field)]; }
    void setTheme(const Theme& theme);
    QString copyText() const; ///< field, value, problem

Q_SIGNALS:
    void edited();

private:
    SpaceDraft m_draft;
    std::array<FieldEditor*, spaceFieldCount> m_editors{};
    QLabel* m_general = nullptr;
    QLabel* m_leftOut = nullptr;
};

} // namespace planscope::ui
