#!/usr/bin/env python3
"""Reads the tables of `planscope-cli report` of a study of a whole model back and holds them to the program's own JSON,
value for value, as read_csv.py does for equal blocks.

usage: read_whole_csv.py CLI STUDY FOLDER
"""
import sys

from read_csv import FAULTS, check_diff, expect, number, run_json, table

TABLES = ("whole_tasks", "parameters", "saved", "moments", "stages", "messages", "checkpoints", "whole_estimate")


def check_tasks(rows, result):
    stated = [(unit, each) for unit, all_of_it in result["invocations"].items() for each in all_of_it]
    expect("tasks", len(rows), len(stated))
    # A plan lists forward, recompute and backward of a unit in the order of the answers.
    for row, (unit, each) in zip(rows, stated):
        expect("unit", row["unit"], unit)
        expect("task", row["task"].startswith(each["name"]), True)
        for key in ("phase", "engine"):
            expect(f"{each['name']} {key}", row[key], each[key])
        for key in ("collective", "group"):
            expect(f"{each['name']} {key}", row[key] or None, each[key])
        for key in ("operations", "read_bytes", "write_bytes", "message_bytes"):
            expect(f"{each['name']} {key}", int(row[key]), each[key])


def check_stages(rows, messages, result):
    expect("stages", len(rows), len(result["stages"]))
    for row, stated in zip(rows, result["stages"]):
        for column, key in (("stage", "stage"), ("parameters", "parameters"), ("weight_bytes", "weights"),
                            ("gradient_bytes", "gradients"), ("optimizer_bytes", "optimizer"),
                            ("in_flight", "in_flight")):
            expect(f"stage {column}", int(row[column]), stated[key])
        expect("peak", int(row["peak_bytes"]), stated["peak"]["bytes"])
        expect("moment", row["peak_moment"], stated["peak"]["moment"])
        parts = {name[5:-6]: int(text) for name, text in row.items()
                 if name.startswith("peak_") and name.endswith("_bytes") and name != "peak_bytes" and text != "0"}
        expect("parts", parts, stated["peak"]["parts"])
        for mode, time in result["time"].items():
            for key, seconds in time["stages"][stated["stage"]].items():
                expect(f"stage {key}", float(row[f"{key}_{mode}_seconds"]), seconds)
        own = [{"what": each["message"], "kind": each["kind"], "group": each["group"],
                "bytes": int(each["bytes_of_one"]), "count": int(each["count_a_step"])}
               for each in messages if each["stage"] == row["stage"]]
        expect("messages", own, stated["messages"])


def check_results(cli, study, folder):
    tables = {name: table(folder, name) for name in TABLES}
    for index, result in enumerate(run_json(cli, "evaluate", study, "--invocations"), 1):
        rows = {name: [row for row in all_rows if row["number"] == str(index)] for name, all_rows in tables.items()}
        for name, own in rows.items():
            expect(f"{name}: names of {index}", {row["candidate"] for row in own}, {result["name"]})
        check_tasks(rows["whole_tasks"], result)
        check_stages(rows["stages"], rows["messages"], result)
        kept = [[row["unit"], row["tensor"], int(row["bytes"])] for row in rows["saved"] if row["rebuilt"] == "false"]
        stated = [[unit, f"{primitive}.{tensor}", size] for unit in ("embedding", "block", "head")
                  for primitive, tensor, size in result["saved"][unit]]
        expect("saved", kept, stated)
        for row in rows["whole_estimate"]:
            expect("total", number(row["total_seconds"]), result["time"][row["mode"]]["total"])
            for key, value in result["utilisation"][row["mode"]].items():
                expect(key, float(row[key]), value)
        expect("estimates", len(rows["whole_estimate"]), 2)
        expect("checks", len(rows["checkpoints"]), sum(each["checks"] for each in result["checkpoints"]))


def main():
    cli, study, folder = sys.argv[1:]
    check_results(cli, study, folder)
    check_diff(cli, study, folder)
    for fault in FAULTS[:20]:
        print(fault)
    sys.exit(1 if FAULTS else 0)


if __name__ == "__main__":
    main()
