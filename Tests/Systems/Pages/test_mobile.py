"""The listings of docs/mobile.md are accepted by the compilers, with declarations of what they use of the SDKs."""

import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from pages import ROOT

PAGE = (ROOT / "docs/mobile.md").read_text()
DECLARATIONS = ROOT / "Tests/Systems/Pages/Declarations"


def listing(language):
    return re.search(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)[1]


class Mobile(unittest.TestCase):
    def accepted(self, *command):
        if not shutil.which(command[0]):
            self.skipTest(f"{command[0]} is not here")
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_the_objective_c_listing_compiles(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "app.m")
            file.write_text(f"void start(Session *session) {{\n{listing('objc')}\n(void)upload;\n}}\n")
            self.accepted("clang", "-fsyntax-only", "-fblocks", "-fobjc-arc", "-fobjc-runtime=gnustep-2.0", "-Wall", "-Werror",
                          "-Wno-objc-root-class", "-include", str(DECLARATIONS / "ios.h"), str(file))

    def test_each_listing_uploads_to_the_user_s_folder_and_asks_again(self):
        for language in ("objc", "swift", "kotlin"):
            for part in ('"Bucket"', '"KeyPrefix"', 'photo.jpg"', "putObject", "401", "renewIDToken", '"Retry-After"'):
                self.assertIn(part, listing(language), language)

    def test_the_swift_listing_compiles(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "main.swift")
            file.write_text(f"import Foundation\n#if canImport(FoundationNetworking)\nimport FoundationNetworking\n#endif\n{listing('swift')}")
            self.accepted("swiftc", "-typecheck", "-swift-version", "5", "-warnings-as-errors", str(DECLARATIONS / "ios.swift"), str(file))


if __name__ == "__main__":
    unittest.main()
