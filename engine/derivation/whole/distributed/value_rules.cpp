#include "derivation/whole/distributed/value_rules.h"

#include "base/match.h"
#include "derivation/whole/dialect/bounded_integer.h"

#include <algorithm>

namespace planscope::whole {
namespace {

/// Position of a value in the order that rule content wants.
std::int64_t placeOf(const ValueContent& content)
{
    constexpr std::int64_t afterParameters = 1'000;
    return std::visit(Match{
                          [](const ParameterContent& parameter) { return static_cast<std::int64_t>(parameter.tensor); },
                          [](const SavedContent& saved) {
                              // Embedding before block, the block's input before what is rebuilt from it.
                              const Unit unit = unitOf(saved.tensor);
                              const bool first = saved.tensor == SavedTensor::BlockInput;
                              const std::int64_t inUnit = first ? -1 : static_cast<std::int64_t>(saved.tensor);
                              return afterParameters * (2 + static_cast<std::int64_t>(unit)) + inUnit;
                          },
                      },
                      content);
}

std::string_view nameOf(const ValueContent& content)
{
    return std::visit([](const auto& one) { return planscope::nameOf(one.tensor); }, content);
}

class ValueRules {
public:
    ValueRules(Findings& found, const DistributedTaskIR& ir)
        : m_found(found)
        , m_ir(ir)
    {
    }

    void check(std::size_t position)
    {
        const DistributedValue& value = m_ir.values[position];
        const EntityPlace place{"values", position, value.name};
        if (value.name != nameOf(value.content))
            m_found.add("name", place, "the tensor is " + std::string{nameOf(value.content)}, excerpt(value.name),
                        {std::string{nameOf(value.content)}});
        if (position > 0 && placeOf(value.content) <= placeOf(m_ir.values[position - 1].content))
            m_found.add("content", place, "the value is out of order");
        checkContent(value, place);
        checkShard(value, place);
    }

private:
    void checkContent(const DistributedValue& value, const EntityPlace& place)
    {
        const bool full = m_ir.mapping.recompute == RecomputeKind::Full;
        ElementType expected = ElementType::BFloat16;
        if (const auto* const saved = std::get_if<SavedContent>(&value.content)) {
            expected = elementTypeOf(saved->tensor);
            const bool checkpoint = saved->tensor == SavedTensor::BlockInput;
            const bool rebuilt = full && unitOf(saved->tensor) == Unit::Block && !checkpoint;
            if (saved->rebuilt != rebuilt || (checkpoint && !full))
                m_found.add("content", place,
                            rebuilt ? "with full recompute the block keeps its input alone"
                                    : "only what full recompute does not keep is rebuilt");
        } else {
            checkLinear(value, std::get<ParameterContent>(value.content), place);
        }
        if (value.elementType != expected)
            m_found.add("element_type", place, "the elements are of another type",
                        std::string{planscope::nameOf(value.elementType)}, {std::string{planscope::nameOf(expected)}});
    }
    void checkLinear(const DistributedValue& value, const ParameterContent& content, const EntityPlace& place)
    {
        const Row owner = ownerOf(content.tensor);
        const bool linear =
            (owner == Row::Qkv || owner == Row::Proj || owner == Row::Fc1 || owner == Row::Fc2 || owner == Row::Head)
            && content.tensor != ParameterTensor::QkvBias && content.tensor != ParameterTensor::ProjBias
            && content.tensor != ParameterTensor::Fc1Bias && content.tensor != ParameterTensor::Fc2Bias;
        if (content.linear.has_value() != linear
            || (linear && WideInteger{content.linear->outputs} * content.linear->inputs != value.elements.value()))
            m_found.add("linear", place, "outputs and inputs of exactly linear weights multiply to their elements");
    }

    void checkShard(const DistributedValue& value, const EntityPlace& place)
    {
        if (value.shape.empty()
            || std::any_of(value.shape.begin(), value.shape.end(), [](Elements extent) { return extent.value() < 1; }))
            return m_found.add("value_shape", place, "every extent is at least 1");
        WideInteger whole = 1;
        for (const Elements extent : value.shape)
            whole = boundedProduct(whole, extent.value());
        WideInteger ranks = 1;
        for (std::size_t k = 0; k < value.sharding.size(); ++k) {
            const AxisSharding& sharding = value.sharding[k];
            const auto axis = std::find_if(m_ir.mesh.axes.begin(), m_ir.mesh.axes.end(),
                                           [&](const MeshAxis& mesh) { return mesh.name == sharding.meshAxis; });
            const auto before = value.sharding.begin() + static_cast<std::ptrdiff_t>(k);
            const bool twice = std::any_of(value.sharding.begin(), before, [&](const AxisSharding& other) {
                return other.meshAxis == sharding.meshAxis;
            });
            if (axis == m_ir.mesh.axes.end() || twice || sharding.tensorAxis < 0
                || static_cast<std::size_t>(sharding.tensorAxis) >= value.shape.size())
                return m_found.add("sharding", place,
                                   "tensor axis " + std::to_string(sharding.tensorAxis) + " cannot lie on mesh axis "
                                       + excerpt(sharding.meshAxis));
            const std::int64_t size = axis->size.value();
            if (size < 1)
                return; // the mesh is at fault
            ranks = boundedProduct(ranks, size);
        }
        if (whole % ranks != 0 || whole / ranks != value.elements.value())
            m_found.add("shard", place,
                        "a rank has " + std::to_string(value.elements.value()) + " elements of " + decimalDigits(whole)
                            + " over " + decimalDigits(ranks) + " ranks",
                        std::to_string(value.elements.value()));
    }

    Findings& m_found;
    const DistributedTaskIR& m_ir;
};

} // namespace

void checkValues(Findings& found, const DistributedTaskIR& ir)
{
    ValueRules rules{found, ir};
    for (std::size_t k = 0; k < ir.values.size(); ++k)
        rules.check(k);
}

} // namespace planscope::whole
