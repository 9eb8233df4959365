"""The commands of docs/quick-start.md, run as a reader types them: by one shell, block by block.

`python3 -B quick_start.py` clones the tree, builds, follows the page, and prints how long each step took.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from pages import ROOT

sys.path.insert(0, str(ROOT / "Tests/Support/Fixtures"))
from free_port import free_port  # noqa: E402

BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.DOTALL | re.MULTILINE)
REFUSED = ("is refused", "会被拒绝")
BUILT = ROOT / ".build/debug"
# A reader waits for the prompt and reads; a shell must wait for the server that the line before has started.
READY = """
until [ -e appserver.log ] && curl --silent --fail --output /dev/null http://127.0.0.1:PORT/sts; do kill -0 %1; sleep 0.05; done
if [ -e ossauthd.log ]; then until grep --quiet 'new token' ossauthd.log; do kill -0 %2; sleep 0.05; done; fi
"""


def blocks(page):
    """Each block of commands with its heading, and whether the page says that it is refused."""
    text = (ROOT / page).read_text()
    for chapter in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        end = 0
        for block in BLOCK.finditer(chapter):
            said = chapter[end:block.start()]
            yield chapter.splitlines()[0], block[1], any(word in said for word in REFUSED)
            end = block.end()


def script(page, skipped=(), timed=False):
    """One script of all blocks; if timed, it prints the time at the end of each."""
    lines, started = ["set -eu", "trap 'kill $(jobs -p) 2> /dev/null || true' EXIT"], False
    for title, commands, refused in blocks(page):
        if title not in skipped:
            lines.append(f"if (\n{commands}\n); then exit 99; fi" if refused else commands)
            started = started or "--directory appserver" in commands
            lines.append(READY if started and "rm -r" not in commands else "")
        lines.append(f"echo \"step $(date +%s.%N) {title}\" >&2" if timed else "")
    return "\n".join(lines).replace("8080", port := str(free_port())).replace("PORT", port)


def run(text, home, folder, programs):
    environment = {"PATH": f"{programs}:/usr/bin:/bin" if programs else os.environ["PATH"], "HOME": str(home), "LC_ALL": "C.UTF-8"}
    return subprocess.run(["/bin/bash", "-c", text], cwd=folder, env=environment, capture_output=True, text=True, timeout=3600)


def walk():
    home = pathlib.Path(tempfile.mkdtemp(prefix="ossauthd-walk-"))
    started = time.time()
    try:
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(home / "ossauthd")], check=True)
        last = time.time()
        print(f"{last - started:7.1f} s  git clone", flush=True)
        done = run(script("docs/quick-start.md", timed=True), home, home / "ossauthd", "")
        for at, title in re.findall(r"^step (\S+) (.*)$", done.stderr, re.MULTILINE):
            print(f"{float(at) - last:7.1f} s  {title}")
            last = float(at)
        print(f"{last - started:7.1f} s  in all")
        if done.returncode:
            print(done.stdout[-2000:] + done.stderr[-2000:], file=sys.stderr)
        return done.returncode
    finally:
        shutil.rmtree(home)


if __name__ == "__main__":
    sys.exit(walk())
