#pragma once

#include <QAbstractSpinBox>

#include <functional>
#include <string>
#include <vector>

namespace planscope::ui {

/// A spin box that steps through legal values only, and keeps whatever is typed: judging it is for the
/// importer. The legal values are asked for when a step is taken, so they are those of the moment.
class LegalSpinBox final : public QAbstractSpinBox {
    Q_OBJECT
public:
    using LegalValues = std::function<std::vector<std::string>()>;

    explicit LegalSpinBox(QWidget* parent = nullptr);

    void setLegalValues(LegalValues legalValues) { m_legalValues = std::move(legalValues); }
    QString value() const;
    void setValue(const QString& text); ///< without telling edited()

    void stepBy(int steps) override;
    QValidator::State validate(QString& input, int& position) const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void edited(const QString& text);

protected:
    StepEnabled stepEnabled() const override;

private:
    LegalValues m_legalValues;
};

} // namespace planscope::ui
