#include "ui/panels/details_html.h"

#include <QFontInfo>

#include <algorithm>
#include <utility>

namespace planscope::ui {
namespace {

constexpr QLatin1String scheme{"entity"};

bool isCount(const QString& text)
{
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](QChar c) { return c.isDigit(); });
}

/// Digits in groups of three by narrow blanks; other texts as they are.
QString grouped(const QString& digits)
{
    if (!isCount(digits))
        return digits;
    QString out;
    for (qsizetype k = 0; k < digits.size(); ++k) {
        if (k > 0 && (digits.size() - k) % 3 == 0)
            out += QChar{0x202F};
        out += digits[k];
    }
    return out;
}

/// Writes the sections one after the other.
class HtmlWriter {
public:
    explicit HtmlWriter(const Theme& theme)
        : m_theme(theme)
        , m_monospace(QFontInfo(theme.monospace()).family())
    {
    }

    void title(const EntityDetails& details)
    {
        m_out += QStringLiteral("<p style='margin:0 0 2px 0; font-size:%1px; font-weight:600'>%2</p>")
                     .arg(m_theme.section().pixelSize())
                     .arg(breakable(details.title));
        const Role role = details.verdict == EntityDetails::Verdict::Passed ? Role::Ok
            : details.verdict == EntityDetails::Verdict::Failed             ? Role::Error
                                                                            : Role::Muted;
        if (!details.subtitle.isEmpty())
            m_out += QStringLiteral("<p style='margin:0; color:%1'>%2</p>")
                         .arg(color(role), details.subtitle.toHtmlEscaped());
    }

    void section(const DetailSection& section)
    {
        if (!section.title.isEmpty())
            heading(section);
        switch (section.form) {
        case DetailSection::Form::Facts: facts(section); break;
        case DetailSection::Form::Formulas: formulas(section); break;
        case DetailSection::Form::Symbols: symbols(section); break;
        case DetailSection::Form::Links: links(section); break;
        case DetailSection::Form::Chain: chain(section); break;
        case DetailSection::Form::Words: words(section); break;
        }
        if (!section.note.isEmpty())
            m_out += QStringLiteral("<p style='margin:%1px 0 0 0; color:%2; font-size:%3px'>%4</p>")
                         .arg(m_theme.space(1))
                         .arg(color(Role::Muted))
                         .arg(m_theme.label().pixelSize())
                         .arg(section.note.toHtmlEscaped());
    }

    QString take() { return std::move(m_out); }

private:
    QString color(Role role) const { return m_theme.color(role).name(); }

    /// Long dotted names may break after a dot.
    static QString breakable(const QString& name)
    {
        QString out = name.toHtmlEscaped();
        return out.replace(QLatin1Char('.'), QStringLiteral(".&#8203;"));
    }
    QString monospaced(const QString& text, Role role) const
    {
        return QStringLiteral("<span style='font-family:\"%1\"; font-size:%2px; color:%3'>%4</span>")
            .arg(m_monospace)
            .arg(m_theme.monospace().pixelSize() - 1)
            .arg(color(role), text.toHtmlEscaped());
    }
    QString muted(const QString& text) const
    {
        return QStringLiteral("<span style='color:%1'>%2</span>").arg(color(Role::Muted), text.toHtmlEscaped());
    }
    static QString anchor(const DetailRow& row)
    {
        return QStringLiteral("<a href='%1'>%2</a>").arg(hrefOf(row), breakable(grouped(row.shown)));
    }
    static QString hrefOf(const DetailRow& row)
    {
        return QString::fromLatin1(linkOf(row.link).toEncoded()).toHtmlEscaped();
    }
    QString value(const DetailRow& row) const
    {
        return row.link.isNull() ? grouped(row.shown).toHtmlEscaped() : anchor(row);
    }

