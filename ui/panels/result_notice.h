#pragma once

#include "ui/models/study_controller.h"
#include "ui/theme/theme.h"

#include <QLabel>

namespace planscope::ui {

/// What a view has to say about what it shows, or why it shows nothing: a sign, a sentence, the next step.
struct Notice {
    QString title; ///< "" : nothing to say
    QString text;
    Role role = Role::Muted;
    friend bool operator==(const Notice&, const Notice&) = default;
};

/// There is no result, or it is of an older document than the one edited, or a transition was rejected.
Notice noticeOf(const CandidateState* state);
/// There is a plan, but no time: a tier cannot hold its group, a figure is not finite, or context parallelism, which is
/// not costed, is in use.
Notice noTimeNotice(const AnyResult& result);
/// A rank does not have the memory that the plan needs.
Notice overCapacityNotice(const AnyResult& result);

/// The notice in a box; hidden when there is nothing to say.
class ResultNotice final : public QLabel {
    Q_OBJECT
public:
    explicit ResultNotice(QWidget* parent);
    void setNotice(const Notice& notice, const Theme& theme);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Notice m_notice;
    Theme m_theme;
};

} // namespace planscope::ui
