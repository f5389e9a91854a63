#include "ui/graph/loom_lens.h"

#include "report/number_format.h"

#include <QCoreApplication>

#include <string>

namespace planscope::ui {
namespace {

QString translated(const char* text)
{
    return QCoreApplication::translate("LoomLens", text);
}

double trafficOf(const LoomFacts& facts)
{
    return facts.read.toDouble() + facts.write.toDouble();
}

} // namespace

LoomFacts& LoomFacts::operator+=(const LoomFacts& other)
{
    operations += other.operations;
    read += other.read;
    write += other.write;
    message += other.message;
    if (other.seconds)
        seconds = seconds.value_or(0) + *other.seconds;
    return *this;
}

QString titleOf(LoomLens lens)
{
    switch (lens) {
    case LoomLens::PredictedTime: return translated(QT_TRANSLATE_NOOP("LoomLens", "Predicted time"));
    case LoomLens::Operations: return translated(QT_TRANSLATE_NOOP("LoomLens", "Operations"));
    case LoomLens::Read: return translated(QT_TRANSLATE_NOOP("LoomLens", "Bytes read"));
    case LoomLens::Write: return translated(QT_TRANSLATE_NOOP("LoomLens", "Bytes written"));
    case LoomLens::Message: return translated(QT_TRANSLATE_NOOP("LoomLens", "Message"));
    case LoomLens::ArithmeticIntensity: return translated(QT_TRANSLATE_NOOP("LoomLens", "Arithmetic intensity"));
    }
    return {};
}

QString unitOf(LoomLens lens)
{
    switch (lens) {
    case LoomLens::PredictedTime: return QStringLiteral("s");
    case LoomLens::Operations: return QStringLiteral("operations");
    case LoomLens::Read:
    case LoomLens::Write:
    case LoomLens::Message: return QStringLiteral("bytes");
    case LoomLens::ArithmeticIntensity: return QStringLiteral("operations/byte");
    }
    return {};
}

std::optional<double> valueOf(const LoomFacts& facts, LoomLens lens)
{
    switch (lens) {
    case LoomLens::PredictedTime: return facts.seconds;
    case LoomLens::Operations: return facts.operations.toDouble();
    case LoomLens::Read: return facts.read.toDouble();
    case LoomLens::Write: return facts.write.toDouble();
    case LoomLens::Message: {
        const double bytes = facts.message.toDouble();
        return bytes > 0 ? std::optional(bytes) : std::nullopt;
    }
    case LoomLens::ArithmeticIntensity: {
        const double bytes = trafficOf(facts);
        return bytes > 0 ? std::optional(facts.operations.toDouble() / bytes) : std::nullopt;
    }
    }
    return std::nullopt;
}

QString humanValue(double value, LoomLens lens)
{
    switch (lens) {
    case LoomLens::PredictedTime: return QString::fromStdString(humanSeconds(value));
    case LoomLens::Operations: return QString::fromStdString(humanOperations(value));
    case LoomLens::Read:
    case LoomLens::Write:
    case LoomLens::Message: return QString::fromStdString(humanBytes(value));
    case LoomLens::ArithmeticIntensity: return QString::fromStdString(threeDigits(value) + " op/B");
    }
    return {};
}

QString humanText(const LoomFacts& facts, LoomLens lens)
{
    const auto value = valueOf(facts, lens);
    return value ? humanValue(*value, lens) : QStringLiteral("\u2013");
}

QString exactText(const LoomFacts& facts, LoomLens lens)
{
    switch (lens) {
    case LoomLens::PredictedTime:
    case LoomLens::ArithmeticIntensity: {
        const auto value = valueOf(facts, lens);
        return value ? QString::fromStdString(exactDigits(*value)) : QString{};
    }
    case LoomLens::Operations: return QString::fromStdString(facts.operations.toString());
    case LoomLens::Read: return QString::fromStdString(facts.read.toString());
    case LoomLens::Write: return QString::fromStdString(facts.write.toString());
    case LoomLens::Message: return QString::fromStdString(facts.message.toString());
    }
    return {};
}

} // namespace planscope::ui
