#include "desktop/headless_study.h"

#include "frontend/input_file.h"
#include "frontend/presets.h"

#include <cstdio>

namespace planscope::ui {

Result<StudyDocument> readStudy(const QString& study)
{
    const auto bytes = readInput(study.toStdString());
    if (bytes)
        return StudyDocument::parse(*bytes);
    if (const Preset* const preset = findPreset(PresetKind::Studies, study.toStdString()))
        return StudyDocument::parse(preset->json);
    return refuse(bytes.error());
}

int refuseCall(const Diagnostics& faults)
{
    for (const Diagnostic& fault : faults)
        std::fprintf(stderr, "planscope: %s\n", oneLine(fault).c_str());
    return exitUnusable;
}

int refuseCall(const char* message)
{
    std::fprintf(stderr, "planscope: error: %s\n", message);
    return exitUnusable;
}

} // namespace planscope::ui
