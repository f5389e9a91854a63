#include "ui/export/finished_pdf.h"

#define POINTERHOLDER_TRANSITION 4 // std::shared_ptr throughout
#include <qpdf/Buffer.hh>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFObjectHandle.hh>
#include <qpdf/QPDFPageDocumentHelper.hh>
#include <qpdf/QPDFWriter.hh>

#include <cassert>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace planscope::ui {
namespace {

using Handle = QPDFObjectHandle;

Handle textObject(const QString& text)
{
    return Handle::newUnicodeString(text.toStdString());
}

Handle dateObject(const QDateTime& date)
{
    const QString utc = date.toUTC().toString(QStringLiteral("yyyyMMddHHmmss"));
    return Handle::newString("D:" + utc.toStdString() + "Z");
}

/// Links an entry behind the last child of its parent.
void append(Handle parent, Handle entry)
{
    entry.replaceKey("/Parent", parent);
    if (parent.hasKey("/Last")) {
        Handle before = parent.getKey("/Last");
        before.replaceKey("/Next", entry);
        entry.replaceKey("/Prev", before);
    } else {
        parent.replaceKey("/First", entry);
    }
    parent.replaceKey("/Last", entry);
}

/// Chapters are open, so that their parts are in sight; parts are not.
void addOutline(QPDF& pdf, const QList<PdfOutlineEntry>& outline)
{
    if (outline.isEmpty())
        return;
    const std::vector<QPDFPageObjectHelper> pages = QPDFPageDocumentHelper(pdf).getAllPages();
    Handle root = pdf.makeIndirectObject(Handle::parse("<< /Type /Outlines >>"));
    std::vector<Handle> open{root}; // the entries that the next one may stand below
    int inSight = 0;
    for (const PdfOutlineEntry& entry : outline) {
        assert(entry.level >= 1 && static_cast<std::size_t>(entry.level) <= open.size());
        Handle page = pages[static_cast<std::size_t>(entry.page)].getObjectHandle();
        const double height = page.getKey("/MediaBox").getArrayItem(3).getNumericValue();
        Handle target = Handle::newArray();
        target.appendItem(page);
        target.appendItem(Handle::newName("/XYZ"));
        target.appendItem(Handle::newNull());
        target.appendItem(Handle::newReal(height - entry.top, 2));
        target.appendItem(Handle::newNull());
        Handle item = pdf.makeIndirectObject(Handle::newDictionary());
        item.replaceKey("/Title", textObject(entry.title));
        item.replaceKey("/Dest", target);
        open.resize(static_cast<std::size_t>(entry.level), root);
        append(open.back(), item);
        const bool isInSight = entry.level <= 2;
        if (entry.level > 1) { // how many would be in sight below it, negative where it is closed
            Handle above = open.back();
            const long long below = above.hasKey("/Count") ? above.getKey("/Count").getIntValue() : 0;
            above.replaceKey("/Count", Handle::newInteger(isInSight ? below + 1 : below - 1));
        }
        inSight += isInSight ? 1 : 0;
        open.push_back(item);
    }
    root.replaceKey("/Count", Handle::newInteger(inSight));
    pdf.getRoot().replaceKey("/Outlines", root);
    pdf.getRoot().replaceKey("/PageMode", Handle::newName("/UseOutlines"));
}

/// "AAAAAA", "AAAAAB", …
std::string subsetTag(std::size_t number)
{
    std::string tag(6, 'A');
    for (std::size_t at = tag.size(); at-- > 0 && number > 0; number /= 26)
        tag[at] = static_cast<char>('A' + number % 26);
    return tag;
}

/// The fonts hold the glyphs in use alone, and are named so, in the order in which pages first use them: QPdfWriter
/// names them in the order of a hash, which differs from run to run.
void nameFonts(QPDF& pdf)
{
    std::set<QPDFObjGen> named;
    for (QPDFPageObjectHelper& page : QPDFPageDocumentHelper(pdf).getAllPages()) {
        Handle fonts = page.getAttribute("/Resources", false).getKey("/Font");
        for (const std::string& key : fonts.getKeys()) {
            Handle font = fonts.getKey(key);
            if (!font.hasKey("/DescendantFonts") || named.count(font.getObjGen()) != 0)
                continue;
            const Handle name
                = Handle::newName("/" + subsetTag(named.size()) + "+" + font.getKey("/BaseFont").getName().substr(1));
            named.insert(font.getObjGen());
            Handle descendant = font.getKey("/DescendantFonts").getArrayItem(0);
            font.replaceKey("/BaseFont", name);
            descendant.replaceKey("/BaseFont", name);
            descendant.getKey("/FontDescriptor").replaceKey("/FontName", name);
        }
    }
}

void describe(QPDF& pdf, const PdfDescription& description)
{
    Handle info = pdf.makeIndirectObject(Handle::newDictionary());
    info.replaceKey("/Title", textObject(description.title));
    info.replaceKey("/Subject", textObject(description.subject));
    info.replaceKey("/Keywords", textObject(description.keywords));
    info.replaceKey("/Creator", textObject(description.creator));
    info.replaceKey("/Producer", Handle::newString("Qt " QT_VERSION_STR ", qpdf"));
    info.replaceKey("/CreationDate", dateObject(description.created));
    info.replaceKey("/ModDate", dateObject(description.created));
    pdf.getTrailer().replaceKey("/Info", info);
    Handle root = pdf.getRoot();
    root.replaceKey("/ViewerPreferences", Handle::parse("<< /DisplayDocTitle true >>"));
    root.replaceKey("/Lang", Handle::newString("en"));
}

} // namespace

QByteArray finishedPdf(const QByteArray& pdf, const PdfDescription& description)
{
    QPDF document;
    document.processMemoryFile("report", pdf.constData(), static_cast<std::size_t>(pdf.size()));
    nameFonts(document);
    addOutline(document, description.outline);
    describe(document, description);
    QPDFWriter writer(document);
    writer.setOutputMemory();
    writer.setDeterministicID(true);
    writer.setObjectStreamMode(qpdf_o_disable); // whose order would be that of QPdfWriter's numbers
    writer.write();
    const std::shared_ptr<Buffer> bytes = writer.getBufferSharedPointer();
    return {reinterpret_cast<const char*>(bytes->getBuffer()), static_cast<qsizetype>(bytes->getSize())};
}

} // namespace planscope::ui
