"""The commands of the quick start work, in their order, and print what the page says."""

import pathlib
import re
import tempfile
import unittest

import quick_start
from pages import ROOT

SAMPLE = re.compile(r"^```text\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def without_figures(text):
    """The text with `N` for each number or span of time, and one blank for many."""
    return re.sub(r"(?:\d+(?:h|min|s|ms)?\b ?)+", "N ", re.sub(r"[ \t]+", " ", text)).replace("N \n", "N\n").strip()


class QuickStart(unittest.TestCase):
    def run_page(self, page, built):
        with tempfile.TemporaryDirectory() as home:
            done = quick_start.run(quick_start.script(page, skipped=[built]), home, home, quick_start.BUILT)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertEqual(list(pathlib.Path(home).iterdir()), [])
            return done

    def test_the_page_prints_urls_and_names_what_the_rule_refuses(self):
        for page, built in [("docs/quick-start.md", "Build"), ("docs/quick-start.zh-CN.md", "构建")]:
            with self.subTest(page=page):
                done = self.run_page(page, built)
                self.assertRegex(done.stdout, r"media +appserver +fresh")
                self.assertRegex(done.stdout, r"\nhttps://media\.oss-cn-hangzhou\.aliyuncs\.com/public/cat\.jpg\?.*x-oss-expires=600&")
                self.assertRegex(done.stdout, r'"url":"https://media\.oss-cn-hangzhou')
                self.assertRegex(done.stdout, r"\nhttps://media\.oss-cn-hangzhou\.aliyuncs\.com/private/cat\.jpg\?")
                samples = SAMPLE.findall((ROOT / page).read_text())
                self.assertEqual(len(samples), 2)
                for sample in samples:
                    # The first refresh is at a random time, which may be the present.
                    printed = without_figures(done.stdout + done.stderr).replace("fresh N now", "fresh N in N")
                    self.assertIn(without_figures(sample), printed)
                self.assertNotIn("warning", done.stdout)

    def test_commands_print_what_their_reference_shows(self):
        for page in ["docs/ossauthctl.md", "docs/ossauthctl.zh-CN.md"]:
            samples = [sample.split("\n", 1) for sample in SAMPLE.findall((ROOT / page).read_text())]
            self.assertGreater(len(samples), 2)
            text = quick_start.script("docs/quick-start.md", skipped=["Build"])
            commands = "".join(f"{line.removeprefix('$ ')} || true\n" for line, _ in samples)
            with tempfile.TemporaryDirectory() as home:
                done = quick_start.run(text.replace("ossauthctl status\n", commands), home, home, quick_start.BUILT)
            for line, output in samples:
                with self.subTest(page=page, line=line):
                    # The lines before the rules are about the user of the test.
                    shown = output[output.index("[Access"):] if "whoami" in line else output
                    self.assertIn(without_figures(shown), without_figures(done.stdout))

    def test_a_page_whose_refused_command_is_granted_fails(self):
        text = quick_start.script("docs/quick-start.md", skipped=["Build"]).replace("Key=public/**", "Key=**")
        with tempfile.TemporaryDirectory() as home:
            self.assertEqual(quick_start.run(text, home, home, quick_start.BUILT).returncode, 99)


if __name__ == "__main__":
    unittest.main()
