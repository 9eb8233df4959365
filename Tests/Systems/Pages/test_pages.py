"""The documents held against the tree that they describe."""

import html
import os
import pathlib
import re
import subprocess
import sys
import unittest

from pages import GENERATED, LITERAL, ROOT, TRANSLATED, all_pages, prose_and_code, sections, typed

OPERATORS = [f"{name}{language}.md" for name in TRANSLATED if name not in GENERATED for language in ["", ".zh-CN"]]
# Keys of systemd in the documents; all others are ours.
OF_SYSTEMD = """
    AmbientCapabilities CapabilityBoundingSet DynamicUser Environment EnvironmentFile ExecPaths ExecStart ExecStartPre IPAddressAllow IPAddressDeny ListenNetlink ListenStream
    After Before DefaultDependencies Description ExecStop FileDescriptorName LoadCredential LoadCredentialEncrypted LogNamespace LogRateLimitIntervalSec SystemMaxUse
    NetworkNamespacePath PathChanged RemainAfterExit RequiredBy Requires ReadWritePaths RuntimeDirectory RuntimeDirectoryMode
    RuntimeDirectoryPreserve SupplementaryGroups SystemCallFilter Type WantedBy FileDescriptorStoreMax LimitNOFILE""".split()
# Messages of libcurl, the kernel, systemd and OSS.
OF_OTHERS = {
    "Could not resolve host", "Failed to connect", "timed out", "Permission denied", "permission denied", "No such file or directory",
    "Connection refused", "Watchdog timeout", "Request has expired."}


MOST_WORDS = 5_000
LONGEST_LINE = 210


def targets(page):
    """The files that a page links to, from the root."""
    links = {link.partition("#")[0] for each in sections(page) for link in each.links if "://" not in link}
    return {os.path.normpath(f"{os.path.dirname(page) or '.'}/{link}") for link in links}


def words(pattern, text):
    return set(re.findall(pattern, text, re.MULTILINE))


class Links(unittest.TestCase):
    def test_links_lead_to_files_and_headings_that_there_are(self):
        for page in all_pages():
            for link in {link for each in sections(page) for link in each.links if "://" not in link}:
                with self.subTest(page=page, link=link):
                    path, _, anchor = link.partition("#")
                    target = (ROOT / page).parent / path if path else ROOT / page
                    self.assertTrue(target.exists(), "there is no such file")
                    if anchor:
                        self.assertIn(anchor, [each.anchor for each in sections(target)])

    def test_links_of_installed_pages_lead_to_installed_pages(self):
        installed = (ROOT / "packaging/pages").read_text().split()
        for page in [path for path in all_pages() if path.startswith(tuple(installed))]:
            for link in {link.partition("#")[0] for each in sections(page) for link in each.links if "://" not in link} - {""}:
                with self.subTest(page=page, link=link):
                    self.assertTrue(os.path.normpath(f"{os.path.dirname(page)}/{link}").startswith(tuple(installed)))


