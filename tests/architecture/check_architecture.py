#!/usr/bin/env python3
"""Holds the tree to its architecture: reads every #include against the table below, and the layout, file sizes and
folder names against their rules. Prints each fault as "file:line: what"; exit 1 when there is one.

usage: check_architecture.py [ROOT]
"""
import pathlib
import re
import sys

# What a folder uses: it may include the headers of these folders and of all that they use. engine/CMakeLists.txt
# must state the same edges for the engine's folders (its USES), so the compiler sees no others either.
USES = {
    "engine/base": [],
    "engine/spec": ["base"],
    "engine/spec/whole": ["base", "spec"],
    "engine/derivation/dialect": ["base"],
    "engine/derivation/transformer": ["base", "spec", "derivation/dialect"],
    "engine/derivation/model": ["base", "spec", "derivation/dialect"],
    "engine/derivation/distributed": ["base", "spec", "derivation/dialect", "derivation/model"],
    "engine/derivation/portable_plan": ["base", "spec", "derivation/dialect", "derivation/distributed"],
    "engine/derivation/whole/session": ["base", "spec", "spec/whole"],
    "engine/derivation/session": ["base", "spec", "spec/whole", "derivation/whole/session"],
    "engine/derivation/pass": ["base", "derivation/dialect", "derivation/model", "derivation/distributed",
                               "derivation/portable_plan", "derivation/session", "derivation/whole/model",
                               "derivation/whole/distributed", "derivation/whole/portable_plan"],
    "engine/derivation/passes": ["base", "spec", "derivation/pass", "derivation/transformer"],
    "engine/derivation/checks": ["base", "spec", "derivation/pass"],
    "engine/derivation/whole/checks": ["base", "spec", "spec/whole", "derivation/pass", "derivation/checks"],
    "engine/derivation/whole/passes": ["base", "spec", "spec/whole", "derivation/pass", "derivation/passes",
                                       "derivation/whole/algebra"],
    "engine/derivation/whole/dialect": ["base", "spec", "spec/whole", "derivation/dialect"],
    "engine/derivation/whole/algebra": ["base", "spec", "spec/whole", "derivation/dialect", "derivation/transformer",
                                        "derivation/whole/dialect"],
    "engine/derivation/whole/model": ["base", "spec", "spec/whole", "derivation/dialect", "derivation/whole/dialect"],
    "engine/derivation/whole/distributed": ["base", "spec", "spec/whole", "derivation/dialect",
                                            "derivation/whole/dialect"],
    "engine/derivation/whole/portable_plan": ["base", "spec", "spec/whole", "derivation/dialect",
                                              "derivation/whole/dialect"],
    "engine/evaluation/system": ["base", "spec"],
    "engine/evaluation/estimate": ["base", "spec", "derivation/portable_plan", "evaluation/system"],
    "engine/evaluation/whole": ["base", "spec", "spec/whole", "derivation/whole/portable_plan", "evaluation/system",
                                "evaluation/estimate"],
    "engine/frontend": ["base", "spec", "spec/whole", "evaluation/system"],
    "engine/study": ["base", "spec", "spec/whole", "frontend", "derivation/pass", "derivation/passes",
                     "derivation/checks", "derivation/transformer", "derivation/whole/passes",
                     "derivation/whole/checks", "derivation/whole/algebra", "derivation/whole/portable_plan",
                     "evaluation/system", "evaluation/estimate", "evaluation/whole"],
    "engine/sweep": ["base", "spec", "frontend", "derivation/transformer", "derivation/passes", "evaluation/system",
                     "evaluation/estimate"],
    "engine/compare": ["base", "study"],
    "engine/report": ["base", "study", "compare"],
    "app/cli": ["study", "compare", "report", "sweep"],
    "ui/theme": [],
    "ui/models": ["base", "study", "compare", "report"],
    "ui/graph": ["ui/theme", "ui/models", "study", "compare", "report"],
    "ui/charts": ["ui/theme", "ui/models", "study", "report"],
    "ui/panels": ["ui/theme", "ui/models", "ui/graph", "ui/charts", "study", "compare", "report"],
    "ui/sweep": ["ui/theme", "ui/models", "ui/charts", "ui/panels", "base", "spec", "study", "report", "sweep"],
    "ui/export": ["ui/theme", "ui/models", "ui/graph", "ui/charts", "ui/panels", "study", "compare", "report"],
    "app/desktop": ["ui/export", "ui/panels", "ui/sweep", "frontend", "study"],
}

