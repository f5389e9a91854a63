#pragma once

#include <QObject>
#include <QPointer>

#include <vector>

class QWidget;

namespace planscope::ui {

/// Moves the focus from pane to pane of one window, round and round, so that every pane is a key away. A pane that is
/// hidden, or has nothing to give the focus to, is passed over; one left before gets it back where it was.
class PaneCycle final : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    void add(QWidget* pane); ///< behind those added before
    void next() { move(1); }
    void previous() { move(-1); }

private:
    void move(int step);

    std::vector<QPointer<QWidget>> m_panes;
};

} // namespace planscope::ui