class Tree(unittest.TestCase):
    def test_the_readme_leads_to_every_page_in_two_steps(self):
        for readme, connect in [("README.md", "docs/connect.md"), ("README.zh-CN.md", "docs/connect.zh-CN.md")]:
            linked = {target.replace(".zh-CN", "") for page in [readme, connect] for target in targets(page)}
            self.assertIn(connect, targets(readme))
            for page in [*(ROOT / "docs").glob("*.md"), *(ROOT / "docs/connect").glob("*.md")]:
                with self.subTest(readme=readme, page=page.name):
                    self.assertIn(str(page.relative_to(ROOT)).replace(".zh-CN", ""), linked)

    def test_no_page_has_more_than_five_thousand_words(self):
        """A longer page is two. References are looked up, not read: their lists may be long."""
        for page in [page for page in all_pages() if not page.startswith(("docs/decisions/", *GENERATED, "docs/api"))]:
            with self.subTest(page=page):
                self.assertLess(len((ROOT / page).read_text().split()), MOST_WORDS)

    def test_no_line_in_a_cell_of_the_reference_is_a_paragraph(self):
        for page in ["docs/configuration.md", "docs/configuration.zh-CN.md"]:
            cells = [cell for line in (ROOT / page).read_text().splitlines() if line.startswith("|") for cell in line.split(" | ")]
            self.assertEqual([line for cell in cells for line in cell.split("<br>") if len(line) > LONGEST_LINE], [], page)

    def test_architecture_names_the_modules_in_an_order_in_which_each_uses_only_earlier_ones(self):
        package = (ROOT / "Package.swift").read_text()
        modules = re.findall(r'library\(\s*"(\w+)", on: "(\w+)"(?:,\s*uses: \[(.*?)\])?', package, re.DOTALL)
        listed = (ROOT / "docs/architecture.md").read_text()
        for floor in ["Platform", "Domain", "Service"]:
            chapter = re.search(rf"^  {floor}/.*?(?=^  \w)", listed, re.MULTILINE | re.DOTALL)[0]
            known = {name for name, at, _ in modules if at == floor}
            order = [word for word in re.findall(r"\b\w+\b", chapter) if word in known]
            with self.subTest(floor=floor):
                self.assertEqual(sorted(order), sorted(known))
                for name, at, uses in modules:
                    for other in set(re.findall(r"\w+", uses)) & known if at == floor and floor == "Domain" else []:
                        self.assertLess(order.index(other), order.index(name), f"{name} uses {other}")

    def test_the_map_leads_to_every_module(self):
        mapped = {link.removeprefix("../") for each in sections("docs/architecture.md") for link in each.links}
        for module in (ROOT / "Sources").glob("*/*"):
            path = module.relative_to(ROOT)
            with self.subTest(module=path):
                self.assertTrue({str(path), str(path.parent)} & mapped)


class Pictures(unittest.TestCase):
    def test_the_recording_shows_the_demo_as_it_is(self):
        """A new title, command or proof needs a new recording: Tests/Systems/Demo/picture.py."""
        demo = (ROOT / "Tests/Systems/Demo/demo.sh").read_text()
        texts = [html.unescape(text) for text in re.findall(r">([^<]+)</text>", (ROOT / "docs/pictures/demo.svg").read_text())]
        question = re.search(r"^question='(.*)'$", demo, re.MULTILINE)[1]
        titles = [match[1] for text in texts if (match := re.match(r"\d  (.*)", text))]
        proofs = [match[1] for text in texts if (match := re.match(r"   ok  (.*)", text))]
        commands = [match[1] for text in texts if (match := re.match(r"   \$ (.*)", text))]
        shown = re.sub(r'\\(?=")', "", demo.replace("$object", "oss://demo-bucket/hello.txt").replace("$question", question))
        self.assertEqual(titles, re.findall(r'^step "([^"]*)"', demo, re.MULTILINE))
        self.assertGreater(min(map(len, [proofs, commands])), len(titles))
        for text in commands:
            self.assertIn(text, shown)
        for text in proofs:
            self.assertTrue(any(said in text for said in re.findall(r'proved "(.*?)(?:\$|")', shown)), text)

    def test_pictures_of_chinese_pages_are_chinese(self):
        """The recording of the demo shows a program, whose output is English."""
        for page in [page for page in all_pages() if page.endswith(".zh-CN.md")]:
            shown = set(re.findall(r"pictures/([\w-]+)\.svg", (ROOT / page).read_text())) - {"demo"}
            self.assertEqual(shown, set(), page)

    def test_chinese_pictures_are_those_of_the_english_pages(self):
        """`make generate` writes them."""
        self.assertEqual(subprocess.run([ROOT / "Tools/Pictures/translate", "--check"], capture_output=True, text=True).stderr, "")

    def test_pictures_have_the_same_colours_at_night_and_one_for_each_of_the_day(self):
        """The recording of the demo is dark already."""
        drawn = {path.name: path.read_text() for path in (ROOT / "docs/pictures").iterdir() if path.name != "demo.svg"}
        styles = {re.search(r"<style>\n@media \(prefers-color-scheme: dark\).*?</style>", text, re.DOTALL)[0] for text in drawn.values()}
        self.assertEqual(len(styles), 1)
        for name, text in drawn.items():
            used = set(re.findall(r'(?:fill|stroke)="#\w+"', re.sub(r"<style>.*?</style>", "", text, flags=re.DOTALL)))
            self.assertEqual({each for each in used if f"[{each}]" not in min(styles)}, set(), name)

    def test_pictures_are_all_shown(self):
        shown = {name for page in all_pages() for name in re.findall(r"pictures/(\S+\.svg)", (ROOT / page).read_text())}
        self.assertEqual(shown, {path.name for path in (ROOT / "docs/pictures").iterdir()})


