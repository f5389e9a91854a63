#include "ui/panels/legal_spin_box.h"

#include <QLineEdit>

#include <algorithm>
#include <cstdlib>
#include <iterator>

namespace planscope::ui {

LegalSpinBox::LegalSpinBox(QWidget* parent) : QAbstractSpinBox(parent)
{
    setAlignment(Qt::AlignRight);
    connect(lineEdit(), &QLineEdit::textEdited, this, &LegalSpinBox::edited);
}

QString LegalSpinBox::value() const
{
    return lineEdit()->text();
}

void LegalSpinBox::setValue(const QString& text)
{
    if (text != lineEdit()->text())
        lineEdit()->setText(text);
}

/// Steps from the value given, or from where a wrong one would stand, to the next legal one.
void LegalSpinBox::stepBy(int steps)
{
    const std::vector<std::string> legal = m_legalValues ? m_legalValues() : std::vector<std::string>{};
    bool isNumber = false;
    const qlonglong current = value().toLongLong(&isNumber);
    if (legal.empty() && !isNumber)
        return;
    qlonglong next = std::max<qlonglong>(current + steps, 0);
    if (!legal.empty()) {
        std::vector<qlonglong> values;
        for (const std::string& text : legal)
            values.push_back(std::strtoll(text.c_str(), nullptr, 10));
        const auto at = std::lower_bound(values.begin(), values.end(), isNumber ? current : values.front());
        auto index = std::distance(values.begin(), at);
        const bool stands = at != values.end() && isNumber && *at == current;
        index += steps > 0 && !stands ? steps - 1 : steps;
        next = values[static_cast<std::size_t>(
            std::clamp<std::ptrdiff_t>(index, 0, static_cast<std::ptrdiff_t>(values.size()) - 1))];
    }
    const QString text = QString::number(next);
    if (text == value())
        return;
    lineEdit()->setText(text);
    lineEdit()->selectAll();
    Q_EMIT edited(text);
}

QValidator::State LegalSpinBox::validate(QString&, int&) const
{
    return QValidator::Acceptable;
}

QSize LegalSpinBox::minimumSizeHint() const
{
    return {fontMetrics().horizontalAdvance(QStringLiteral("0000000000")), QAbstractSpinBox::minimumSizeHint().height()};
}

QAbstractSpinBox::StepEnabled LegalSpinBox::stepEnabled() const
{
    return isReadOnly() ? StepNone : StepUpEnabled | StepDownEnabled;
}

} // namespace planscope::ui
