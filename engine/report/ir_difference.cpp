#include "report/ir_difference.h"

#include "report/ir_text.h"
#include "report/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace planscope {
namespace {

/// The names behind the ids of a derivation's IRs, by the ids' text.
class EntityNames {
public:
    explicit EntityNames(const DerivedHistory& derivation)
    {
        for (const SnapshotPtr& snapshot : derivation.history.snapshots)
            std::visit([this](const auto& ir) { add(ir); }, snapshot->ir());
    }

    /// The name in place of an id's text; nothing for text that is no id here.
    const std::string* find(std::string_view text) const
    {
        const auto found = m_names.find(text);
        return found == m_names.end() ? nullptr : &found->second;
    }

private:
    void add(const ModelIR& ir)
    {
        for (const ModelOperation& operation : ir.operations)
            name(operation.id, operation.kind);
        addAll(ir.values);
    }
    void add(const DistributedTaskIR& ir)
    {
        addAll(ir.values);
        addAll(ir.tasks);
    }
    void add(const PortablePlanIR& ir)
    {
        addAll(ir.tasks);
        addAll(ir.buffers);
    }
    void add(const whole::ModelIR& ir)
    {
        addAll(ir.operations);
        addAll(ir.values);
    }
    void add(const whole::DistributedTaskIR& ir)
    {
        addAll(ir.values);
        addAll(ir.tasks);
    }
    void add(const whole::PortablePlanIR& ir)
    {
        addAll(ir.tasks);
        addAll(ir.saved);
        addAll(ir.transients);
        for (const whole::PlanStage& stage : ir.stages)
            addAll(stage.persistent);
    }
    template <class Entity>
    void addAll(const std::vector<Entity>& entities)
    {
        for (const Entity& entity : entities)
            name(entity.id, entity.name);
    }
    template <class Kind>
    void name(const EntityId<Kind>& id, const std::string& name)
    {
        m_names.emplace(id.toString(), std::string{Kind::prefix} + " " + name);
    }

    std::map<std::string, std::string, std::less<>> m_names;
};

/// Canonical JSON with one value a line. Names, where given, stand in place of ids.
class Indenter {
public:
    Indenter(std::string_view bytes, const EntityNames* names)
        : m_bytes(bytes)
        , m_names(names)
    {
    }

    std::string text()
    {
        while (m_at < m_bytes.size())
            step();
        m_text += '\n';
        return std::move(m_text);
    }

private:
    void step()
    {
        const char c = m_bytes[m_at];
        if (c == '"')
            return string();
        ++m_at;
        const bool opens = c == '{' || c == '[';
        const bool closes = c == '}' || c == ']';
        if (opens && m_at < m_bytes.size() && (m_bytes[m_at] == '}' || m_bytes[m_at] == ']')) {
            m_text.append({c, m_bytes[m_at++]});
            return;
        }
        if (closes)
            newLine(--m_depth);
        m_text += c;
        if (opens)
            newLine(++m_depth);
        else if (c == ',')
            newLine(m_depth);
        else if (c == ':')
            m_text += ' ';
    }

    void string()
    {
        std::size_t end = m_at + 1;
        while (end < m_bytes.size() && m_bytes[end] != '"')
            end += m_bytes[end] == '\\' ? 2 : 1;
        end = std::min(end, m_bytes.size() - 1);
        const std::string_view inside = m_bytes.substr(m_at + 1, end - m_at - 1);
        const std::string* name = m_names ? m_names->find(inside) : nullptr;
        m_text.append(1, '"').append(name ? *name : inside).append(1, '"');
        m_at = end + 1;
    }

    void newLine(std::size_t depth) { m_text.append(1, '\n').append(2 * depth, ' '); }

    std::string_view m_bytes;
    const EntityNames* m_names;
    std::size_t m_at = 0;
    std::size_t m_depth = 0;
    std::string m_text;
};

/// "12,3" of a hunk's header: lines are counted from 1; of no lines it names the one before.
std::string rangeText(std::size_t begin, std::size_t count)
{
    return count == 1 ? fmt::format("{}", begin + 1) : fmt::format("{},{}", count == 0 ? begin : begin + 1, count);
}

/// Puts hunks together from runs.
class Hunks {
public:
    Hunks(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b, std::size_t context)
        : m_a(a)
        , m_b(b)
        , m_context(context)
    {
    }

    std::string text(const std::vector<LineRun>& runs)
    {
        for (std::size_t k = 0; k < runs.size(); ++k) {
            if (runs[k].change != Change::Same)
                add(runs[k], 0, runs[k].count);
            else
                context(runs[k], k == 0, k + 1 == runs.size());
        }
        close();
        return std::move(m_text);
    }

private:
    /// Equal lines: the end of what precedes, the beginning of what follows, or, where they are few, both in one.
    void context(const LineRun& run, bool first, bool last)
    {
        const std::size_t before = first ? 0 : std::min(m_context, run.count);
        const std::size_t after = last ? 0 : std::min(m_context, run.count);
        if (!first && !last && before + after >= run.count)
            return add(run, 0, run.count);
        if (before > 0)
            add(run, 0, before);
        close();
        if (after > 0)
            add(run, run.count - after, after);
    }

    void add(const LineRun& run, std::size_t skip, std::size_t count)
    {
        const bool inA = run.change != Change::Added, inB = run.change != Change::Removed;
        if (m_lines.empty()) {
            m_beginA = run.beginA + (inA ? skip : 0);
            m_beginB = run.beginB + (inB ? skip : 0);
        }
        for (std::size_t k = skip; k < skip + count; ++k) {
            m_lines += inA && inB ? ' ' : inA ? '-' : '+';
            m_lines.append(inA ? m_a[run.beginA + k] : m_b[run.beginB + k]).append(1, '\n');
        }
        m_countA += inA ? count : 0;
        m_countB += inB ? count : 0;
    }

    void close()
    {
        if (!m_lines.empty())
            m_text +=
                fmt::format("@@ -{} +{} @@\n{}", rangeText(m_beginA, m_countA), rangeText(m_beginB, m_countB), m_lines);
        m_lines.clear();
        m_countA = m_countB = 0;
    }

    const std::vector<std::string_view>& m_a;
    const std::vector<std::string_view>& m_b;
    std::size_t m_context;
    std::string m_text;
    std::string m_lines; ///< of the open hunk
    std::size_t m_beginA = 0, m_beginB = 0, m_countA = 0, m_countB = 0;
};

} // namespace

std::string comparableText(const DerivedHistory* derivation, IrKind kind, IrTextForm form)
{
    const SnapshotPtr snapshot = derivation ? derivation->snapshot(kind) : nullptr;
    if (!snapshot)
        return {};
    switch (form) {
    case IrTextForm::Summary: return irText(*snapshot, IrTextDetail::Short);
    case IrTextForm::Named: {
        const EntityNames names{*derivation};
        return Indenter{snapshot->bytes(), &names}.text();
    }
    case IrTextForm::Canonical: return Indenter{snapshot->bytes(), nullptr}.text();
    }
    return {};
}

std::string unifiedDifference(std::string_view a, std::string_view b, std::string_view labelA, std::string_view labelB,
                              std::size_t context)
{
    if (a == b)
        return {};
    const std::vector<std::string_view> linesA = linesOf(a), linesB = linesOf(b);
    const std::string hunks = Hunks{linesA, linesB, context}.text(diffLines(linesA, linesB));
    return hunks.empty() ? hunks : fmt::format("--- {}\n+++ {}\n{}", printable(labelA), printable(labelB), hunks);
}

} // namespace planscope