# Walls that no edit of the table above may open: nothing in the first may reach anything in the second.
WALLS = [
    ("engine/derivation", ["engine/evaluation", "engine/frontend", "engine/study", "engine/compare", "engine/report"]),
    ("engine/derivation/checks", ["engine/derivation/transformer", "engine/derivation/passes"]),
    ("engine/derivation/whole/checks", ["engine/derivation/transformer", "engine/derivation/passes",
                                        "engine/derivation/whole/algebra", "engine/derivation/whole/passes"]),
    ("engine/evaluation", ["engine/derivation/transformer", "engine/derivation/passes",
                           "engine/derivation/whole/algebra", "engine/derivation/whole/passes", "engine/frontend"]),
    ("engine/spec", ["engine/derivation", "engine/evaluation", "engine/frontend"]),
    ("engine", ["ui", "app"]),
    ("app/cli", ["ui"]),
    ("ui/models", ["ui/graph", "ui/charts", "ui/panels", "ui/sweep"]),
]

# Headers from outside, by how they begin: the files or folders that may include them. What has neither a
# directory nor a suffix nor a capital is the standard library's and free, but for STANDARD_OUTSIDE.
OUTSIDE = {
    "nlohmann/": ["engine/base/json_parser.cpp", "tests/oracle"],
    "openssl/": ["engine/base/digest.cpp", "engine/base/running_digest.cpp"],
    "tl/": ["engine/base/diagnostic.h"],
    "boost/": ["engine/spec", "engine/derivation/transformer", "engine/evaluation/estimate", "tests"],
    "fmt/": ["engine/report", "app/cli"],
    "CLI/": ["app/cli"],
    "oneapi/tbb/": ["engine/sweep", "app/cli", "tests"],
    "tbb/": ["engine/sweep", "app/cli", "tests"],
    "fcntl.h": ["engine/frontend/input_file.cpp", "engine/report/aside_file.cpp", "app/cli", "tests"],
    "unistd.h": ["engine/frontend/input_file.cpp", "engine/report/aside_file.cpp", "app/cli", "tests"],
    "sys/": ["engine/frontend/input_file.cpp", "engine/report/aside_file.cpp", "app/cli", "tests"],
    "gtest/": ["tests"],
    "gmock/": ["tests"],
    "rapidcheck": ["tests"],
    "benchmark/": ["tests/bench"],
    "Q": ["ui", "app/desktop", "packaging/render_icon.cpp", "tests/ui", "tests/app/desktop", "tests/bench"],
    "Qt": ["ui", "app/desktop", "tests/ui", "tests/bench"],
    "qcustomplot.h": ["ui/charts"],
    "qpdf/": ["ui/export/finished_pdf.cpp", "tests/ui/export"],
    "csignal": ["app", "tests"],
}
STANDARD_OUTSIDE = {name: ["app", "tests"] for name in ("iostream", "locale", "random", "regex", "thread")}

TOP_LEVEL = {"CMakeLists.txt", "CMakePresets.json", "README.md", "LICENSE", ".clang-format", ".clang-tidy", ".ci",
             ".gitattributes", ".gitignore", "engine", "ui", "app", "resources", "tests", "packaging"}
NAMES_THAT_SAY_NOTHING = {"util", "utils", "helper", "helpers", "common", "misc"}
LONGEST_FILE = 500

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)"|(.*))')


def within(path, places):
    return any(path == place or path.startswith(place + "/") for place in places)


def reachable(folder):
    found, todo = set(), [folder]
    while todo:
        for used in USES.get(todo.pop(), []):
            if not used.startswith("ui/"):
                used = "engine/" + used
            if used not in found:
                found.add(used)
                todo.append(used)
    return found


def sources(root, suffixes):
    for top in ("engine", "app", "ui", "tests", "packaging"):
        for file in sorted((root / top).rglob("*")):
            if file.is_file() and (file.suffix in suffixes or file.name in suffixes):
                yield file


def table_faults():
    for folder in USES:
        for inside, beyond in WALLS:
            if within(folder, [inside]):
                for reached in sorted(reachable(folder)):
                    if within(reached, beyond):
                        yield f"the table lets {folder} reach {reached}"


