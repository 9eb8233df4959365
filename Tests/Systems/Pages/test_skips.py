"""The end of `make test`, which lists what was skipped (Tests/Support/skips.py)."""

import contextlib
import io
import os
import sys
import unittest
import unittest.mock
import xml.etree.ElementTree

from pages import ROOT

sys.path.insert(0, str(ROOT / "Tests" / "Support"))
import skips  # noqa: E402

ALL_RAN = '<testsuites><testsuite><testcase classname="A" name="`b`()" time="1" /></testsuite></testsuites>'
ONE_SKIPPED = '<testsuites><testsuite><testcase classname="A" name="`b`()"><skipped>only root</skipped></testcase></testsuite></testsuites>'


class Skips(unittest.TestCase):
    def report(self, notes, document, **environment):
        """The list, and the error that it ends with."""
        printed, error = io.StringIO(), None
        with unittest.mock.patch.dict(os.environ, environment), contextlib.redirect_stdout(printed):
            if not environment:
                os.environ.pop("CI", None)
            try:
                skips.report(notes, xml.etree.ElementTree.fromstring(document))
            except SystemExit as end:
                error = end.code
        return printed.getvalue(), error

    def test_a_skip_is_listed_with_its_reason_and_fails_in_continuous_integration_only(self):
        for notes, document, listed in [([], ONE_SKIPPED, "SKIPPED A `b`(): only root\n"), (["SKIPPED c: d\n"], ALL_RAN, "SKIPPED c: d\n")]:
            self.assertEqual(self.report(list(notes), document), (listed, None))
            self.assertEqual(self.report(list(notes), document, CI="true"), (listed, "error: continuous integration must run every test"))
        kernel = "SKIPPED e: this kernel hides no memory\n"
        self.assertEqual(self.report([kernel], ALL_RAN, CI="true"), (kernel, None))
        self.assertEqual(self.report([], ALL_RAN, CI="true"), ("No test was skipped.\n", None))


if __name__ == "__main__":
    unittest.main()
