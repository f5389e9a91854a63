#include "ui/panels/compare_notices.h"

#include "ui/models/shown_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace planscope::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("CompareNotices", text);
}

QString nameOf(const StudyController& study, std::size_t candidate)
{
    return shownText(study.document().candidates[candidate].name);
}

QString letterOf(std::size_t side)
{
    return side == 0 ? QStringLiteral("A") : QStringLiteral("B");
}

CompareBlank duplicate(const StudyController& study, std::size_t candidate, const QString& title)
{
    return {title,
            tr("Compare shows what differs between two candidates and why. Duplicate %1, change the copy in the "
               "editor, and the comparison follows each edit.")
                .arg(nameOf(study, candidate)),
            tr("Duplicate and compare"),
            CompareBlank::Remedy::DuplicateAndPin,
            candidate,
            candidate};
}

/// A pin is missing: proposes the pinned and the current candidate, or the nearest to them.
CompareBlank unpinned(const StudyController& study, const std::array<std::optional<std::size_t>, 2>& pins)
{
    const std::size_t count = study.candidateCount();
    if (count == 0)
        return {tr("No study is open"),
                tr("Open a study to compare its candidates."),
                {},
                CompareBlank::Remedy::None,
                0,
                0};
    if (count == 1)
        return duplicate(study, 0, tr("There is one candidate"));
    const std::size_t current = study.currentCandidate();
    const auto other = [count](std::size_t than) { return than + 1 < count ? than + 1 : than - 1; };
    const std::size_t a = pins[0].value_or(pins[1] && current == *pins[1] ? other(*pins[1])
                                               : pins[1]                  ? current
                                                                          : std::size_t{0});
    const std::size_t b = pins[1].value_or(current != a ? current : other(a));
    return {tr("Two candidates are compared once they are pinned"),
            tr("A and B are pinned in Study (Ctrl+Shift+A and Ctrl+Shift+B), or here:"),
            tr("Compare “%1” as A with “%2” as B").arg(nameOf(study, a), nameOf(study, b)),
            CompareBlank::Remedy::Pin,
            a,
            b};
}

} // namespace

std::optional<CompareBlank> blankOf(const StudyController& study, const StudyComparison& comparison)
{
    const auto pins = comparison.pins();
    if (!pins[0] || !pins[1])
        return unpinned(study, pins);
    if (*pins[0] == *pins[1])
        return duplicate(study, *pins[0], tr("A and B are the same candidate"));
    for (std::size_t side = 0; side < 2; ++side) {
        const CandidateStatePtr state = comparison.sideState(side);
        if (state->result)
            continue;
        const Notice notice = noticeOf(state.get());
        const QString title =
            QStringLiteral("%1, %2: %3").arg(letterOf(side), nameOf(study, *pins[side]), notice.title);
        if (state->running)
            return CompareBlank{title, notice.text, {}, CompareBlank::Remedy::None, 0, 0};
        return CompareBlank{
            title, notice.text, tr("Show %1 in the editor").arg(letterOf(side)), CompareBlank::Remedy::Edit,
            0,     *pins[side]};
    }
    const ComparedPairPtr& pair = comparison.pair();
    if (!pair)
        return CompareBlank{tr("Comparing…"), {}, {}, CompareBlank::Remedy::None, 0, 0};
    if (pair->comparison.equal())
        return CompareBlank{
            tr("= A and B are equal"),
            (pair->comparison.accounting == Accounting::Block
                 ? tr("%1 and %2 state the same: all %3 tasks of a block and every figure agree. Change one of "
                      "them in the editor, and what differs appears here.")
                 : tr("%1 and %2 state the same: all %3 task classes and every figure agree. Change one of them in "
                      "the editor, and what differs appears here."))
                .arg(nameOf(study, *pins[0]), nameOf(study, *pins[1]))
                .arg(pair->comparison.taskCounts.same),
            tr("Show B in the editor"),
            CompareBlank::Remedy::Edit,
            0,
            *pins[1]};
    return std::nullopt;
}

std::vector<Notice> noticesOf(const StudyComparison& comparison)
{
    std::vector<Notice> notices;
    for (std::size_t side = 0; side < 2; ++side) {
        const CandidateStatePtr state = comparison.sideState(side);
        if (!state)
            continue;
        std::vector<Notice> said{noticeOf(state.get())};
        if (state->result) {
            said.push_back(noTimeNotice(state->result));
            said.push_back(overCapacityNotice(state->result));
        }
        for (Notice& notice : said)
            if (!notice.title.isEmpty()) {
                notice.title = QStringLiteral("%1: %2").arg(letterOf(side), notice.title);
                notices.push_back(std::move(notice));
            }
    }
    return notices;
}

} // namespace planscope::ui
