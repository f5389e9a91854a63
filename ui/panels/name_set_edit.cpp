#include "ui/panels/name_set_edit.h"

#include "study/study_fields.h"
#include "ui/models/display_names.h"

#include <QCheckBox>
#include <QEvent>
#include <QGridLayout>

#include <algorithm>

namespace planscope::ui {
namespace {

constexpr int columns = 2; // all in one row would make the editor, and with it the window, too wide

} // namespace

NameSetEdit::NameSetEdit(const std::vector<std::string>& names, QWidget* parent)
    : QWidget(parent), m_nameCount(names.size()), m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(4);
    m_grid->setColumnStretch(columns, 1);
    for (const std::string& name : names)
        addBox(name);
    if (!m_boxes.empty())
        setFocusProxy(m_boxes.front());
}

void NameSetEdit::addBox(const std::string& name)
{
    auto* const box = new QCheckBox(choiceName(name), this);
    box->setFont(font());
    const int place = static_cast<int>(m_boxes.size());
    m_grid->addWidget(box, place / columns, place % columns);
    m_names.push_back(name);
    m_boxes.push_back(box);
    connect(box, &QCheckBox::clicked, this, [this] {
        std::vector<std::string> ticked;
        for (std::size_t k = 0; k < m_boxes.size(); ++k)
            if (m_boxes[k]->isChecked())
                ticked.push_back(m_names[k]);
        Q_EMIT edited(QString::fromStdString(listOf(ticked)));
    });
}

void NameSetEdit::setValue(const QString& text)
{
    const std::vector<std::string> items = itemsOf(text.toStdString());
    const auto known = m_names.begin() + static_cast<std::ptrdiff_t>(m_nameCount);
    std::vector<std::string> unknown;
    for (const std::string& item : items)
        if (std::find(m_names.begin(), known, item) == known)
            unknown.push_back(item);
    if (!std::equal(known, m_names.end(), unknown.begin(), unknown.end())) {
        for (std::size_t k = m_nameCount; k < m_boxes.size(); ++k) {
            m_grid->removeWidget(m_boxes[k]);
            m_boxes[k]->hide();
            m_boxes[k]->deleteLater(); // it may be telling of its click right now
        }
        m_boxes.resize(m_nameCount);
        m_names.resize(m_nameCount);
        for (const std::string& name : unknown)
            addBox(name);
    }
    for (std::size_t k = 0; k < m_boxes.size(); ++k)
        m_boxes[k]->setChecked(std::find(items.begin(), items.end(), m_names[k]) != items.end());
}

void NameSetEdit::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        for (QCheckBox* const box : m_boxes)
            box->setFont(font());
    QWidget::changeEvent(event);
}

} // namespace planscope::ui
