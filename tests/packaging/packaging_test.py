#!/usr/bin/env python3
"""Installs what was built into a clean folder, makes the Debian package and unpacks it into another, and holds both to
what a user meets: the programs run from there, nothing in them names this machine, desktop and manual agree with them.

usage: packaging_test.py --source DIR --build DIR --scratch DIR --cmake PROGRAM --cpack PROGRAM --version VERSION
"""
import argparse
import configparser
import gzip
import os
import pathlib
import re
import shutil
import struct
import subprocess
import unittest
import xml.etree.ElementTree

parser = argparse.ArgumentParser()
for name in ("source", "build", "scratch"):
    parser.add_argument("--" + name, type=pathlib.Path, required=True)
for name in ("cmake", "cpack", "version"):
    parser.add_argument("--" + name, required=True)
arguments = parser.parse_args()

INSTALLED = arguments.scratch / "installed"
PACKAGED = arguments.scratch / "unpacked" / "usr"
STUDY = "gpt3-175B-64xA100"  # a bundled one: no file of the source is needed
FILES = {
    "bin/planscope", "bin/planscope-cli",
    "share/applications/planscope.desktop",
    "share/doc/planscope/changelog.gz", "share/doc/planscope/copyright",
    "share/icons/hicolor/48x48/apps/planscope.png", "share/icons/hicolor/128x128/apps/planscope.png",
    "share/icons/hicolor/256x256/apps/planscope.png", "share/icons/hicolor/scalable/apps/planscope.svg",
    "share/man/man1/planscope.1.gz", "share/man/man1/planscope-cli.1.gz",
    "share/metainfo/planscope.metainfo.xml",
    "share/mime/packages/planscope.xml",
}


def run(*words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **options)


def must_run(*words, **options):
    done = run(*words, **options)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, words))} returns {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def clean_run(root, program, *words, **variables):
    """An installed program as a user without a display runs it, who has none of this build's environment."""
    home = arguments.scratch / "home"
    home.mkdir(mode=0o700, exist_ok=True)
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(home), "XDG_RUNTIME_DIR": str(home), "LANG": "C.UTF-8",
                   **variables}
    return run(root / "bin" / program, *words, env=environment, cwd=home, timeout=60)


def setUpModule():
    shutil.rmtree(arguments.scratch, ignore_errors=True)
    arguments.scratch.mkdir(parents=True)
    must_run(arguments.cmake, "--install", arguments.build, "--prefix", INSTALLED, "--strip")
    must_run(arguments.cpack, "--config", arguments.build / "CPackConfig.cmake", "-G", "DEB",
             "-B", arguments.scratch / "package")
    must_run("dpkg-deb", "-x", package(), PACKAGED.parent)


def package():
    found = list((arguments.scratch / "package").glob("*.deb"))
    assert len(found) == 1, f"one package is made, not {found}"
    return found[0]


class Tree:
    """What holds in both folders; each gives its root."""

    def test_holds_these_files_and_no_other(self):
        self.assertEqual({file.relative_to(self.root).as_posix() for file in self.root.rglob("*") if file.is_file()},
                         FILES)

    def test_programs_tell_their_version(self):
        for program in ("planscope", "planscope-cli"):
            told = clean_run(self.root, program, "--version")
            self.assertEqual((told.returncode, told.stdout), (0, f"{program} {arguments.version}\n"), told.stderr)

    def test_exports_views_without_a_display(self):
        folder = arguments.scratch / f"views of {self.root.name}"
        done = clean_run(self.root, "planscope", "--export-views", folder, STUDY)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        pictures = {file.stem for file in folder.glob("*.png")}
        self.assertLessEqual({"overview", "task-graph", "estimate"}, pictures)
        self.assertEqual({file.stem for file in folder.glob("*.svg")}, pictures)
        for file in folder.glob("*.png"):
            width, height = png_size(file)
            self.assertTrue(width > 300 and height > 200, f"{file.name} has {width} x {height} pixels")

    def test_reports_are_the_same_bytes_each_time(self):
        files = [arguments.scratch / f"{self.root.name} {name}.pdf" for name in ("once", "again")]
        for file in files:
            done = clean_run(self.root, "planscope", "--report", file, STUDY, SOURCE_DATE_EPOCH="1700000000")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        once, again = [file.read_bytes() for file in files]
        self.assertTrue(once.startswith(b"%PDF-"))
        self.assertEqual(once, again)
        done = clean_run(self.root, "planscope", "--report", files[0], STUDY)
        self.assertEqual(done.returncode, 2)
        self.assertIn("there already", done.stderr)

    def test_says_what_is_wrong_with_a_call(self):
        for words, fault in ((["--bogus", "--platform", "offscreen"], "bogus"),
                             (["one", "two", "--platform", "offscreen"], "one study"),
                             ([STUDY], "no display"), (["--export-views", "views"], "needs a study"),
                             (["--report", "r.pdf"], "needs a study")):
            done = clean_run(self.root, "planscope", *words)
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertIn(fault, done.stderr)

    def test_evaluates_a_bundled_study(self):
        done = clean_run(self.root, "planscope-cli", "evaluate", STUDY, "--format", "csv")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(len(done.stdout.splitlines()), 3, "a header and two candidates")

    def test_names_no_folder_of_this_machine(self):
        for name in sorted(FILES):
            content = (self.root / name).read_bytes()
            if name.endswith(".gz"):
                content = gzip.decompress(content)
            for folder in (arguments.source, arguments.build):
                at = content.find(os.fsencode(folder))
                self.assertEqual(at, -1, f"{name}: {content[max(at, 0):at + 200]}")

    def test_programs_look_for_libraries_where_the_system_has_them(self):
        for program in ("planscope", "planscope-cli"):
            dynamic = must_run("readelf", "--dynamic", "--wide", self.root / "bin" / program)
            self.assertIn("NEEDED", dynamic)
            self.assertNotRegex(dynamic, "RPATH|RUNPATH")


