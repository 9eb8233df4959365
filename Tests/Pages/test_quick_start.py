"""The commands of the quick start work, in their order, and print what the page says."""

import pathlib
import tempfile
import unittest

import quick_start


class QuickStart(unittest.TestCase):
    def run_page(self, page, built):
        with tempfile.TemporaryDirectory() as home:
            done = quick_start.run(quick_start.script(page, skipped=[built]), home, home, quick_start.BUILT)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertEqual(list(pathlib.Path(home).iterdir()), [])
            return done

    def test_prints_urls_and_names_what_the_rule_refuses(self):
        for page, built in [("docs/quick-start.md", "Build"), ("docs/quick-start.zh-CN.md", "构建")]:
            with self.subTest(page=page):
                done = self.run_page(page, built)
                self.assertRegex(done.stdout, r"media +appserver +fresh")
                self.assertRegex(done.stdout, r"\nhttps://media\.oss-cn-hangzhou\.aliyuncs\.com/public/cat\.jpg\?.*x-oss-expires=600&")
                self.assertRegex(done.stdout, r'"url":"https://media\.oss-cn-hangzhou')
                self.assertIn("'private/cat.jpg' is not in Key=public/**", done.stderr)
                self.assertNotIn("warning", done.stdout)

    def test_a_page_whose_refused_command_is_granted_fails(self):
        text = quick_start.script("docs/quick-start.md", skipped=["Build"]).replace("Key=public/**", "Key=**")
        with tempfile.TemporaryDirectory() as home:
            self.assertEqual(quick_start.run(text, home, home, quick_start.BUILT).returncode, 99)


if __name__ == "__main__":
    unittest.main()
