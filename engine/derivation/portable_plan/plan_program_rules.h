#pragma once

#include "base/quantity.h"
#include "derivation/dialect/findings.h"
#include "derivation/portable_plan/portable_plan_ir.h"

#include <initializer_list>
#include <optional>

namespace planscope {

/// The program rules of portable_plan_verifier.h. True when every number of the program is at least 1, so that the
/// other rules may divide by it.
bool checkProgram(Findings& found, const PlanProgram& program);

/// Rules layer_order, layer_facts and block_memory of portable_plan_verifier.h.
/// `lawfulProgram`: what checkProgram() said; without it the sums are not judged.
void checkMemory(Findings& found, const PortablePlanIR& ir, bool lawfulProgram);

/// The product, or nothing when it leaves 128 bits.
std::optional<WideInteger> wideProduct(std::initializer_list<std::int64_t> factors);

} // namespace planscope
