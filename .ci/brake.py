"""The size that the tree may have: the least of all commits since `.ci/limits` exists. There is no number that a commit could raise."""

import re
import subprocess
import sys
from pathlib import PurePosixPath

LIMITS = ".ci/limits"
SLACK = 100  # lines; a change may add before it deletes
LANGUAGES = {".swift", ".c", ".h", ".py", ".sh"}
NUMSTAT = ["--no-renames", "--numstat"]


def git(*arguments):
    return subprocess.run(["git", *arguments], check=True, capture_output=True, text=True).stdout


def is_counted(path):
    """Code that users run, in any of our languages, because moving it from one to another is no deletion."""
    path = PurePosixPath(path)
    scripts = {""} if path.parts[0] == "packaging" else set()
    return path.parts[0] in {"Sources", "Tools", "packaging", "adapters"} and path.suffix in LANGUAGES | scripts


def growth(numstat):
    """The lines of code that a diff adds."""
    changes = re.findall(r"(?m)^(\d+)\t(\d+)\t(.+)$", numstat)
    return sum(int(added) - int(deleted) for added, deleted, path in changes if is_counted(path))


def size(*commit):
    """The lines of a commit, or of the work tree."""
    nothing = git("hash-object", "-t", "tree", "/dev/null").strip()
    return growth(git("diff", *NUMSTAT, nothing, *commit))


def first_commit():
    """The one that added the limits."""
    if git("rev-parse", "--is-shallow-repository").strip() == "true":
        sys.exit(f"{LIMITS}: the least of the whole history counts, and this clone is shallow: 'git fetch --unshallow'")
    return git("log", "--first-parent", "--diff-filter=A", "--format=%H", "--", LIMITS).split()[-1]


def least_size(first):
    lines = least = size(first)
    log = git("log", "--first-parent", "-m", "--reverse", *NUMSTAT, "--format=format:commit", f"{first}..")
    for change in log.split("commit\n")[1:]:
        lines += growth(change)
        least = min(least, lines)
    return least


def allowance(limits):
    return sum(map(int, re.findall(r"(?m)^allow (\d+) ", limits)))


def size_breaches():
    first = first_commit()
    most = least_size(first) + SLACK + allowance(git("show", f"{first}:{LIMITS}"))
    lines = size()
    if lines > most:
        yield f"{lines:,} lines of code that users run; the limit is {most:,}: delete something first, or leave it out"


def figures(limits):
    return {name: int(figure) for name, figure in re.findall(r"(?m)^least (.+) (\d+)$", limits)}


def least_figures():
    """Each figure of the limits, as the least that any version of them had."""
    commits = git("log", "--first-parent", "--format=%H", f"{first_commit()}..", "--", LIMITS).split()
    with open(LIMITS) as file:
        versions = [file.read()] + [git("show", f"{commit}:{LIMITS}") for commit in commits + [first_commit()]]
    least = {}
    for version in versions:
        for name, figure in figures(version).items():
            least[name] = min(figure, least.get(name, figure))
    return least
