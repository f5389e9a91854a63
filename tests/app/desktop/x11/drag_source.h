#pragma once

#include <QDrag>
#include <QMimeData>
#include <QMouseEvent>
#include <QUrl>
#include <QWidget>

namespace planscope::ui::test {

/// A window of another program, such as a file manager's: dragging from anywhere in it drags a file.
class DragSource final : public QWidget {
public:
    explicit DragSource(const QString& file) : m_file(file) { setWindowTitle(QStringLiteral("Files")); }

    bool isDragging() const { return m_isDragging; }
    bool isAccepted() const { return m_isAccepted; } ///< by what is below the mouse now
    /// What became of the drag that ended; IgnoreAction when nobody took it.
    Qt::DropAction outcome() const { return m_outcome; }

protected:
    void mouseMoveEvent(QMouseEvent* event) override
    {
        if (!(event->buttons() & Qt::LeftButton) || m_isDragging)
            return;
        m_isDragging = true;
        auto* urls = new QMimeData;
        urls->setUrls({QUrl::fromLocalFile(m_file)});
        auto* drag = new QDrag(this);
        drag->setMimeData(urls);
        connect(drag, &QDrag::actionChanged, this,
                [this](Qt::DropAction action) { m_isAccepted = action != Qt::IgnoreAction; });
        m_outcome = drag->exec(Qt::CopyAction);
        m_isDragging = false;
    }

private:
    QString m_file;
    bool m_isDragging = false;
    bool m_isAccepted = false;
    Qt::DropAction m_outcome = Qt::IgnoreAction;
};

} // namespace planscope::ui::test
