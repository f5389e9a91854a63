#pragma once

#include "evaluation/system/system_profile.h"
#include "report/result_frame.h"
#include "report/text_table.h"
#include "spec/transformer_training_workload_spec.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// The parts of a result's text that both accountings have alike.
namespace planscope {

/// Of every table of a section.
inline constexpr std::size_t sectionIndent = 2;

/// The result's name, status and answer in one line, then its diagnostics where they are wanted.
std::string resultHeadText(const ResultHead& head, const std::string& answer, bool diagnostics);

/// An empty line and the title of a section.
void heading(std::string& out, std::string_view title);

/// A part's share of a whole; nothing of a whole that is not positive.
std::string shareOf(double part, double whole);

/// "0 (nvlink)".
std::string tierText(const SystemProfile& system, std::int64_t tier);

/// The system's name and the tiers of the groups.
std::string systemText(const ResultHead& result);

/// "global batch 128 = 2 replicas × 64 microbatches of 1, bfloat16".
std::string batchText(std::int64_t globalBatch, std::int64_t replicas, std::int64_t microbatches,
                      std::int64_t microbatchSize, Datatype datatype);

/// Of tables with sums of invocations: the names' columns, then invocations, operations, bytes and messages.
TextTable totalsTable(std::size_t nameColumns);
void addTotals(TextTable& table, std::vector<std::string> names, const PhaseTotals& totals);
/// Of tables with invocations: the names' columns, the engine, then exact operations, bytes and messages.
TextTable invocationTable(std::size_t nameColumns);
void addInvocation(TextTable& table, std::vector<std::string> names, Engine engine, const WorkloadFacts& facts);

/// Digests and checkpoints.
void describeDerivation(std::string& out, const NamedDigests& digests, const std::vector<CheckpointReport>& checkpoints,
                        bool hostTime);

} // namespace planscope