    void heading(const DetailSection& section)
    {
        const Role role = section.rightOfBoundary ? Role::Boundary : Role::Accent;
        m_out += QStringLiteral("<table width='100%' cellspacing='0' cellpadding='0' style='margin-top:%1px'><tr>"
                                "<td style='border-top:%2px solid %3; padding-top:%4px; padding-bottom:2px; color:%5; "
                                "font-weight:600'>%6</td></tr></table>")
                     .arg(m_theme.space(3))
                     .arg(section.rightOfBoundary ? 2 : 1)
                     .arg(color(section.rightOfBoundary ? Role::Boundary : Role::Line))
                     .arg(m_theme.space(2))
                     .arg(color(role), section.title.toHtmlEscaped());
    }
    /// Exact values stand beside the shown ones where those of the whole section fit a narrow dock, else below them; a
    /// long value stands below its label. A table a row: a long row must not take the width of the others.
    void facts(const DetailSection& section)
    {
        constexpr qsizetype longestLine = 33; // letters
        const bool areBeside = std::all_of(section.rows.begin(), section.rows.end(), [](const DetailRow& row) {
            constexpr qsizetype longestBeside = 33; // the exact value's are small
            return !hasExact(row) || row.label.size() + row.shown.size() + withUnit(row).size() <= longestBeside;
        });
        for (const DetailRow& row : section.rows) {
            const QString unit = row.unit.isEmpty() || !isCount(row.shown) ? QString{} : QLatin1Char(' ') + row.unit;
            const bool isLong = row.label.size() + grouped(row.shown).size() + unit.size() > longestLine;
            const bool isBeside = hasExact(row) && areBeside;
            m_out += QStringLiteral("<table width='100%' cellspacing='0' cellpadding='2'><tr>");
            if (isLong) {
                const bool isText = !hasExact(row) && unit.isEmpty();
                const bool isDigest = row.shown.startsWith(QLatin1String("sha256:"));
                m_out += QStringLiteral("<td colspan='2'>%1%2%3%4")
                             .arg(muted(row.label),
                                  isText ? QStringLiteral("<br>")
                                         : QStringLiteral("</td></tr><tr><td colspan='2' align='right'>"),
                                  isDigest ? monospaced(row.shown, Role::Text) : value(row), muted(unit));
            } else {
                m_out += QStringLiteral("<td%1 style='color:%2; white-space:nowrap'>%3</td>")
                             .arg(isBeside ? QStringLiteral(" width='34%'") : QString{}, color(Role::Muted),
                                  row.label.toHtmlEscaped());
                m_out += figureCell(isBeside ? 24 : 0) + value(row) + muted(unit);
            }
            if (isBeside)
                m_out += QStringLiteral("</td>") + figureCell(42) + monospaced(withUnit(row), Role::Muted);
            else if (hasExact(row))
                m_out += QStringLiteral("</td></tr><tr><td colspan='2' align='right'>")
                    + monospaced(withUnit(row), Role::Muted);
            m_out += QStringLiteral("</td></tr></table>");
        }
    }
    /// Whether the exact value says more than the shown one.
    static bool hasExact(const DetailRow& row)
    {
        return !row.exact.isEmpty() && row.exact != row.shown && row.exact != QLatin1String("0");
    }
    /// `percent` of the line; 0: what is left of it.
    static QString figureCell(int percent)
    {
        const QString width = percent > 0 ? QStringLiteral(" width='%1%'").arg(percent) : QString{};
        return QStringLiteral("<td align='right'%1 style='white-space:nowrap'>").arg(width);
    }
    static QString withUnit(const DetailRow& row)
    {
        const QString digits = grouped(row.exact);
        return row.unit.isEmpty() ? digits : digits + QChar{0x00A0} + row.unit;
    }
    void formulas(const DetailSection& section)
    {
        for (const DetailRow& row : section.rows) {
            m_out += QStringLiteral("<p style='margin:%1px 0 0 0'>%2").arg(m_theme.space(1)).arg(muted(row.label));
            m_out += (row.steps.empty() ? QStringLiteral("&nbsp; ") : QStringLiteral("<br>"))
                + monospaced(row.shown, Role::Text);
            for (qsizetype k = 0; k < row.steps.size(); ++k) {
                const bool last = k + 1 == row.steps.size() && row.steps[k] == row.exact;
                m_out += QStringLiteral("<br>")
                    + monospaced(QStringLiteral("= ") + (last ? withUnit(row) : row.steps[k]), Role::Muted);
            }
            m_out += QStringLiteral("</p>");
        }
    }
    /// The meaning stands beside a short symbol, below a long one.
    void symbols(const DetailSection& section)
    {
        constexpr qsizetype longestBeside = 20; // letters
        for (const DetailRow& row : section.rows) {
            const QString symbol = row.link.isNull()
                ? monospaced(row.shown, Role::Text)
                : QStringLiteral("<a href='%1'>%2</a>").arg(hrefOf(row), monospaced(row.shown, Role::Accent));
            const QString meaning = QStringLiteral("<span style='font-size:%1px'>%2</span>")
                                        .arg(m_theme.label().pixelSize())
                                        .arg(muted(row.label));
            // A table a row: a long symbol must not take the width of the others' meanings.
            m_out += QStringLiteral("<table width='100%' cellspacing='0' cellpadding='2'>");
            if (row.shown.size() > longestBeside)
                m_out += QStringLiteral("<tr><td>%1<br>%2</td></tr>").arg(symbol, meaning);
            else
                m_out += QStringLiteral("<tr><td width='44%' style='padding-right:%1px; white-space:nowrap'>%2</td>"
                                        "<td width='56%'>%3</td></tr>")
                             .arg(m_theme.space(2))
                             .arg(symbol, meaning);
            m_out += QStringLiteral("</table>");
        }
    }
    void links(const DetailSection& section)
    {
        m_out += QStringLiteral("<table width='100%' cellspacing='0' cellpadding='2'>");
        for (const DetailRow& row : section.rows)
            m_out += QStringLiteral("<tr><td style='color:%1; padding-right:%2px; white-space:nowrap'>%3</td><td "
                                    "width='80%'>%4</td></tr>")
                         .arg(color(Role::Muted))
                         .arg(m_theme.space(2))
                         .arg(row.label.toHtmlEscaped(), value(row));
        m_out += QStringLiteral("</table>");
    }
    /// Each link below the one it came from.
    void chain(const DetailSection& section)
    {
        for (std::size_t k = 0; k < section.rows.size(); ++k) {
            const DetailRow& row = section.rows[k];
            m_out += QStringLiteral("<p style='margin:%1px 0 0 0'>").arg(m_theme.space(1));
            m_out += (k == 0 ? QString{} : muted(QStringLiteral("↳ "))) + anchor(row);
            m_out += QStringLiteral("<br><span style='font-size:%1px'>%2</span>")
                         .arg(m_theme.label().pixelSize())
                         .arg(muted((QStringList{row.label} + row.steps).join(QStringLiteral(" · "))));
            if (row.unit.isEmpty())
                m_out += QStringLiteral("<br>") + monospaced(row.exact, Role::Muted);
            m_out += QStringLiteral("</p>");
        }
    }
    void words(const DetailSection& section)
    {
        for (const DetailRow& row : section.rows)
            m_out += QStringLiteral("<p style='margin:%1px 0 0 0'>%2<br>%3</p>")
                         .arg(m_theme.space(1))
                         .arg(muted(row.label), row.link.isNull() ? monospaced(row.shown, Role::Text) : anchor(row));
    }

