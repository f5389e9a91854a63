#pragma once

#include "ui/graph/lineage_graph.h"
#include "ui/models/entity_key.h"

#include "study/any_result.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace planscope::ui {

/// One fact of an entity.
struct DetailRow {
    QString label;
    QString shown;     ///< for people, with its unit; a formula in a section of formulas
    QString exact;     ///< digits that parse back to the exact value; empty where `shown` says all
    QString unit;      ///< of `exact`: "bytes"
    QStringList steps; ///< of a formula: values substituted, result
    EntityKey link;    ///< where the row leads; null: nowhere
};

struct DetailSection {
    enum class Form {
        Facts,    ///< label, value, exact value
        Formulas, ///< label, formula and its steps
        Symbols,  ///< meaning, "T = b·s = 2048"
        Links,    ///< a list of places
        Chain,    ///< places, each derived from the one before
        Words,    ///< label and text
    };
    QString title;
    Form form = Form::Facts;
    std::vector<DetailRow> rows;
    QString note;                 ///< a sentence below the rows
    bool rightOfBoundary = false; ///< speaks of the target: system, tiers, predicted time
};

/// What is known of one entity of a result, ready to be shown: a value without colours or layout.
struct EntityDetails {
    enum class Verdict { None, Passed, Failed };
    QString title;
    QString subtitle;
    Verdict verdict = Verdict::None;
    std::vector<DetailSection> sections;

    /// Section, label, exact value and unit, tab-separated, with a heading line.
    QString toTsv() const;
};

/// Where details are taken from; the lineage is not null and outlives the call.
struct DetailSources {
    AnyResult result; ///< with a derivation
    const LineageGraph* lineage = nullptr;

    const DerivedHistory& history() const { return *result.history(); }
    const CandidateResult& block() const { return *result.block(); }        ///< Requires: of equal blocks.
    const whole::CandidateResult& whole() const { return *result.whole(); } ///< Requires: of a whole model.
};

/// The details of an entity, each fact as the snapshots state it. An entity that the result does not have gives a
/// title and a note that says so.
EntityDetails entityDetails(const DetailSources& sources, const EntityKey& key);

/// The same for a checkpoint of either accounting: contract, record, session, schema, digest, lineage summary.
EntityDetails checkpointDetails(const DerivedHistory& derivation, const CheckpointReport& report);

} // namespace planscope::ui
