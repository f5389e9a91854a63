#pragma once

#include <QWidget>

#include <string>
#include <vector>

class QCheckBox;
class QGridLayout;

namespace planscope::ui {

/// A box to tick for each name of a set. A name that is none of them keeps a box of its own until it is unticked:
/// judging it is for the importer.
class NameSetEdit final : public QWidget {
    Q_OBJECT
public:
    explicit NameSetEdit(const std::vector<std::string>& names, QWidget* parent = nullptr);

    void setValue(const QString& text); ///< "qkv, fc1", without telling edited()
    const std::vector<QCheckBox*>& boxes() const { return m_boxes; }

Q_SIGNALS:
    /// The names ticked, in the order of the boxes.
    void edited(const QString& text);

protected:
    void changeEvent(QEvent* event) override;

private:
    void addBox(const std::string& name);

    std::size_t m_nameCount = 0; ///< of m_boxes; those behind are of unknown names
    std::vector<std::string> m_names;
    std::vector<QCheckBox*> m_boxes;
    QGridLayout* m_grid = nullptr;
};

} // namespace planscope::ui
