"""The recipes of docs/configure.md grant and refuse what the page says."""

import re
import subprocess
import unittest

from daemon import DAEMON, PROGRAM, ROOT, Daemon

PAGES = ["docs/configure.md", "docs/configure.zh-CN.md"]
BLOCK = re.compile(r"```ini\n(.*?)```\n\n(\|.*?\n)\n", re.DOTALL)
ROW = re.compile(r"^\| `sudo (ossauthctl explain [^`]+)` \| (\w+) \|$", re.MULTILINE)
STATUS = {"granted": 0, "允许": 0, "refused": 1, "拒绝": 1}
# Users that each Debian has, for users that this host need not have.
USERS = {"alice": "backup", "bob": "games", "gitlab-runner": "games"}


def here(text):
    for name, user in USERS.items():
        text = re.sub(rf"\b{name}\b", user, text)
    return text


class RecipeDaemon(Daemon):
    def configure(self, recipe):
        text = DAEMON.replace("DefaultProfile=main\n", "").replace("{directory}", self.directory)
        self.write("ossauthd.conf", text + recipe)


class Recipes(unittest.TestCase):
    def test_the_recipes_grant_and_refuse_what_the_page_says(self):
        for page in PAGES:
            recipes = BLOCK.findall((ROOT / page).read_text())
            self.assertGreaterEqual(len(recipes), 6)
            for recipe, table in recipes:
                self.check(page, here(recipe), ROW.findall(here(table)))

    def check(self, page, recipe, rows):
        self.assertGreaterEqual(len(rows), 2)
        daemon = RecipeDaemon(recipe)
        self.addCleanup(daemon.stop)
        daemon.write("recipe.conf", recipe)
        checked = subprocess.run([PROGRAM, "--config", f"{daemon.directory}/recipe.conf", "--check"], capture_output=True, text=True,
                                 env={"CACHE_DIRECTORY": f"{daemon.directory}/recipe-cache"})
        self.assertEqual((checked.returncode, checked.stderr), (0, ""), page)
        for line, answer in rows:
            with self.subTest(page=page, line=line):
                done = subprocess.run(
                    line.split(), capture_output=True, text=True, stdin=subprocess.DEVNULL,
                    env={"PATH": f"{ROOT}/.build/debug", "OSSAUTHD_SOCKET": daemon.api, "OSSAUTHD_ADMIN_SOCKET": daemon.admin})
                self.assertEqual(done.returncode, STATUS[answer], done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
