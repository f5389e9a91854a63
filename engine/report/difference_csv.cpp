#include "report/difference_csv.h"

#include "base/json_writer.h"
#include "report/csv_table.h"

#include <cmath>

namespace planscope {
namespace {

/// What the first four columns say.
struct Place {
    std::string section;
    std::string entity;
    std::string part;
    std::string change;
};

std::string digitsOf(const std::optional<Number>& number)
{
    return number ? number->digits() : std::string{};
}

std::string changeOf(bool differs)
{
    return std::string{nameOf(differs ? Change::Changed : Change::Same)};
}

class Rows {
public:
    void text(const Place& place, const std::string& fact, const std::optional<std::string>& a,
              const std::optional<std::string>& b)
    {
        m_table.row(
            {place.section, place.entity, place.part, place.change, fact, "", a.value_or(""), b.value_or(""), "", ""});
    }
    void fact(const Place& place, const ComparedFact& fact)
    {
        const auto relative = fact.relative();
        // A figure so near 0 that its hundredfold change is no number has no percentage.
        const bool percent = relative && std::isfinite(100 * *relative);
        m_table.row({place.section, place.entity, place.part, place.change, fact.name, std::string{nameOf(fact.unit)},
                     digitsOf(fact.a), digitsOf(fact.b), digitsOf(fact.delta()),
                     percent ? shortestDouble(100 * *relative) : ""});
    }
    void share(const Place& place, std::string_view measure, FactUnit unit, const std::optional<Number>& a,
               const std::optional<Number>& b, double share)
    {
        m_table.row({place.section, place.entity, place.part, place.change, std::string{measure},
                     std::string{nameOf(unit)}, digitsOf(a), digitsOf(b), shortestDouble(share), ""});
    }
    void entity(const std::string& section, const ComparedEntity& entity)
    {
        const Place place{section, std::string{nameOf(entity.key.kind)} + " " + entity.key.name, entity.part,
                          std::string{nameOf(entity.change)}};
        for (const ComparedFact& each : entity.facts)
            fact(place, each);
        for (const ComparedText& attribute : entity.attributes)
            text(place, attribute.name, attribute.a, attribute.b);
    }

    const std::string& csv() const { return m_table.text(); }

private:
    CsvTable m_table{{"section", "entity", "part", "change", "fact", "unit", "a", "b", "delta", "percent"}};
};

void addFields(Rows& rows, const std::string& section, const std::vector<ComparedField>& fields)
{
    for (const ComparedField& field : fields)
        rows.text({section, field.path, "", changeOf(field.differs())}, "value", field.a, field.b);
}

void addIr(Rows& rows, const IrComparison& ir)
{
    const std::string section{nameOf(ir.kind)};
    const auto digest = [](const std::optional<Digest>& of) {
        return of ? std::optional{of->toString()} : std::nullopt;
    };
    rows.text({section, "", "", changeOf(!ir.identical())}, "digest", digest(ir.digestA), digest(ir.digestB));
    for (const ComparedFact& fact : ir.facts)
        rows.fact({section, "", "", changeOf(fact.differs())}, fact);
    for (const ComparedText& attribute : ir.attributes)
        rows.text({section, "", "", changeOf(attribute.differs())}, attribute.name, attribute.a, attribute.b);
    for (const ComparedEntity& entity : ir.entities)
        rows.entity(section, entity);
}

void addCauses(Rows& rows, const CauseTable& table)
{
    for (const AttributedMeasure& measure : table.measures)
        for (std::size_t cause = 0; cause < table.causes.size(); ++cause)
            rows.share({"cause", table.causes[cause].name, "", ""}, measure.name, measure.unit, {}, {},
                       measure.shares[cause]);
}

void addFalls(Rows& rows, const std::string& section, Accounting accounting,
              const std::array<std::optional<Waterfall>, countOf<Measure>()>& falls)
{
    for (std::size_t k = 0; k < falls.size(); ++k)
        if (falls[k])
            for (const WaterfallStep& step : falls[k]->steps)
                rows.share({section, step.name, "", ""}, nameOf(static_cast<Measure>(k), accounting), falls[k]->unit,
                           step.a, step.b, step.share);
}

void addInteractions(Rows& rows, const CauseTable& table)
{
    for (const AttributedMeasure& measure : table.measures)
        for (const Interaction& interaction : measure.interactions) {
            std::string names;
            for (const std::size_t cause : interaction.causes)
                names.append(names.empty() ? "" : " × ").append(table.causes[cause].name);
            rows.share({"interaction", names, "", ""}, measure.name, measure.unit, {}, {}, interaction.amount);
        }
}

} // namespace

std::string differenceCsv(const Comparison& comparison, const Attribution& attribution)
{
    Rows rows;
    addFields(rows, "subject", comparison.subject);
    addFields(rows, "mapping", comparison.mapping);
    for (const IrComparison& ir : comparison.irs)
        addIr(rows, ir);
    for (const ComparedEdge& edge : comparison.irs[static_cast<std::size_t>(IrKind::PortablePlan)].edges)
        rows.text({"edge", edge.to, edge.from, std::string{nameOf(edge.change)}}, "follows",
                  edge.change == Change::Added ? std::nullopt : std::optional<std::string>{"true"},
                  edge.change == Change::Removed ? std::nullopt : std::optional<std::string>{"true"});
    for (const ComparedTask& task : comparison.tasks)
        for (const ComparedFact& fact : task.facts)
            rows.fact({"task", task.name, "", std::string{nameOf(task.change)}}, fact);
    for (const ComparedEntity& check : comparison.checks)
        rows.entity("check", check);
    for (const FigureGroup& group : comparison.figures)
        for (const ComparedFact& fact : group.facts)
            rows.fact({"figure", std::string{group.name}, "", changeOf(fact.differs())}, fact);
    for (const auto* table : {&attribution.time, &attribution.work})
        if (*table)
            addCauses(rows, **table);
    addFalls(rows, "component", comparison.accounting, attribution.byComponent);
    addFalls(rows, "layer", comparison.accounting, attribution.byLayer);
    for (const auto* table : {&attribution.time, &attribution.work})
        if (*table)
            addInteractions(rows, **table);
    return rows.csv();
}

} // namespace planscope
