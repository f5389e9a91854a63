#include "ui/models/stage_key.h"

namespace planscope::ui {
namespace {

constexpr QLatin1String prefix{"stage."};

std::optional<int> numberIn(const QString& digits)
{
    bool isNumber = false;
    const int number = digits.toInt(&isNumber);
    return isNumber && number >= 0 ? std::optional{number} : std::nullopt;
}

} // namespace

EntityKey stageKey(int stage)
{
    return {EntityKey::Kind::Stage, QString::number(stage)};
}

EntityKey stageFigureKey(int stage, std::string_view figure)
{
    return {EntityKey::Kind::Component,
            prefix + QString::number(stage) + QLatin1Char('.')
                + QString::fromUtf8(figure.data(), static_cast<qsizetype>(figure.size()))};
}

std::optional<int> stageOf(const EntityKey& key)
{
    if (key.kind == EntityKey::Kind::Stage)
        return numberIn(key.name);
    return stageFigureOf(key).isEmpty() ? std::nullopt : numberIn(key.name.section(QLatin1Char('.'), 1, 1));
}

QString stageFigureOf(const EntityKey& key)
{
    const bool isFigure = key.kind == EntityKey::Kind::Component && key.name.startsWith(prefix);
    return isFigure ? key.name.section(QLatin1Char('.'), 2) : QString{};
}

} // namespace planscope::ui
