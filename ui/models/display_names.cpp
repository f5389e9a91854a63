#include "ui/models/display_names.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <string>

namespace planscope::ui {

QString displayName(std::string_view name)
{
    static constexpr std::array<std::string_view, 5> hyphenated{"all_reduce", "reduce_scatter", "all_gather",
                                                                "all_to_all", "point_to_point"};
    const bool isHyphenated = std::find(hyphenated.begin(), hyphenated.end(), name) != hyphenated.end();
    struct Written {
        std::string_view name;
        const char* words;
    };
    static constexpr std::array<Written, 4> written{
        {{"gelu", "GeLU"},
         {"gemm_workspace", QT_TRANSLATE_NOOP("DisplayNames", "GEMM workspace")},
         {"blas_workspace", QT_TRANSLATE_NOOP("DisplayNames", "BLAS workspace")},
         {"rope_table", QT_TRANSLATE_NOOP("DisplayNames", "RoPE table")}}};
    for (const Written& known : written)
        if (known.name == name)
            return QCoreApplication::translate("DisplayNames", known.words);
    std::string words{name};
    std::replace(words.begin(), words.end(), '_', isHyphenated ? '-' : ' ');
    if (!words.empty() && words.front() >= 'a' && words.front() <= 'z')
        words.front() = static_cast<char>(words.front() - 'a' + 'A');
    return QCoreApplication::translate("DisplayNames", words.c_str());
}

QString choiceName(std::string_view choice)
{
    struct Choice {
        std::string_view name;
        const char* words;
    };
    static constexpr std::array<Choice, 24> choices{{
        {"all_reduce", QT_TRANSLATE_NOOP("DisplayNames", "All-reduce")},
        {"reduce_scatter_all_gather", QT_TRANSLATE_NOOP("DisplayNames", "Reduce-scatter, all-gather")},
        {"forward_only", QT_TRANSLATE_NOOP("DisplayNames", "Forward only")},
        {"single_stage", QT_TRANSLATE_NOOP("DisplayNames", "Single stage")},
        {"one_forward_one_backward", QT_TRANSLATE_NOOP("DisplayNames", "1F1B")},
        {"interleaved_one_forward_one_backward", QT_TRANSLATE_NOOP("DisplayNames", "Interleaved 1F1B")},
        {"none", QT_TRANSLATE_NOOP("DisplayNames", "None")},
        {"attention", QT_TRANSLATE_NOOP("DisplayNames", "Attention only")},
        {"full", QT_TRANSLATE_NOOP("DisplayNames", "Full")},
        {"core_attention", QT_TRANSLATE_NOOP("DisplayNames", "Core attention")},
        {"gated", QT_TRANSLATE_NOOP("DisplayNames", "Gated (SwiGLU)")},
        {"plain", QT_TRANSLATE_NOOP("DisplayNames", "Plain (GeLU)")},
        {"rms_norm", QT_TRANSLATE_NOOP("DisplayNames", "RMSNorm")},
        {"layer_norm", QT_TRANSLATE_NOOP("DisplayNames", "LayerNorm")},
        {"rotary", QT_TRANSLATE_NOOP("DisplayNames", "Rotary")},
        {"learned", QT_TRANSLATE_NOOP("DisplayNames", "Learned")},
        {"qkv", QT_TRANSLATE_NOOP("DisplayNames", "QKV")},
        {"proj", QT_TRANSLATE_NOOP("DisplayNames", "Proj")},
        {"fc1", QT_TRANSLATE_NOOP("DisplayNames", "FC1")},
        {"fc2", QT_TRANSLATE_NOOP("DisplayNames", "FC2")},
        {"all_to_all", QT_TRANSLATE_NOOP("DisplayNames", "All-to-all")},
        {"ring", QT_TRANSLATE_NOOP("DisplayNames", "Ring")},
        {"fused", QT_TRANSLATE_NOOP("DisplayNames", "Fused")},
        {"unfused", QT_TRANSLATE_NOOP("DisplayNames", "Unfused")},
    }};
    const auto* known = std::find_if(choices.begin(), choices.end(),
                                     [choice](const Choice& candidate) { return candidate.name == choice; });
    if (known == choices.end())
        return QString::fromUtf8(choice.data(), static_cast<qsizetype>(choice.size()));
    return QCoreApplication::translate("DisplayNames", known->words);
}

QString rankRangeText(qint64 first, qint64 count)
{
    return count == 1 ? QString::number(first) : QStringLiteral("%1–%2").arg(first).arg(first + count - 1);
}

} // namespace planscope::ui