    const Theme& m_theme;
    QString m_monospace;
    QString m_out;
};

} // namespace

QString detailsHtml(const EntityDetails& details, const Theme& theme)
{
    HtmlWriter writer{theme};
    writer.title(details);
    for (const DetailSection& section : details.sections)
        writer.section(section);
    return writer.take();
}

QString noteHtml(const QString& title, const QString& text, const Theme& theme, const EntityKey& link,
                 const QString& linkText)
{
    QString out =
        QStringLiteral("<p style='margin:0; font-size:%1px; font-weight:600'>%2</p><p style='color:%3'>%4</p>")
            .arg(theme.section().pixelSize())
            .arg(title.toHtmlEscaped(), theme.color(Role::Muted).name(), text.toHtmlEscaped());
    if (!link.isNull())
        out += QStringLiteral("<p><a href='%1'>%2</a></p>")
                   .arg(QString::fromLatin1(linkOf(link).toEncoded()).toHtmlEscaped(), linkText.toHtmlEscaped());
    return out;
}

QUrl linkOf(const EntityKey& key)
{
    QUrl link;
    link.setScheme(scheme);
    link.setPath(QStringLiteral("%1/%2").arg(static_cast<int>(key.kind)).arg(key.name));
    return link;
}

EntityKey keyOf(const QUrl& link)
{
    const QString path = link.path();
    const qsizetype slash = path.indexOf(QLatin1Char('/'));
    bool isNumber = false;
    const int kind = path.left(slash).toInt(&isNumber);
    if (link.scheme() != scheme || slash < 0 || !isNumber || kind <= 0
        || kind > static_cast<int>(EntityKey::lastKind))
        return {};
    return {static_cast<EntityKey::Kind>(kind), path.mid(slash + 1)};
}

} // namespace planscope::ui
