"""The files of a release: their sums, and the list of what is linked into the programs."""

import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
PACKAGES = {"deb": "one.deb", "rpm": "two.rpm", "tar": "three.tar.gz", "image": "four.tar"}


IDENTITY = {name: f"https://{name}.example/" for name in ("home", "maintainer", "security", "key", "supported")}


def collect(packages, target, **variables):
    return subprocess.run([ROOT / "packaging" / "release-files"], capture_output=True, text=True,
                          env=os.environ | {"PACKAGES": str(packages), "TARGET": str(target)} | variables)


class ReleaseFilesTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ossauthd-release-")
        self.addCleanup(folder.cleanup)
        self.packages, self.target = pathlib.Path(folder.name, "build"), pathlib.Path(folder.name, "release")
        for form, name in PACKAGES.items():
            (self.packages / form).mkdir(parents=True)
            (self.packages / form / name).write_text(form)
        (self.packages / "ossauthd-site.tar.gz").write_text("site")

    def bill(self):
        self.assertEqual(collect(self.packages, self.target).returncode, 0)
        [file] = self.target.glob("*.spdx.json")
        return json.loads(file.read_text())

    def test_the_sums_are_those_of_all_files(self):
        self.bill()
        subprocess.run(["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"], cwd=self.target, check=True)
        summed = {line.split()[1] for line in (self.target / "SHA256SUMS").read_text().splitlines()}
        self.assertEqual(summed | {"SHA256SUMS"}, {file.name for file in self.target.iterdir()})
        self.assertLess({*PACKAGES.values(), "CHANGELOG.md"}, summed)

    def test_every_static_library_is_named_with_its_version(self):
        names = re.search(r"for name in (.*); do\n    archive=", (ROOT / ".ci/release").read_text())[1].split()
        listed = {each["name"]: each["versionInfo"] for each in self.bill()["packages"]}
        for name in names:
            # hogweed is a part of nettle.
            part = {"libstdc++": "libstdc++", "libhogweed": "nettle"}.get(name, name.removeprefix("lib"))
            self.assertRegex(listed[part], r"^\d", name)
        self.assertRegex(listed["swift"], r"^\d")

    def test_each_file_contains_each_part(self):
        bill = self.bill()
        names = {each["SPDXID"]: each["name"] for each in bill["packages"]}
        contained = {(names[each["spdxElementId"]], names[each["relatedSpdxElement"]])
                     for each in bill["relationships"] if each["relationshipType"] == "CONTAINS"}
        self.assertEqual({file for file, _ in contained}, set(PACKAGES.values()))
        self.assertEqual(len(contained), len(PACKAGES) * (len(names) - len(PACKAGES)))

    def test_the_same_packages_give_the_same_bytes(self):
        other = self.target.parent / "other"
        for target in self.target, other:
            self.assertEqual(collect(self.packages, target).returncode, 0)
        self.assertEqual((self.target / "SHA256SUMS").read_bytes(), (other / "SHA256SUMS").read_bytes())

    def test_a_form_that_was_not_built_is_named(self):
        (self.packages / "rpm" / PACKAGES["rpm"]).unlink()
        done = collect(self.packages, self.target)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("rpm has no *.rpm; make packages builds it", done.stderr)

    def identity(self, **values):
        file = self.target.with_name("identity")
        file.write_text("# Who.\n" + "".join(f'{name}="{value}"\n' for name, value in (IDENTITY | values).items()))
        return str(file)

    def test_a_release_of_nobody_is_refused(self):
        for name in IDENTITY:
            done = collect(self.packages, self.target, RELEASE="1", IDENTITY=self.identity(**{name: ""}))
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(f"packaging/identity does not say {name}\n", done.stderr)
            self.assertFalse(self.target.exists())

    def test_an_unknown_home_is_left_out(self):
        for home, wanted in (("", {None}), ("https://home.example/", {None, "https://home.example/"})):
            collect(self.packages, self.target, IDENTITY=self.identity(home=home))
            [file] = self.target.glob("*.spdx.json")
            self.assertEqual({each.get("homepage") for each in json.loads(file.read_text())["packages"]}, wanted)

    def test_the_identity_has_the_names_that_a_release_needs(self):
        known = re.findall(r"^(\w+)=", (ROOT / "packaging/identity").read_text(), re.MULTILINE)
        self.assertEqual(known, list(IDENTITY))


if __name__ == "__main__":
    unittest.main()
