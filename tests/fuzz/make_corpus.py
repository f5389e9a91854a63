#!/usr/bin/env python3
"""Writes the inputs from which fuzzing starts: the oracle's cases, the bundled files, the snapshots of each
Table 5 case, and the files of tests/fuzz/corpus.

usage: make_corpus.py --cli PLANSCOPE_CLI --output FOLDER
"""
import argparse
import json
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--cli", required=True)
    arguments.add_argument("--output", required=True, type=pathlib.Path)
    options = arguments.parse_args()

    def write(target, name, content):
        folder = options.output / target
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)

    for file in sorted(HERE.glob("corpus/*/*")):
        write(file.parent.name, file.name, file.read_bytes())
    for file in sorted(ROOT.glob("resources/*/*")):
        for target in ("json_document", "candidate_source"):
            write(target, file.name, file.read_bytes())

    for file in sorted(ROOT.glob("resources/spaces/*.json")):
        write("space", file.name, file.read_bytes())
        for case in sorted(ROOT.glob("resources/cases/*.json"))[:3]:
            space = {"schema": "planscope.space/1", "name": case.stem, "base": json.loads(case.read_bytes()),
                     "mapping": json.loads(file.read_bytes())["mapping"]}
            write("space", f"base-{case.stem}.json", json.dumps(space).encode())
        record = subprocess.run([options.cli, "sweep", str(file), "--format", "json"], check=True,
                                stdout=subprocess.PIPE).stdout
        write("space", f"record-{file.name}", record)

    cases = json.loads((ROOT / "tests/oracle/cases.json").read_text(encoding="utf-8"))
    for number, entry in enumerate(cases):
        text = json.dumps(entry["case"]).encode()
        write("candidate_source", f"case-{number:03}.json", text)
        invocations = entry["expected"].get("invocations")
        if invocations and number % 10 == 0:
            facts = {i["name"]: {fact: i[fact] for fact in ("operations", "message_bytes")} for i in invocations}
            write("reference_file", f"case-{number:03}.json",
                  json.dumps({"schema": "planscope.reference/1", "facts": facts}).encode())
    write("candidate_source", "array.json", json.dumps([entry["case"] for entry in cases[:4]]).encode())
    whole = json.loads((ROOT / "tests/oracle/whole_cases.json").read_text(encoding="utf-8"))
    for number, entry in enumerate(whole):
        write("candidate_source", f"whole-{number:03}.json", json.dumps(entry["case"]).encode())

    for case in sorted(ROOT.glob("resources/cases/*.json")):
        for stage in ("model", "distributed", "portable_plan", "all"):
            snapshot = subprocess.run([options.cli, "derive", str(case), "--stage", stage], check=True,
                                      stdout=subprocess.PIPE).stdout
            write("snapshot", f"{case.stem}-{stage}.json", snapshot)


if __name__ == "__main__":
    main()
