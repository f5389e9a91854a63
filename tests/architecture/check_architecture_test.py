#!/usr/bin/env python3
"""The architecture check finds each kind of fault in a small tree made for it, and nothing in a sound one."""
import pathlib
import tempfile
import unittest
from unittest import mock

import check_architecture


def cmake():
    return "".join(f"planscope_library({folder.removeprefix('engine/')} USES {' '.join(used)})\n"
                   for folder, used in check_architecture.USES.items() if folder.startswith("engine/"))


class CheckArchitecture(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("engine/CMakeLists.txt", cmake())
        self.write("engine/base/digest.h", "#include <string>\n")
        self.write("engine/evaluation/system/system_profile.h", '#include "base/digest.h"\n')
        self.write("engine/derivation/transformer/block_work.h", "")
        self.write("engine/derivation/session/synthesis_session.h", "")

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def expect(self, *parts):
        found = check_architecture.faults(self.root)
        self.assertEqual(len(found), 1, found)
        for part in parts:
            self.assertIn(part, found[0])

    def test_a_sound_tree_has_no_fault(self):
        self.write("engine/derivation/pass/pass.cpp",
                   '#include "derivation/session/synthesis_session.h"\n#include <vector>\n')
        self.write("tests/engine/base/digest_test.cpp",
                   '#include "some_digests.h"\n#include "base/digest.h"\n#include <gtest/gtest.h>\n')
        self.write("tests/engine/base/some_digests.h", "")
        self.assertEqual(check_architecture.faults(self.root), [])

    def test_derivation_does_not_see_evaluation(self):
        self.write("engine/derivation/passes/plan.cpp", '\n#include "evaluation/system/system_profile.h"\n')
        self.expect("engine/derivation/passes/plan.cpp:2:", "may not include")

    def test_checks_do_not_see_the_algebra(self):
        self.write("engine/derivation/checks/checks.cpp", '#include "derivation/transformer/block_work.h"\n')
        self.expect("engine/derivation/checks may not include")

    def test_the_table_itself_may_not_open_a_wall(self):
        opened = dict(check_architecture.USES)
        opened["engine/derivation/session"] = ["base", "spec", "evaluation/system"]
        with mock.patch.object(check_architecture, "USES", opened):
            self.write("engine/CMakeLists.txt", cmake())
            found = check_architecture.faults(self.root)
        self.assertIn("the table lets engine/derivation/session reach engine/evaluation/system", found)

    def test_the_build_states_the_edges_of_the_table(self):
        self.write("engine/CMakeLists.txt", cmake().replace("(spec USES base)", "(spec USES base frontend)"))
        self.expect("engine/CMakeLists.txt: engine/spec uses ['base', 'frontend']")

    def test_a_folder_of_the_build_must_stand_in_the_table(self):
        self.write("engine/CMakeLists.txt", cmake() + "planscope_library(guesses USES base)\n")
        self.expect("engine/guesses", "the table says no such folder")

    def test_the_engine_does_not_see_qt(self):
        for header in ("QString", "QtCore/qglobal.h", "qglobal.h"):
            with self.subTest(header):
                self.write("engine/report/table.cpp", f"#include <{header}>\n")
                self.expect(f"<{header}> may not be included here")

    def test_one_file_parses_json(self):
        self.write("engine/base/json_parser.cpp", "#include <nlohmann/json.hpp>\n")
        self.assertEqual(check_architecture.faults(self.root), [])
        self.write("engine/base/digest.cpp", "#  include <nlohmann/json.hpp>\n")
        self.expect("engine/base/digest.cpp:1:", "<nlohmann/json.hpp>")

    def test_an_include_leads_to_a_file_and_stays_inside(self):
        for name, message in (("base/none.h", "is no file here"), ("base/../base/digest.h", "leaves its folder")):
            with self.subTest(name):
                self.write("engine/spec/laws.cpp", f'#include "{name}"\n')
                self.expect(message)

    def test_an_include_by_macro_cannot_be_read(self):
        self.write("engine/spec/laws.cpp", "#include LAWS\n")
        self.expect("cannot be read")

    def test_a_file_has_at_most_500_lines(self):
        self.write("engine/spec/laws.cpp", "\n" * 500)
        self.assertEqual(check_architecture.faults(self.root), [])
        self.write("engine/spec/laws.cpp", "\n" * 501)
        self.expect("501 lines")

    def test_folders_have_telling_names(self):
        self.write("tests/utils/note.txt", "")
        self.expect("tests/utils")

    def test_the_top_level_holds_what_it_should(self):
        self.write("notes.md", "")
        self.expect("notes.md")


if __name__ == "__main__":
    unittest.main()
