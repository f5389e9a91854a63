#include "ui/models/step_names.h"

#include <QCoreApplication>

namespace planscope::ui {
namespace {

constexpr qsizetype longestShown = 40;

QString inSentence(QString label)
{
    if (!label.isEmpty())
        label[0] = label[0].toLower();
    return label;
}

QString translated(const char* pattern)
{
    return QCoreApplication::translate("StepNames", pattern);
}

} // namespace

QString labelOf(const FieldInfo& field)
{
    return QCoreApplication::translate("FieldInfo", std::string{field.label}.c_str());
}

QString stepName(const FieldInfo& field, const QString& text)
{
    const QString label = inSentence(labelOf(field));
    if (text.isEmpty())
        return translated("Clear %1").arg(label);
    if (field.kind == FieldKind::Boolean && text == QLatin1String("true"))
        return translated("Turn %1 on").arg(label);
    if (field.kind == FieldKind::Boolean && text == QLatin1String("false"))
        return translated("Turn %1 off").arg(label);
    const QString shown = text.size() > longestShown ? text.left(longestShown) + QChar{0x2026} : text;
    return translated("Set %1 to %2").arg(label, shown);
}

} // namespace planscope::ui
