#pragma once

#include "base/json_writer.h"
#include "frontend/calculon_fields.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace planscope {

/// What Calculon's system file says, its numbers as the digits written there. Views into the document
/// it was read from.
struct CalculonSystem {
    struct Step {
        std::string_view size, efficiency;
    };
    struct EngineTable {
        std::string_view datatype, teraflops;
        std::vector<Step> efficiency; ///< over 1e9 operations
    };
    struct Cost {
        std::string_view volumeFactor, participantOffset;
    };
    struct Network {
        std::string_view bandwidth, efficiency, latency;
        std::int64_t size = 0;
        bool mustBeFilled = false;
        std::array<Cost, 4> operations; ///< in the order of NetworkOperation
    };

    std::string_view processingMode;
    std::vector<EngineTable> matrix, vector;
    std::string_view capacity, memoryBandwidth;
    std::vector<Step> memoryEfficiency; ///< over 1e6 bytes
    std::vector<Network> networks;
};

/// Reads the root object of a system file.
CalculonSystem readCalculonSystem(ImportAccount& account, JsonValue file);

/// The name of the bundled profile with the same figures, whatever its networks are called; empty when
/// there is none.
std::string_view bundledProfileLike(const CalculonSystem& system);

/// Writes the system as a planscope.system/1 object named `name`.
void writeProfile(JsonWriter& writer, const CalculonSystem& system, std::string_view name);

} // namespace planscope
