#pragma once

#include <QWidget>

#include "study/study_document.h"
#include "sweep/why_not.h"
#include "ui/models/entity_key.h"
#include "ui/theme/theme.h"

#include <optional>

class QLabel;
class QPushButton;

namespace planscope::ui {

/// One mapping of a sweep, what there is to say of it, and what can be made of it.
class SweepPointPanel final : public QWidget {
    Q_OBJECT
public:
    explicit SweepPointPanel(QWidget* parent = nullptr);

    void showNothing();
    void say(const QString& title, const QString& text); ///< of something that is no point
    /// `why` of that point.
    void showPoint(const sweep::Point& point, const sweep::WhyNot& why, const sweep::PointSpace& space);
    QString text() const; ///< all that is said
    QPushButton* addButton() const { return m_add; }
    void setTheme(const Theme& theme);

Q_SIGNALS:
    void addRequested();
    void pinRequested(bool asB);
    void whyRequested(); ///< of the study's current candidate

private:
    QLabel* m_title = nullptr;
    QLabel* m_text = nullptr;
    QPushButton* m_add = nullptr;
    QPushButton* m_makeA = nullptr;
    QPushButton* m_makeB = nullptr;
    QPushButton* m_why = nullptr;
};

/// A study's candidate with the mapping, the microbatch and the tiers of a point; all else is the pattern's.
StudyCandidate candidateOf(const sweep::Point& point, const StudyCandidate& pattern);
/// The mapping that a candidate states, lawful or not; nothing where a number or a name cannot be read.
std::optional<sweep::Point> pointOf(const StudyCandidate& candidate);

/// Names a point by what it chooses, so that a selection means the same mapping in every space.
EntityKey keyOf(const sweep::Point& point);
/// The point that such a key names; nothing for any other key.
std::optional<sweep::Point> pointOf(const EntityKey& key);

} // namespace planscope::ui
