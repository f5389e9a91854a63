#include "ui/graph/loom_widget.h"

#include "loom_cases.h"
#include "ui/graph/loom_of_whole_plan.h"
#include "whole_cases.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <gtest/gtest.h>

namespace planscope::ui {
namespace {

class LoomWidgetTest : public testing::Test {
protected:
    void SetUp() override
    {
        qRegisterMetaType<EntityKey>();
        m_widget.resize(1400, 900);
        m_widget.setLoom(std::make_shared<const LoomInput>(test::loomOfBundled("tab5-gpt3-175B-seqsel")), Theme(),
                         false);
        m_widget.show();
        QApplication::setActiveWindow(&m_widget);
    }
    EntityKey keyOf(LoomCellIndex cell) { return m_widget.scene()->itemOf(cell).key; }
    LoomCellIndex marked() { return m_widget.canvas().marks().selected; }

    LoomWidget m_widget;
    const EntityKey m_expand{EntityKey::Kind::Task, QStringLiteral("mlp.expand.forward")};
};

TEST_F(LoomWidgetTest, SelectsTheCellThatIsClicked)
{
    QSignalSpy chosen(&m_widget, &LoomWidget::selected);
    const LoomCellIndex cell = m_widget.scene()->find(m_expand);
    const QPointF at = m_widget.canvas().viewport().toPixel(m_widget.scene()->rectOf(cell).center());
    QTest::mouseClick(&m_widget.canvas(), Qt::LeftButton, {}, at.toPoint());
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(chosen.front().front().value<EntityKey>(), m_expand);
    EXPECT_EQ(marked(), cell);
}

TEST_F(LoomWidgetTest, WalksAndOpensByKeys)
{
    QSignalSpy opened(&m_widget, &LoomWidget::activated);
    m_widget.setSelected(m_expand);
    QTest::keyClick(&m_widget.canvas(), Qt::Key_Period);
    EXPECT_EQ(keyOf(marked()).name, QStringLiteral("mlp.gelu.forward"));
    QTest::keyClick(&m_widget.canvas(), Qt::Key_Comma);
    QTest::keyClick(&m_widget.canvas(), Qt::Key_Right);
    EXPECT_EQ(keyOf(marked()).name, QStringLiteral("mlp.expand.activation_gradient"));
    QTest::keyClick(&m_widget.canvas(), Qt::Key_Return);
    EXPECT_EQ(opened.count(), 1);
}

TEST_F(LoomWidgetTest, KeepsTheSelectionWhenTheSceneChanges)
{
    m_widget.setSelected(m_expand);
    m_widget.setOptions({0, 3, 2});
    EXPECT_EQ(keyOf(marked()), m_expand);
    m_widget.setOptions({0b10, 1, 1});
    EXPECT_EQ(m_widget.scene()->itemOf(marked()).kind, LoomItem::Kind::Group);
    m_widget.setOptions({});
    EXPECT_EQ(keyOf(marked()), m_expand);
}

TEST_F(LoomWidgetTest, OffersNoMoreCopiesThanThePlanHas)
{
    m_widget.setOptions({0, 1000, 1000});
    EXPECT_EQ(m_widget.options().blocks, 12);
    EXPECT_EQ(m_widget.options().ranks, 8);
}

TEST_F(LoomWidgetTest, FindsAsOneTypes)
{
    QSignalSpy chosen(&m_widget, &LoomWidget::selected);
    m_widget.openSearch();
    auto* field = m_widget.findChild<QLineEdit*>(QStringLiteral("find"));
    QTest::keyClicks(field, QStringLiteral("softmax"));
    EXPECT_EQ(m_widget.canvas().marks().found.size(), 3U);
    QTest::keyClick(field, Qt::Key_Down);
    EXPECT_EQ(keyOf(marked()).name, QStringLiteral("attention.softmax.recompute"));
    QTest::keyClick(field, Qt::Key_Return);
    EXPECT_EQ(chosen.count(), 1);
    EXPECT_TRUE(m_widget.canvas().marks().found.empty());
}

TEST_F(LoomWidgetTest, ZoomsAtTheCursorAndFitsAgain)
{
    LoomViewport viewport = m_widget.canvas().viewport();
    const QPointF at(700, 400);
    const QPointF before = viewport.toScene(at);
    viewport.setZoom(2, at);
    EXPECT_NEAR(viewport.toScene(at).x(), before.x(), 1e-6);
    EXPECT_NEAR(viewport.toScene(at).y(), before.y(), 1e-6);
    m_widget.canvas().setZoom(2);
    EXPECT_DOUBLE_EQ(m_widget.canvas().viewport().zoom(), 2);
    QTest::keyClick(&m_widget.canvas(), Qt::Key_0);
    EXPECT_TRUE(m_widget.canvas().viewport().isFit());
}

TEST_F(LoomWidgetTest, CopiesExactFactsOfEveryTask)
{
    const QStringList lines = m_widget.allText().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    const auto& tasks = m_widget.input()->tasks;
    ASSERT_EQ(static_cast<std::size_t>(lines.size()), tasks.size() + 1);
    const QStringList fields = lines[1].split(QLatin1Char('\t'));
    EXPECT_EQ(fields[0], tasks.front().name);
    EXPECT_EQ(fields[1].toDouble(), *tasks.front().facts.seconds);
    EXPECT_EQ(fields[2].toStdString(), tasks.front().facts.operations.toString());
}

TEST_F(LoomWidgetTest, CopiesTheTasksThatTheSelectionStandsFor)
{
    EXPECT_TRUE(m_widget.selectedText().isEmpty());
    m_widget.setSelected({EntityKey::Kind::Task, QStringLiteral("mlp.expand.forward")});
    EXPECT_EQ(m_widget.selectedText().count(QLatin1Char('\n')), 2);
    m_widget.setSelected({EntityKey::Kind::Layer, QStringLiteral("mlp.expand")});
    EXPECT_GT(m_widget.selectedText().count(QLatin1Char('\n')), 3);
}

TEST_F(LoomWidgetTest, PaintsNothingWhenIdle)
{
    struct Counter : QObject {
        int paints = 0;
        bool eventFilter(QObject*, QEvent* event) override
        {
            paints += event->type() == QEvent::Paint ? 1 : 0;
            return false;
        }
    } counter;
    QTest::qWait(100);
    m_widget.canvas().installEventFilter(&counter);
    QTest::qWait(300);
    EXPECT_EQ(counter.paints, 0);
}

TEST_F(LoomWidgetTest, NamesEveryControl)
{
    for (const QWidget* child : m_widget.findChildren<QWidget*>()) {
        const bool own = !child->objectName().startsWith(QStringLiteral("qt_")) && child->focusProxy() == nullptr;
        EXPECT_TRUE(!own || child->focusPolicy() == Qt::NoFocus || !child->accessibleName().isEmpty())
            << child->metaObject()->className();
    }
}

class WholeLoomWidgetTest : public LoomWidgetTest {
protected:
    void SetUp() override
    {
        LoomWidgetTest::SetUp();
        m_widget.setLoom(std::make_shared<const LoomInput>(loomOf(*test::wholeResultOfStudy(), 0)), Theme(), false);
        QApplication::processEvents();
    }
    QToolButton* button(const char* text)
    {
        for (auto* each : m_widget.findChildren<QToolButton*>())
            if (each->text() == QLatin1String(text))
                return each;
        return nullptr;
    }
    static EntityKey value(const char* name) { return {EntityKey::Kind::Value, QString::fromLatin1(name)}; }
};

TEST_F(WholeLoomWidgetTest, SelectsWhatIsKeptByItsThread)
{
    QSignalSpy chosen(&m_widget, &LoomWidget::selected);
    const LoomScene& scene = *m_widget.scene();
    const std::uint32_t thread = scene.threadsKeeping(value("core_attention.query")).front();
    const auto points = scene.pointsOf(scene.threads()[thread]);
    const QPointF at = m_widget.canvas().viewport().toPixel((points[0] + points[1]) / 2);
    QStringList names;
    for (int click = 0; click < 5; ++click) {
        QTest::mouseClick(&m_widget.canvas(), Qt::LeftButton, {}, at.toPoint());
        names << chosen.back().front().value<EntityKey>().name;
    }
    // Four tensors live between the same two tasks: each click goes on to the next.
    EXPECT_EQ(names, (QStringList{QStringLiteral("core_attention.query"), QStringLiteral("core_attention.key"),
                                  QStringLiteral("core_attention.value"),
                                  QStringLiteral("core_attention.log_sum_exp"),
                                  QStringLiteral("core_attention.query")}));
    EXPECT_EQ(m_widget.canvas().marks().threads, std::vector<std::uint32_t>{thread});
}

TEST_F(WholeLoomWidgetTest, WalksThroughWhatACellKeeps)
{
    QSignalSpy chosen(&m_widget, &LoomWidget::selected);
    m_widget.setSelected({EntityKey::Kind::Task, QStringLiteral("activation.forward")});
    QTest::keyClick(&m_widget.canvas(), Qt::Key_S);
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(chosen.front().front().value<EntityKey>(), value("activation.input"));
    EXPECT_EQ(keyOf(marked()).name, QStringLiteral("activation.forward"));
    EXPECT_EQ(m_widget.canvas().accessibleDescription(),
              QStringLiteral("activation.input, kept from activation.forward to activation.activation_gradient"));
    m_widget.setSelected({EntityKey::Kind::Task, QStringLiteral("rope.forward")}); // keeps nothing
    QTest::keyClick(&m_widget.canvas(), Qt::Key_S);
    EXPECT_EQ(chosen.count(), 1);
}

TEST_F(WholeLoomWidgetTest, HidesWhatIsKept)
{
    EXPECT_TRUE(button("Kept")->isVisible());
    button("Kept")->click();
    EXPECT_TRUE(m_widget.scene()->bundles().empty());
    m_widget.setSelected(value("fc1.input")); // its tasks are marked still
    EXPECT_EQ(keyOf(marked()).name, QStringLiteral("fc1.forward"));
    EXPECT_TRUE(m_widget.canvas().marks().threads.empty());
    m_widget.setLoom(std::make_shared<const LoomInput>(test::loomOfOneRank()), Theme(), false);
    QApplication::processEvents();
    EXPECT_FALSE(button("Kept")->isVisible());
}

TEST_F(WholeLoomWidgetTest, CopiesTasksMessagesAndWhatIsKept)
{
    const QStringList tables = m_widget.allText().split(QStringLiteral("\n\n"));
    ASSERT_EQ(tables.size(), 2);
    const auto lines = [](const QString& table) { return table.split(QLatin1Char('\n'), Qt::SkipEmptyParts); };
    EXPECT_EQ(static_cast<std::size_t>(lines(tables[0]).size()), m_widget.input()->tasks.size() + 1);
    EXPECT_EQ(static_cast<std::size_t>(lines(tables[1]).size()),
              m_widget.input()->boundaries.size() + m_widget.input()->saved.size() + 1);
    m_widget.setSelected(value("fc1.input"));
    EXPECT_TRUE(m_widget.selectedText().contains(
        QStringLiteral("fc1.input\t16777216\tfc1.forward\tfc1.weight_gradient")))
        << m_widget.selectedText().toStdString();
}

TEST_F(WholeLoomWidgetTest, OffersTheVariantsOfItsOwner)
{
    QSignalSpy asked(&m_widget, &LoomWidget::variantChosen);
    QComboBox* box = nullptr;
    for (auto* each : m_widget.findChildren<QComboBox*>())
        if (each->accessibleName() == QStringLiteral("Stage whose step is shown"))
            box = each;
    ASSERT_NE(box, nullptr);
    EXPECT_FALSE(box->isVisible());
    m_widget.setVariants({QStringLiteral("one"), QStringLiteral("two")}, 0);
    QApplication::processEvents();
    EXPECT_TRUE(box->isVisible());
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Down);
    ASSERT_EQ(asked.count(), 1);
    EXPECT_EQ(asked.front().front().toInt(), 1);
}

} // namespace
} // namespace planscope::ui
