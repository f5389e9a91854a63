#include "derivation/whole/portable_plan/buffer_rules.h"

#include "derivation/dialect/structure_rules.h"
#include "derivation/whole/dialect/bounded_integer.h"

#include <algorithm>
#include <limits>
#include <set>

namespace planscope::whole {
namespace {

bool isBackward(Phase phase)
{
    return phase == Phase::ActivationGradient || phase == Phase::WeightGradient;
}

class BufferRules {
public:
    BufferRules(Findings& found, const PortablePlanIR& ir, const EntityIndex<PlanTaskKind>& tasks)
        : m_found(found)
        , m_ir(ir)
        , m_tasks(tasks)
    {
    }

    void check()
    {
        std::set<SavedTensor> tensors;
        for (std::size_t k = 0; k < m_ir.saved.size(); ++k) {
            checkSaved(k);
            if (!tensors.insert(m_ir.saved[k].tensor).second)
                m_found.add("releases", EntityPlace{"saved", k, m_ir.saved[k].name}, "the tensor is kept twice");
        }
        checkAliases();
        checkMoments();
        checkReleases();
    }

private:
    void checkSaved(std::size_t position)
    {
        const SavedBuffer& buffer = m_ir.saved[position];
        const EntityPlace place{"saved", position, buffer.name};
        if (buffer.name != nameOf(buffer.tensor))
            m_found.add("name", place, "the tensor is " + std::string{nameOf(buffer.tensor)}, excerpt(buffer.name),
                        {std::string{nameOf(buffer.tensor)}});
        const bool fused = m_ir.program.attention == AttentionKernel::Fused;
        if (buffer.elements.value() < 0
            || boundedProduct(buffer.elements.value(), bytesOf(buffer.elementType)) != buffer.bytes.value()
            || buffer.elementType != elementTypeOf(buffer.tensor) || buffer.reason != reasonOf(buffer.tensor)
            || buffer.owner != ownerOf(buffer.tensor, fused))
            m_found.add("saved_bytes", place, "bytes, type, owner or reason are not the tensor's",
                        std::to_string(buffer.bytes.value()));
        const bool full = m_ir.program.recompute == RecomputeKind::Full;
        const bool checkpoint = buffer.tensor == SavedTensor::BlockInput;
        if (buffer.rebuilt != (full && unitOf(buffer.tensor) == Unit::Block && !checkpoint) || (checkpoint && !full))
            m_found.add("saved_rebuilt", place, "with full recompute, and only then, a block keeps its input alone");
        checkLife(buffer, place);
        checkLineage(m_found, buffer.lineage, LineageKind::Translation, place);
    }

    void checkLife(const SavedBuffer& buffer, const EntityPlace& place)
    {
        const Unit unit = unitOf(buffer.tensor);
        const auto born = m_tasks.find(buffer.birth);
        const auto dead = m_tasks.find(buffer.death);
        const auto isOf = [&](const Invocation& invocation) {
            return unitOf(invocation.row) == unit && invocation.engine != Engine::Collective;
        };
        if (!born || !isOf(m_ir.tasks[*born].invocation)
            || m_ir.tasks[*born].invocation.phase != (buffer.rebuilt ? Phase::Recompute : Phase::Forward))
            m_found.add("birth", place, "the tensor is not born at a forward task of its unit",
                        buffer.birth.toString());
        const bool checkpoint = buffer.tensor == SavedTensor::BlockInput;
        const auto ends = [&](Phase phase) { return checkpoint ? phase == Phase::Recompute : isBackward(phase); };
        if (!dead || !isOf(m_ir.tasks[*dead].invocation) || !ends(m_ir.tasks[*dead].invocation.phase)
            || (born && *dead <= *born))
            m_found.add("death", place, "the tensor does not die at a later backward task of its unit",
                        buffer.death.toString());
    }