def stated_edges(cmake):
    """The USES of each planscope_library() of engine/CMakeLists.txt."""
    edges = {}
    for call in re.findall(r"^planscope_library\(([^)]*)\)", cmake, re.MULTILINE):
        folder, *words = call.split()
        used, keyword = [], None
        for word in words:
            if word in ("USES", "LINKS", "PRIVATE_LINKS"):
                keyword = word
            elif keyword == "USES":
                used.append(word)
        edges["engine/" + folder] = used
    return edges


def stated_ui_edges(cmake):
    """The USES, of ui folders, and ENGINE, of engine folders, of each planscope_ui_library() of ui/CMakeLists.txt."""
    edges = {}
    for call in re.findall(r"^planscope_ui_library\(([^)]*)\)", cmake, re.MULTILINE):
        folder, *words = call.split()
        used, keyword = [], None
        for word in words:
            if word in ("USES", "ENGINE", "LINKS"):
                keyword = word
            elif keyword == "USES":
                used.append("ui/" + word)
            elif keyword == "ENGINE":
                used.append(word)
        edges["ui/" + folder] = used
    return edges


def edge_faults(root):
    for top, read in (("engine", stated_edges), ("ui", stated_ui_edges)):
        file = root / top / "CMakeLists.txt"
        stated = read(file.read_text(encoding="utf-8")) if file.is_file() else {}
        table = {folder: used for folder, used in USES.items() if folder.startswith(top + "/")} if stated else {}
        for folder in sorted(stated.keys() | table.keys()):
            if sorted(stated.get(folder, ["nothing"])) != sorted(table.get(folder, ["nothing"])):
                yield (f"{top}/CMakeLists.txt: {folder} uses {stated.get(folder, 'no such folder')}, "
                       f"the table says {table.get(folder, 'no such folder')}")


def quoted_fault(root, file, name):
    folder = file.parent.relative_to(root).as_posix()
    if ".." in name:
        return f'"{name}" leaves its folder'
    base = folder.split("/")[0]
    if base == "tests" and (file.parent / name).is_file():
        return None  # a neighbour: what the tests of one folder share
    for top in dict.fromkeys(("engine", base, ".", "app" if base == "tests" else base)):
        if (root / top / name).is_file():
            target = (pathlib.PurePosixPath(top) / name).parent.as_posix()
            break
    else:
        return f'"{name}" is no file here'
    if base == "tests":
        return None if within(target, ["engine", "tests", "app", "ui"]) else f'tests may not include "{name}"'
    if folder not in USES:
        return f"{folder} stands in no row of the table"
    if target != folder and target not in reachable(folder):
        return f'{folder} may not include "{name}"'
    return None


def outside_fault(root, file, name):
    path = file.relative_to(root).as_posix()
    places = STANDARD_OUTSIDE.get(name)
    if places is None and re.fullmatch(r"[a-z_0-9]+", name):
        places = [""] if not name.startswith("rapidcheck") else OUTSIDE["rapidcheck"]
    if places is None:
        places = next((where for begin, where in OUTSIDE.items() if name.startswith(begin)), [])
    if places == [""] or within(path, places):
        return None
    return f"<{name}> may not be included here"


def include_faults(root):
    for file in sources(root, {".h", ".cpp"}):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            angled, quoted, other = match.groups()
            fault = f"an include that cannot be read: {other}"
            if quoted:
                fault = quoted_fault(root, file, quoted)
            elif angled:
                fault = outside_fault(root, file, angled)
            if fault:
                yield f"{file.relative_to(root)}:{number}: {fault}"


def layout_faults(root):
    ignored = {".git", "build"}
    for entry in sorted(root.iterdir()):
        if entry.name not in TOP_LEVEL | ignored:
            yield f"{entry.name}: the top level does not hold this"
    for top in sorted(TOP_LEVEL):
        for folder in sorted((root / top).rglob("*")):
            if folder.is_dir() and folder.name.lower() in NAMES_THAT_SAY_NOTHING:
                yield f"{folder.relative_to(root)}: a folder's name says what is in it"
    for file in sources(root, {".h", ".cpp", ".py", ".cmake", "CMakeLists.txt"}):
        lines = len(file.read_text(encoding="utf-8").splitlines())
        if lines > LONGEST_FILE:
            yield f"{file.relative_to(root)}: {lines} lines, more than {LONGEST_FILE}"


def faults(root):
    return [*table_faults(), *edge_faults(root), *include_faults(root), *layout_faults(root)]


if __name__ == "__main__":
    found = faults(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve())
    for fault in found:
        print(fault)
    sys.exit(1 if found else 0)
