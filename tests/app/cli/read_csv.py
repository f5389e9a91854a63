#!/usr/bin/env python3
"""Reads the tables of `planscope-cli report` back and holds them to the program's own JSON, value for value.

usage: read_csv.py CLI STUDY FOLDER

FOLDER has the tables of STUDY with a diff of its first two candidates. Integers are compared as integers, doubles to
the last bit, names as they are. Prints what differs; exit 1 when anything does.
"""
import csv
import json
import subprocess
import sys

FAULTS = []


def expect(what, actual, expected):
    if actual != expected:
        FAULTS.append(f"{what}: {actual!r}, not {expected!r}")


def table(folder, name):
    with open(f"{folder}/{name}.csv", "rb") as file:
        content = file.read()
    expect(f"{name}: line ends", content.count(b"\r\n") > 0 and content.endswith(b"\r\n"), True)
    rows = list(csv.reader(content.decode("utf-8").splitlines(keepends=True), strict=True))
    header = rows[0]
    for row in rows[1:]:
        expect(f"{name}: fields of {row[:3]}", len(row), len(header))
    return [dict(zip(header, row)) for row in rows[1:]]


def run_json(cli, *arguments):
    run = subprocess.run([cli, *arguments, "--format", "json"], stdout=subprocess.PIPE, check=False)
    return json.loads(run.stdout)


def number(text):
    return float(text) if any(c in text for c in ".en") else int(text)


def check_results(cli, study, folder):
    results = run_json(cli, "evaluate", study, "--invocations")
    tables = {name: table(folder, name) for name in ("tasks", "buffers", "checkpoints", "ranks", "estimate", "memory")}
    for index, result in enumerate(results, 1):
        rows = {name: [row for row in all_rows if row["number"] == str(index)] for name, all_rows in tables.items()}
        for name, own in rows.items():
            expect(f"{name}: names of {index}", {row["candidate"] for row in own}, {result["name"]})
        check_tasks(rows["tasks"], result)
        expect("checks", len(rows["checkpoints"]), sum(each["checks"] for each in result["checkpoints"]))
        for row in rows["estimate"]:
            time, use = result["time"][row["mode"]], result["utilisation"][row["mode"]]
            for key in time:
                expect(f"{row['mode']} {key}", float(row[f"{key}_seconds"]), time[key])
            for key in ("mfu", "hfu", "tokens_per_second"):
                expect(f"{row['mode']} {key}", float(row[key]), use[key])
        expect("estimates", len(rows["estimate"]), 2)
        for scope, group in (("stage", "memory"), ("block", "block_memory")):
            stated = {row["item"]: number(row["bytes"]) for row in rows["memory"] if row["scope"] == scope}
            expect(group, stated, result[group])
        for row in rows["ranks"]:
            if row["phase"] != "total":
                for key in ("invocations", "operations", "read_bytes", "write_bytes", "message_bytes"):
                    expect(f"ranks {row['phase']} {key}", int(row[key]), result["block"][row["phase"]][key])


def check_tasks(rows, result):
    expect("tasks", len(rows), len(result["invocations"]))
    for row, stated in zip(rows, result["invocations"]):
        expect("task", row["task"], stated["name"])
        for key in ("source_layer", "primitive", "phase"):
            expect(f"{stated['name']} {key}", row[key], stated[key])
        expect(f"{stated['name']} collective", row["collective"] or None, stated["collective"])
        for key in ("operations", "read_bytes", "write_bytes", "message_bytes"):
            expect(f"{stated['name']} {key}", int(row[key]), stated[key])


def check_diff(cli, study, folder):
    stated = run_json(cli, "compare", f"{study}#1", f"{study}#2")
    rows = table(folder, "diff")
    figures = {(row["entity"], row["fact"]): row for row in rows if row["section"] == "figure"}
    for group, facts in stated["figures"].items():
        for path, fact in facts.items():
            row = figures[group, path]
            for side in ("a", "b", "delta"):
                expect(f"{path} {side}", number(row[side]) if row[side] else None, fact[side])
            expect(f"{path} percent", float(row["percent"]) if row["percent"] else None,
                   None if fact["relative"] is None else 100 * fact["relative"])
    tasks = {}
    for row in rows:
        if row["section"] == "task":
            tasks.setdefault(row["change"], set()).add(row["entity"])
    for change in ("same", "changed", "added", "removed"):
        expect(f"tasks {change}", len(tasks.get(change, set())), stated["tasks"][change])
    for table_name in ("time", "work"):
        attribution = stated["attribution"][table_name]
        for measure, shared in attribution["measures"].items():
            for cause, share in zip(attribution["causes"], shared["shares"]):
                [row] = [row for row in rows
                         if row["section"] == "cause" and row["entity"] == cause and row["fact"] == measure]
                expect(f"{cause} of {measure}", float(row["delta"]), share)


def main():
    cli, study, folder = sys.argv[1:]
    check_results(cli, study, folder)
    check_diff(cli, study, folder)
    for fault in FAULTS[:20]:
        print(fault)
    sys.exit(1 if FAULTS else 0)


if __name__ == "__main__":
    main()