class InstalledTree(Tree, unittest.TestCase):
    root = INSTALLED


class PackagedTree(Tree, unittest.TestCase):
    root = PACKAGED


class Package(unittest.TestCase):
    def field(self, name):
        return must_run("dpkg-deb", "--field", package(), name).strip()

    def test_is_named_as_debian_names_packages(self):
        self.assertEqual(package().name, f"planscope_{arguments.version}_{self.field('Architecture')}.deb")
        self.assertEqual(self.field("Version"), arguments.version)
        self.assertEqual(self.field("Section"), "science")
        self.assertRegex(self.field("Maintainer"), "^Planscope developers <[^<>@ ]+@[^<>@ ]+>$")

    def test_depends_on_the_libraries_that_the_programs_load(self):
        depends = {word.split()[0] for word in self.field("Depends").split(",")}
        self.assertLessEqual({"libc6", "libqt6widgets6", "libqt6svg6", "libqpdf29"}, depends)
        self.assertFalse([name for name in depends if name.endswith("-dev")])

    def test_describes_itself_in_a_line_and_a_paragraph(self):
        synopsis, *paragraph = self.field("Description").splitlines()
        self.assertTrue(0 < len(synopsis) <= 80, synopsis)
        self.assertGreater(len(paragraph), 3)

    def test_belongs_to_root_who_alone_may_write(self):
        for line in must_run("dpkg-deb", "--contents", package()).splitlines():
            mode, owner, _, _, _, path = line.split(None, 5)
            self.assertEqual(owner, "root/root", line)
            wanted = "drwxr-xr-x" if path.endswith("/") else "-rwxr-xr-x" if "/bin/" in path else "-rw-r--r--"
            self.assertEqual(mode, wanted, line)


