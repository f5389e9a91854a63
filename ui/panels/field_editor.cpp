#include "ui/panels/field_editor.h"

#include "ui/models/display_names.h"
#include "ui/models/shown_text.h"
#include "ui/panels/legal_spin_box.h"
#include "ui/panels/name_set_edit.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>

namespace planscope::ui {
namespace {

QString fromView(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// "even: 8, 8, 7, 7"
QString evenly(const std::vector<std::string>& legal)
{
    return legal.empty() ? QString{}
                         : FieldEditor::tr("even: %1").arg(QString::fromStdString(legal.front()));
}

void colour(QLabel* label, const QColor& text)
{
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, text);
    label->setPalette(palette);
}

} // namespace

FieldEditor::FieldEditor(const FieldInfo& info, std::vector<std::string> choices, QWidget* parent)
    : QWidget(parent), m_info(info)
{
    const QString label = fromView(info.label);
    m_label = new QLabel(label, this);
    m_unit = new QLabel(fromView(info.unit), this);
    m_label->setWordWrap(true);
    m_message = new QLabel(this);
    m_message->setWordWrap(true);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_message->hide();

    switch (info.kind) {
    case FieldKind::Integer:
        m_control = m_spinBox = new LegalSpinBox(this);
        connect(m_spinBox, &LegalSpinBox::edited, this, [this](const QString& text) {
            m_value = text;
            Q_EMIT edited(text);
        });
        break;
    case FieldKind::Choice:
        m_control = m_comboBox = new QComboBox(this);
        for (const std::string& choice : choices)
            m_comboBox->addItem(choiceName(choice), QString::fromStdString(choice));
        m_choiceCount = m_comboBox->count();
        m_comboBox->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        m_comboBox->setMinimumContentsLength(7);
        m_comboBox->view()->setMinimumWidth(m_comboBox->view()->sizeHintForColumn(0));
        connect(m_comboBox, &QComboBox::activated, this, [this](int index) {
            m_value = m_comboBox->itemData(index).toString();
            Q_EMIT edited(m_value);
        });
        break;
    case FieldKind::Boolean:
        m_control = m_checkBox = new QCheckBox(this);
        connect(m_checkBox, &QCheckBox::clicked, this, [this](bool checked) {
            m_checkBox->setTristate(false);
            m_value = checked ? QStringLiteral("true") : QStringLiteral("false");
            Q_EMIT edited(m_value);
        });
        break;
    case FieldKind::NameSet:
        m_control = m_nameSet = new NameSetEdit(choices, this);
        connect(m_nameSet, &NameSetEdit::edited, this, [this](const QString& text) {
            m_value = text;
            Q_EMIT edited(text);
        });
        break;
    case FieldKind::Text:
    case FieldKind::IntegerList:
        m_control = m_lineEdit = new QLineEdit(this);
        connect(m_lineEdit, &QLineEdit::textEdited, this, [this](const QString& text) {
            m_value = text;
            showWhole(text);
            Q_EMIT edited(text);
        });
        break;
    }
    m_control->installEventFilter(this);
    m_label->setBuddy(m_control);
    m_control->setAccessibleName(label);
    m_control->setAccessibleDescription(fromView(info.help));
    m_control->setToolTip(fromView(info.help));
    m_label->setToolTip(m_control->toolTip());

    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setHorizontalSpacing(8);
    layout->setVerticalSpacing(4);
    layout->setColumnStretch(1, 1);
    layout->addWidget(m_label, 0, 0);
    // A number's unit has its column; other controls take that room too.
    layout->addWidget(m_control, 0, 1, 1, info.kind == FieldKind::Integer ? 1 : 2);
    if (info.kind == FieldKind::Integer)
        layout->addWidget(m_unit, 0, 2);
    else
        m_unit->hide();
    layout->addWidget(m_message, 1, 0, 1, 3);
}

void FieldEditor::setColumns(int labelWidth, int unitWidth)
{
    m_label->setFixedWidth(labelWidth);
    m_unit->setFixedWidth(unitWidth);
}

int FieldEditor::labelWidth() const
{
    return m_label->fontMetrics().horizontalAdvance(m_label->text()) + 2; // or a label of that width wraps
}

int FieldEditor::unitWidth() const
{
    return m_unit->fontMetrics().horizontalAdvance(m_unit->text()) + 2;
}

void FieldEditor::setUnit(const QString& unit, const QString& exact)
{
    m_unit->setText(unit);
    m_unit->setToolTip(exact);
}

void FieldEditor::setLegalValues(std::function<std::vector<std::string>()> legalValues)
{
    if (m_spinBox != nullptr)
        m_spinBox->setLegalValues(std::move(legalValues));
    else
        m_legalValues = std::move(legalValues);
}

void FieldEditor::setValue(const QString& text)
{
    m_value = text;
    if (m_spinBox != nullptr) {
        m_spinBox->setValue(text);
    } else if (m_comboBox != nullptr) {
        if (m_comboBox->count() > m_choiceCount)
            m_comboBox->removeItem(m_choiceCount);
        int index = m_comboBox->findData(text);
        if (index < 0) { // a wrong value stays visible, but for as long as it is the value
            m_comboBox->addItem(text, text);
            index = m_choiceCount;
        }
        m_comboBox->setCurrentIndex(index);
    } else if (m_checkBox != nullptr) {
        const bool isBoolean = text == QLatin1String("true") || text == QLatin1String("false");
        m_checkBox->setTristate(!isBoolean);
        m_checkBox->setCheckState(!isBoolean                    ? Qt::PartiallyChecked
                                      : text == QLatin1String("true") ? Qt::Checked
                                                                      : Qt::Unchecked);
    } else if (m_nameSet != nullptr) {
        m_nameSet->setValue(text);
    } else {
        if (text != m_lineEdit->text()) {
            m_lineEdit->setText(text);
            if (!m_lineEdit->hasFocus())
                m_lineEdit->setCursorPosition(0); // a long value is read from its beginning
        }
        showWhole(text);
        if (m_info.kind == FieldKind::IntegerList && m_legalValues)
            m_lineEdit->setPlaceholderText(evenly(m_legalValues()));
    }
}

/// A line that is longer than its control is read in the tool tip.
void FieldEditor::showWhole(const QString& text)
{
    const QString help = fromView(m_info.help);
    m_control->setToolTip(text.isEmpty() ? help
                                         : QStringLiteral("<p>%1</p><p>%2</p>")
                                               .arg(shownText(text).toHtmlEscaped(), help.toHtmlEscaped()));
}

QString FieldEditor::value() const
{
    return m_value;
}

void FieldEditor::setMessage(const QString& message, const QString& codes, Severity severity)
{
    m_severity = severity;
    colourMessage();
    m_message->setToolTip(codes);
    const QString sign = severity == Severity::Error ? QStringLiteral("✖ ") : QStringLiteral("▲ ");
    m_message->setText(message.isEmpty() ? QString() : sign + message);
    m_message->setVisible(!message.isEmpty());
    const QString help = fromView(m_info.help);
    m_control->setAccessibleDescription(message.isEmpty() ? help : message + QLatin1Char('\n') + help);
}

void FieldEditor::colourMessage()
{
    colour(m_message, m_theme.color(m_severity == Severity::Error ? Role::Error : Role::Warn));
}

QString FieldEditor::message() const
{
    return m_message->text();
}

QString FieldEditor::messageCodes() const
{
    return m_message->toolTip();
}

/// A line that is left shows its beginning; for a menu or another window it is not left, and what is selected stays.
/// Undo and redo go through the steps of the study, of whatever field they are, not through letters typed in this one.
bool FieldEditor::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_control && event->type() == QEvent::ShortcutOverride) {
        const auto* const key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore();
            return true;
        }
    }
    if (watched == m_lineEdit && event->type() == QEvent::FocusOut) {
        const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
        if (reason != Qt::PopupFocusReason && reason != Qt::ActiveWindowFocusReason)
            m_lineEdit->setCursorPosition(0);
    }
    return QWidget::eventFilter(watched, event);
}

void FieldEditor::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_label->setFont(theme.body());
    m_control->setFont(theme.body());
    m_unit->setFont(theme.label());
    m_message->setFont(theme.label());
    colour(m_unit, theme.color(Role::Muted));
    colourMessage();
}

} // namespace planscope::ui