    void checkAliases()
    {
        std::set<std::string_view> kept;
        for (const SavedBuffer& buffer : m_ir.saved)
            if (!buffer.rebuilt)
                kept.insert(buffer.name);
        std::set<std::string_view> named;
        for (std::size_t k = 0; k < m_ir.saved.size(); ++k)
            for (const std::string& alias : m_ir.saved[k].aliases)
                if (kept.count(alias) != 0 || (!m_ir.saved[k].rebuilt && !named.insert(alias).second))
                    m_found.add("aliases", EntityPlace{"saved", k, m_ir.saved[k].name},
                                "the storage of " + excerpt(alias) + " is counted twice", excerpt(alias));
    }

    void checkMoments()
    {
        for (std::size_t k = 0; k < m_ir.moments.size(); ++k) {
            const PlanMoment& moment = m_ir.moments[k];
            const EntityPlace place{"moments", k, nameOf(moment.moment)};
            if (moment.moment == Moment::ForwardEnd || moment.unit != unitOf(moment.moment)
                || (k > 0 && m_ir.moments[k - 1].moment >= moment.moment))
                m_found.add("moments", place, "moments come once, in the order of the walk, each of its unit");
        }
        std::vector<WideInteger> sums(countOf<Moment>(), 0);
        for (std::size_t k = 0; k < m_ir.transients.size(); ++k) {
            const TransientBuffer& buffer = m_ir.transients[k];
            const EntityPlace place{"transients", k, buffer.name};
            std::string name{nameOf(buffer.moment)};
            name.append(1, '.').append(nameOf(buffer.term));
            if (buffer.name != name)
                m_found.add("name", place, "the buffer is " + name, excerpt(buffer.name), {name});
            if (buffer.bytes.value() < 0
                || std::none_of(m_ir.moments.begin(), m_ir.moments.end(),
                                [&](const PlanMoment& moment) { return moment.moment == buffer.moment; }))
                m_found.add("transient_bytes", place, "a transient buffer has bytes and a moment",
                            std::to_string(buffer.bytes.value()));
            WideInteger& sum = sums[static_cast<std::size_t>(buffer.moment)];
            sum = boundedSum(sum, buffer.bytes.value());
            checkLineage(m_found, buffer.lineage, LineageKind::Expansion, place);
        }
        constexpr WideInteger most = std::numeric_limits<std::int64_t>::max();
        for (std::size_t k = 0; k < m_ir.moments.size(); ++k) {
            const PlanMoment& moment = m_ir.moments[k];
            const WideInteger sum = std::min(sums[static_cast<std::size_t>(moment.moment)], most);
            if (moment.transient.value() != sum)
                m_found.add("transient_bytes", EntityPlace{"moments", k, nameOf(moment.moment)},
                            "its buffers have " + decimalDigits(sum) + " bytes",
                            std::to_string(moment.transient.value()), {decimalDigits(sum)});
        }
    }

    void checkReleases()
    {
        std::set<SavedTensor> released;
        for (std::size_t k = 0; k < m_ir.moments.size(); ++k) {
            const PlanMoment& moment = m_ir.moments[k];
            const EntityPlace place{"moments", k, nameOf(moment.moment)};
            for (const SavedTensor tensor : moment.releases)
                if (!released.insert(tensor).second || unitOf(tensor) != moment.unit
                    || tensor == SavedTensor::BlockInput || !isSaved(tensor))
                    m_found.add("releases", place, std::string{nameOf(tensor)} + " cannot be released here",
                                std::string{nameOf(tensor)});
        }
        for (std::size_t k = 0; k < m_ir.saved.size(); ++k)
            if (m_ir.saved[k].tensor != SavedTensor::BlockInput && released.count(m_ir.saved[k].tensor) == 0)
                m_found.add("releases", EntityPlace{"saved", k, m_ir.saved[k].name}, "no moment releases the tensor");
    }
    bool isSaved(SavedTensor tensor) const
    {
        return std::any_of(m_ir.saved.begin(), m_ir.saved.end(),
                           [tensor](const SavedBuffer& buffer) { return buffer.tensor == tensor; });
    }

    Findings& m_found;
    const PortablePlanIR& m_ir;
    const EntityIndex<PlanTaskKind>& m_tasks;
};

} // namespace

void checkBuffers(Findings& found, const PortablePlanIR& ir, const EntityIndex<PlanTaskKind>& tasks)
{
    BufferRules{found, ir, tasks}.check();
}

} // namespace planscope::whole