class DesktopFiles(unittest.TestCase):
    def setUp(self):
        self.share = INSTALLED / "share"
        self.desktop = self.share / "applications/planscope.desktop"
        reader = configparser.ConfigParser(interpolation=None)
        reader.optionxform = str
        reader.read(self.desktop, encoding="utf-8")
        self.entry = reader["Desktop Entry"]
        self.metainfo = xml.etree.ElementTree.parse(self.share / "metainfo/planscope.metainfo.xml").getroot()

    @unittest.skipUnless(shutil.which("desktop-file-validate"), "desktop-file-utils is not installed")
    def test_desktop_entry_is_valid(self):
        self.assertEqual(must_run("desktop-file-validate", self.desktop), "")

    @unittest.skipUnless(shutil.which("appstreamcli"), "appstream is not installed")
    def test_appstream_metadata_is_valid(self):
        # Names are to be reversed domains; the project owns no domain to name itself by.
        must_run("appstreamcli", "validate", "--no-net", "--pedantic", "--strict",
                 "--override", "cid-desktopapp-is-not-rdns=pedantic", self.share / "metainfo/planscope.metainfo.xml")

    def test_metadata_names_what_is_installed(self):
        self.assertEqual(self.metainfo.findtext("launchable"), self.desktop.name)
        for program in self.metainfo.iterfind("provides/binary"):
            self.assertIn("bin/" + program.text, FILES)
        self.assertEqual([release.get("version") for release in self.metainfo.iterfind("releases/release")][0],
                         arguments.version)
        self.assertIn("bin/" + self.entry["Exec"].split()[0], FILES)

    def test_desktop_metadata_and_mime_database_agree_on_the_type(self):
        stated = self.entry["MimeType"].rstrip(";")
        self.assertEqual(stated, self.metainfo.findtext("provides/mediatype"))
        database = arguments.scratch / "mime"
        shutil.copytree(self.share / "mime", database)
        must_run("update-mime-database", database)
        self.assertRegex((database / "globs2").read_text(encoding="utf-8"), rf"\d+:{re.escape(stated)}:\*\.planscope\n")
        self.assertIn(f"{stated} application/json", (database / "subclasses").read_text(encoding="utf-8"))
        magic = (database / "magic").read_bytes()
        self.assertIn(stated.encode(), magic)
        self.assertIn(b"planscope.study/", magic)

    def test_icon_is_there_in_the_sizes_that_it_says(self):
        self.assertEqual(self.entry["Icon"], "planscope")
        for file in (self.share / "icons/hicolor").rglob("*.png"):
            size = int(file.parts[-3].split("x")[0])
            self.assertEqual(png_size(file), (size, size), file)


def png_size(file):
    head = file.read_bytes()[:24]
    assert head.startswith(b"\x89PNG\r\n\x1a\n"), f"{file} is no PNG"
    return struct.unpack(">II", head[16:])


class ManualPages(unittest.TestCase):
    """Pages and --help tell of the same commands and options."""

    def page(self, program):
        with gzip.open(INSTALLED / f"share/man/man1/{program}.1.gz", "rt", encoding="utf-8") as file:
            return file.read()

    def help(self, program, *command):
        done = clean_run(INSTALLED, program, *command, "--help")
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    @staticmethod
    def told_by_help(text):
        options = re.findall(r"^  (-[\w-]+(?:, ?-[\w-]+)*)", text, re.MULTILINE)
        return {option for line in options for option in re.split(r", ?", line)}

    @staticmethod
    def told_by_page(text):
        """The options in the tags of the list that a part of the page is."""
        tags = re.findall(r"^\.TP.*\n(.*)$", text, re.MULTILINE)
        plain = [re.sub(r"\\f.", "", tag.replace("\\-", "-").replace("\\~", " ")) for tag in tags]
        return {option for tag in plain for option in re.findall(r"(?<![\w-])--?[a-z][a-z-]*", tag)}

    @staticmethod
    def parts(page, macro):
        """What stands under each heading of that macro, up to the next of it or of a section."""
        return {heading.replace("\\-", "-"): text for heading, text in
                re.findall(rf"^\.{macro} (.*)\n((?:(?!\.S[HS] ).*\n)*)", page, re.MULTILINE)}

    @unittest.skipUnless(shutil.which("groff"), "groff-base is not installed")
    def test_are_well_formed(self):
        for program in ("planscope", "planscope-cli"):
            done = run("groff", "-k", "-man", "-Tutf8", "-ww", "-z", input=self.page(program))
            self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))

    def test_name_the_version(self):
        for program in ("planscope", "planscope-cli"):
            self.assertRegex(self.page(program),
                             rf'^\.TH \S+ 1 \d{{4}}-\d\d-\d\d "Planscope {re.escape(arguments.version)}" ')

    def test_tell_the_options_of_the_programs(self):
        for program in ("planscope", "planscope-cli"):
            self.assertEqual(self.told_by_page(self.parts(self.page(program), "SH")["OPTIONS"]),
                             self.told_by_help(self.help(program)), program)

    def test_tell_every_command_and_its_options(self):
        commands = self.help("planscope-cli").split("Subcommands:\n")[1].split("\n\n")[0]
        names = re.findall(r"^  (\S+)", commands, re.MULTILINE)
        parts = self.parts(self.page("planscope-cli"), "SS")
        self.assertEqual(list(dict.fromkeys(heading.split()[0] for heading in parts)), names)
        for heading, text in parts.items():
            words = heading.split()
            command = words[:2] if words[0] == "import" else words[:1]
            self.assertEqual(self.told_by_page(text) | {"-h", "--help"},
                             self.told_by_help(self.help("planscope-cli", *command)), heading)


if __name__ == "__main__":
    unittest.main(argv=["packaging_test"])
