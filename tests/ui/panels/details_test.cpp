#include "ui/panels/details_panel.h"

#include "ui/panels/details_browser.h"
#include "ui/panels/details_html.h"

#include "shown_study.h"

#include "report/number_format.h"
#include "report/result_explanation.h"

#include <QClipboard>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

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

TEST_F(Details, EveryFigureOfTheEstimateIsExplainedToItsLastDigit)
{
    const auto hasFormula = [this](const QString& result) {
        for (const DetailSection& section : browser().details().sections)
            if (section.form == DetailSection::Form::Formulas)
                for (const DetailRow& row : section.rows)
                    if (row.exact == result)
                        return true;
        return false;
    };
    const auto component = [](std::string_view group, std::string_view name) {
        return EntityKey{EntityKey::Kind::Component, QString::fromStdString(std::string{group} + '.' + std::string{name})};
    };
    const auto expect = [&](const EntityKey& key, const QString& digits) {
        selection.select(key);
        EXPECT_TRUE(hasFormula(digits)) << key.name.toStdString() << " = " << digits.toStdString();
        EXPECT_TRUE(panel.copyText().contains(QLatin1Char('\t') + digits + QLatin1Char('\t'))) << key.name.toStdString();
    };
    const auto digits = [](auto value) { return QString::fromStdString(exactDigits(value)); };
    const CandidateResultPtr evaluated = study.currentState()->result.block();
    const Estimate& estimate = *evaluated->estimate;
    for (const ModeEstimate& mode : *estimate.modes) {
        for (const auto& figure : iterationTimeFigures)
            expect(component("time", figure.name), digits(mode.iteration.*figure.member));
        for (const auto& figure : utilisationFigures)
            expect(component("utilisation", figure.name), digits(mode.utilisation.*figure.member));
        expect(component("utilisation", "samples_per_second"), digits(mode.utilisation.samplesPerSecond));
        for (const auto& figure : blockTimeFigures)
            expect(component("block_time", figure.name), digits(mode.block.*figure.member));
    }
    for (const NamedBytes& figure : iterationMemoryFigures)
        expect(component("memory", figure.name), digits((estimate.memory.*figure.member).value()));
    expect(component("memory", "capacity"), digits(estimate.capacity));
    expect({EntityKey::Kind::Component, QStringLiteral("shape")}, QStringLiteral("64"));
    const auto sum = explainResult(*evaluated, "primitive.linear.time.peak_only");
    expect({EntityKey::Kind::Primitive, QStringLiteral("linear")}, QString::fromStdString(sum[0].facts[0].result));
}

TEST_F(Details, WhateverAnExplanationNamesIsExplainedInTurn)
{
    using Kind = EntityKey::Kind;
    std::vector<EntityKey> next{{Kind::Component, QStringLiteral("time.total")},
                                {Kind::Component, QStringLiteral("memory.total")},
                                {Kind::Component, QStringLiteral("utilisation.hfu")},
                                {Kind::Primitive, QStringLiteral("collective")},
                                {Kind::Rank, QStringLiteral("0-7")}};
    std::vector<EntityKey> seen;
    while (!next.empty()) {
        const EntityKey key = next.back();
        next.pop_back();
        if (std::find(seen.begin(), seen.end(), key) != seen.end())
            continue;
        seen.push_back(key);
        selection.select(key);
        ASSERT_FALSE(browser().toPlainText().contains(QStringLiteral("nothing of that name"))) << key.name.toStdString();
        for (const DetailSection& section : browser().details().sections)
            for (const DetailRow& row : section.rows)
                if (!row.link.isNull() && keyOf(linkOf(row.link)) == row.link)
                    next.push_back(row.link);
    }
    EXPECT_GT(seen.size(), plan().tasks.size() + 20) << "down to every task";
}

TEST_F(Details, WithoutATimeItSaysThatThereIsNone)
{
    study.setCandidateField(1, CandidateField::TensorTier, QStringLiteral("7"));
    study.waitForResults();
    selection.select({EntityKey::Kind::Component, QStringLiteral("time.total")});
    EXPECT_TRUE(browser().toPlainText().contains(QStringLiteral("nothing of that name")));
    selection.select({EntityKey::Kind::Component, QStringLiteral("memory.total")});
    EXPECT_FALSE(browser().toPlainText().contains(QStringLiteral("nothing of that name")));
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