class Clients(unittest.TestCase):
    def test_the_table_is_that_of_the_clients_that_are_run(self):
        """`make generate` writes it."""
        table = [sys.executable, "-B", ROOT / "Tests/Systems/Compatibility/table.py", "--check"]
        self.assertEqual(subprocess.run(table, capture_output=True, text=True).stderr, "")


class Decisions(unittest.TestCase):
    def test_decisions_have_the_number_of_their_file_and_no_two_the_same(self):
        files = [path.name for path in (ROOT / "docs/decisions").iterdir()]
        self.assertEqual(len({name[:4] for name in files}), len(files))
        for name in files:
            with self.subTest(file=name):
                title = sections(f"docs/decisions/{name}")[1].title
                self.assertRegex(name, r"^\d{4}-[a-z0-9-]+\.md$")
                self.assertTrue(title.startswith(f"{int(name[:4])}. "), title)

    def test_decisions_say_whether_they_are_in_force(self):
        for path in (ROOT / "docs/decisions").iterdir():
            with self.subTest(file=path.name):
                self.assertRegex(path.read_text(), r"\A# .*\n\nStatus: (?:in force|withdrawn by \[decision \d+\]\(\d{4}-[a-z0-9-]+\.md\))[.:;]")

    def test_decisions_are_linked_by_the_number_that_they_have(self):
        for page in all_pages():
            for number, link in re.findall(r"\[decision (\d+)\]\(([^)]+)\)", (ROOT / page).read_text()):
                with self.subTest(page=page, link=link):
                    self.assertEqual(int(pathlib.Path(link).name[:4]), int(number))


class Words(unittest.TestCase):
    """What a reader would type is there."""

    def test_each_key_of_the_pages_is_a_key_of_the_configuration(self):
        known = words(r"^\| `(\w+)=` \|", (ROOT / "docs/configuration.md").read_text()) | set(OF_SYSTEMD)
        for page in OPERATORS:
            used = words(r"^([A-Z]\w*[a-z]\w*|URL)=", typed(page))
            self.assertEqual(used - known, set(), page)

    def test_each_command_of_the_pages_is_a_command(self):
        known = words(r"^## ([\w-]+)", (ROOT / "docs/ossauthctl.md").read_text())
        for page in OPERATORS:
            used = words(r"ossauthctl (?:--\S+ \S+ )?([a-z][\w-]*)", prose_and_code(page))
            self.assertEqual(used - known, set(), page)

    def test_each_target_of_the_pages_is_in_the_makefile(self):
        known = words(r"^([a-z-]+):", (ROOT / "Makefile").read_text())
        for page in all_pages():
            used = words(r"^ *make ([a-z-]+)", typed(page))
            self.assertEqual(used - known, set(), page)

    def test_each_unit_of_the_pages_is_installed(self):
        known = {path.name for path in (ROOT / "systemd").iterdir()}
        for page in OPERATORS:
            used = words(r"\b(ossauth[\w-]*@?\.(?:service|socket|timer))\b", prose_and_code(page))
            self.assertEqual(used - known, set(), page)

    def test_each_alert_has_a_row_and_each_row_an_alert(self):
        known = words(r"alert: (\w+)", (ROOT / "packaging/monitoring/alerts.yml").read_text())
        for page in ["docs/monitoring.md", "docs/monitoring.zh-CN.md"]:
            self.assertEqual(words(r"`(Ossauthd\w+)`", prose_and_code(page)), known, page)

    def test_each_message_of_the_pages_is_one_of_a_program(self):
        """What an operator is told to look for is what we say, wherever a value stands in it."""
        sources = "".join(path.read_text() for path in (ROOT / "Sources").rglob("*.swift"))
        said = re.sub(r"\\\((?:[^()]|\([^()]*\))*\)", "…", sources)
        for page in OPERATORS:
            rows = words(r"^\| ([^|]+) \|(?:[^|]+\|){2}$", prose_and_code(page))
            told = {text for row in rows for text in LITERAL.findall(row) if " " in text and not text.endswith("=")}
            for text in told - OF_OTHERS:
                with self.subTest(page=page, text=text):
                    self.assertIn(re.sub(r"\b(?:NAME|N|X|\d+)\b", "…", text), said)


if __name__ == "__main__":
    unittest.main()
