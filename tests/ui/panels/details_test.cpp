#include "ui/panels/details_panel.h"

#include "ui/panels/details_browser.h"
#include "ui/panels/details_html.h"

#include "shown_study.h"

#include <QClipboard>
#include <QRegularExpression>
#include <QTest>

namespace planscope::ui {
namespace {

class Details : public ShownStudy {
protected:
    Details()
        : panel(context)
    {
        panel.resize(320, 900);
        panel.show();
    }
    QString valueOf(const QString& label) const
    {
        for (const QString& line : panel.copyText().split(QLatin1Char('\n'))) {
            const QStringList cells = line.split(QLatin1Char('\t'));
            if (cells.size() == 4 && cells[1] == label)
                return cells[2];
        }
        return {};
    }
    DetailsBrowser& browser() const { return *panel.findChild<DetailsBrowser*>(); }

    DetailsPanel panel;
};

TEST_F(Details, CopiesExactFactsOfEveryTask)
{
    for (const PlanTask& planned : plan().tasks) {
        selection.select(task(planned.name.c_str()));
        EXPECT_EQ(valueOf(QStringLiteral("operations")).toLongLong(), planned.facts.operations.value());
        EXPECT_EQ(valueOf(QStringLiteral("read")).toLongLong(), planned.facts.read.value());
        EXPECT_EQ(valueOf(QStringLiteral("written")).toLongLong(), planned.facts.write.value());
        EXPECT_EQ(valueOf(QStringLiteral("message")).toLongLong(), planned.facts.message.value());
        EXPECT_EQ(
            valueOf(QStringLiteral("capability")),
            QString::fromStdString(std::string{nameOf(planned.requires_)}).replace(QLatin1Char('_'), QLatin1Char(' ')));
    }
}

TEST_F(Details, ShowsFormulaSubstitutionAndLineage)
{
    selection.select(task("mlp.expand.forward"));
    const QString text = browser().toPlainText();
    EXPECT_TRUE(text.contains(QStringLiteral("2·T·h·f′")));
    EXPECT_TRUE(text.contains(QStringLiteral("= 2·2048·12288·6144")));
    EXPECT_TRUE(text.contains(QStringLiteral("T = b·s = 2048")));
    EXPECT_LT(text.indexOf(QStringLiteral("ModelIR")), text.indexOf(QStringLiteral("DistributedTaskIR")));
    EXPECT_LT(text.indexOf(QStringLiteral("DistributedTaskIR")), text.indexOf(QStringLiteral("PortablePlanIR")));
}

TEST_F(Details, LinksSelect)
{
    selection.select(task("mlp.expand.forward"));
    Q_EMIT browser().anchorClicked(linkOf(task("mlp.gelu.forward")));
    EXPECT_EQ(selection.current(), task("mlp.gelu.forward"));
    EXPECT_TRUE(browser().toPlainText().startsWith(QStringLiteral("mlp.\u200Bgelu.\u200Bforward")));
    EXPECT_TRUE(keyOf(QUrl(QStringLiteral("http://example.org/4/x"))).isNull());
}

TEST_F(Details, EveryLinkLeadsToSomething)
{
    const QRegularExpression links{QStringLiteral("href=\"(entity:[^\"]+)\"")};
    for (const PlanTask& planned : plan().tasks) {
        selection.select(task(planned.name.c_str()));
        std::vector<EntityKey> targets;
        for (auto match = links.globalMatch(browser().toHtml()); match.hasNext();)
            targets.push_back(keyOf(QUrl::fromEncoded(match.next().captured(1).toLatin1())));
        EXPECT_GE(targets.size(), 4U) << planned.name;
        for (const EntityKey& target : targets) {
            selection.select(target);
            EXPECT_FALSE(browser().details().sections.empty());
            EXPECT_FALSE(browser().toPlainText().contains(QStringLiteral("nothing of that name")))
                << target.name.toStdString();
        }
    }
}

TEST_F(Details, EveryKindHasDetails)
{
    using Kind = EntityKey::Kind;
    const std::vector<EntityKey> keys{{Kind::Snapshot, QStringLiteral("model")},
                                      {Kind::Snapshot, QStringLiteral("portable_plan")},
                                      {Kind::Operation, QStringLiteral("transformer.decoder_training")},
                                      {Kind::Value, QStringLiteral("input")},
                                      {Kind::Layer, QStringLiteral("mlp.gelu")},
                                      {Kind::Check, QStringLiteral("distributed/check.mesh")},
                                      {Kind::Rank, QStringLiteral("0-7")},
                                      {Kind::Component, QStringLiteral("time.forward")},
                                      {Kind::Component, QStringLiteral("memory.optimizer")}};
    for (const EntityKey& key : keys) {
        selection.select(key);
        EXPECT_FALSE(browser().toPlainText().contains(QStringLiteral("nothing of that name")))
            << key.name.toStdString();
        EXPECT_GT(panel.copyText().count(QLatin1Char('\n')), 1) << key.name.toStdString();
    }
}

TEST_F(Details, ExplainsItsEmptyStates)
{
    EXPECT_TRUE(browser().toPlainText().startsWith(QStringLiteral("Nothing selected")));
    selection.select(task("no.such.task"));
    EXPECT_TRUE(browser().toPlainText().contains(QStringLiteral("nothing of that name")));
    study.setDocument({});
    study.waitForResults();
    EXPECT_TRUE(browser().toPlainText().startsWith(QStringLiteral("Nothing derived")));
}

TEST_F(Details, ControlCCopiesTheExactTable)
{
    selection.select(task("mlp.expand.forward"));
    QTest::keySequence(&browser(), QKeySequence::Copy);
    EXPECT_EQ(QGuiApplication::clipboard()->text(), panel.copyText());
    EXPECT_TRUE(panel.copyText().contains(QStringLiteral("\toperations\t309237645312\tFLOP\n")));
}

} // namespace
} // namespace planscope::ui
