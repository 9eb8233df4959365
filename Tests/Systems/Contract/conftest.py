"""Notes the tests that are skipped."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Support"))
import skips  # noqa: E402


def pytest_runtest_logreport(report):
    if report.skipped:
        skips.note(report.nodeid, report.longrepr[2])
