"""Tests that are skipped, and why: each suite notes them here, and `make test` ends with their list.

Run as a program it prints the list. In continuous integration every test can run, so there a skip is a failure.
"""

import os
import pathlib
import sys
import xml.etree.ElementTree

FOLDER = pathlib.Path(__file__).resolve().parents[2] / ".build"
NOTES = FOLDER / "skipped"
# Only another kernel could run these.
ALLOWED = {"this kernel hides no memory"}
# The file of `swift test --xunit-output .build/tests.xml`.
SWIFT = FOLDER / "tests-swift-testing.xml"


def note(test, why):
    line = f"SKIPPED {test}: {why}\n"
    print(line, end="", file=sys.stderr)
    with open(NOTES, "a") as notes:
        notes.write(line)


def of_swift(document):
    """The lines for the skipped tests in a document of xUnit."""
    for case in document.iter("testcase"):
        for skipped in case.iter("skipped"):
            yield f"SKIPPED {case.get('classname')} {case.get('name')}: {skipped.text or 'for no stated reason'}\n"


def main():
    report(NOTES.read_text().splitlines(True) if NOTES.exists() else [], xml.etree.ElementTree.parse(SWIFT))


def report(lines, document):
    lines += of_swift(document)
    print("".join(lines) or "No test was skipped.\n", end="")
    if os.environ.get("CI") and any(line.rstrip().split(": ", 1)[1] not in ALLOWED for line in lines):
        sys.exit("error: continuous integration must run every test")


if __name__ == "__main__":
    main()
