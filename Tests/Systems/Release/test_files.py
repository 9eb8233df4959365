"""The files of a release: their sums, what is linked into the programs, where the packages come from, and who answers for them."""

import json
import pathlib
import re
import shutil
import unittest

from release import ROOT, Release, must, run

IDENTITY = {name: f"https://{name}.example/" for name in ("home", "maintainer", "security", "key", "supported")}


def setUpModule():
    global release
    release = Release()


def tearDownModule():
    release.close()


def names(folder):
    return {file.name for file in folder.iterdir() if file.is_file()}


class Files(unittest.TestCase):
    def setUp(self):
        self.other = release.folder / "other"

    def collect(self, **variables):
        return run(*release.collect, env=release.environment(TARGET=str(self.other), **variables))

    def bill(self):
        [file] = release.target.glob("*.spdx.json")
        return json.loads(file.read_text())

    def packages(self):
        """The names of all packages."""
        return {file.name for form, ending in (("deb", "deb"), ("rpm", "rpm"), ("tar", "gz"), ("image", "tar"))
                for file in (release.packages / form).glob(f"*.{ending}")}

    def test_the_sums_are_those_of_all_files(self):
        must("sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS", cwd=release.target)
        summed = {line.split()[1] for line in (release.target / "SHA256SUMS").read_text().splitlines()}
        self.assertEqual(summed | {"SHA256SUMS", "SHA256SUMS.asc"}, names(release.target))
        self.assertLess({*self.packages(), "CHANGELOG.md", "ossauthd-site.tar.gz", "ossauthd.asc"}, summed)

    def test_each_package_has_the_adapters_as_their_tests_run_them(self):
        tracked = must("git", "ls-files", "adapters", cwd=ROOT).split()
        here = {name: (ROOT / name).read_bytes() for name in tracked if not re.search("test_|_test|Test", name)}
        for form, unpack in ("deb", "dpkg-deb --fsys-tarfile %s"), ("rpm", "rpm2archive - <%s | gunzip"), ("tar", "gunzip <%s"):
            [file] = [each for each in (release.packages / form).glob("ossauthd*") if each.suffix in {".deb", ".rpm", ".gz"}]
            folder = release.folder / f"unpacked-{form}"
            folder.mkdir()
            must("sh", "-c", unpack % file + " | tar --extract --wildcards '*/adapters/*'", cwd=folder)
            [adapters] = folder.rglob("adapters")
            found = {str(path.relative_to(adapters.parent)): path.read_bytes() for path in adapters.rglob("*") if path.is_file()}
            self.assertEqual(found, here, form)

    def test_every_static_library_is_named_with_its_version(self):
        linked = re.search(r"for name in (.*); do\n    archive=", (ROOT / ".ci/release").read_text())[1].split()
        listed = {each["name"]: each["versionInfo"] for each in self.bill()["packages"]}
        for name in linked:
            # hogweed is a part of nettle.
            part = {"libstdc++": "libstdc++", "libhogweed": "nettle"}.get(name, name.removeprefix("lib"))
            self.assertRegex(listed[part], r"^\d", name)
        self.assertRegex(listed["swift"], r"^\d")

    def test_each_file_contains_each_part(self):
        bill = self.bill()
        by_id = {each["SPDXID"]: each["name"] for each in bill["packages"]}
        contained = {(by_id[each["spdxElementId"]], by_id[each["relatedSpdxElement"]])
                     for each in bill["relationships"] if each["relationshipType"] == "CONTAINS"}
        self.assertEqual({file for file, _ in contained}, self.packages())
        self.assertEqual(len(contained), len(self.packages()) * (len(by_id) - len(self.packages())))

    def test_the_same_packages_give_the_same_bytes_and_no_signature(self):
        self.assertIn("is NOT SIGNED", self.collect().stdout)
        self.assertNotIn("SIGNED", release.output)
        first = shutil.move(self.other, release.folder / "first")
        self.collect()
        self.assertEqual(run("diff", "--recursive", first, self.other).stdout, "")
        self.assertEqual([path for path in self.other.rglob("*") if path.suffix in {".asc", ".gpg"} or path.name == "InRelease"], [])

    def test_the_provenance_has_the_sums_of_what_was_built_and_of_the_sources(self):
        [file] = release.target.glob("*.provenance")
        must("sha256sum", "--check", "--strict", "--quiet", file, cwd=release.packages)
        about = dict(re.findall(r"^# (\w+): (.*)", file.read_text(), re.MULTILINE))
        commit = about["commit"].split()[0]
        archive = must("sh", "-c", f"git archive {commit} | sha256sum", cwd=ROOT).split()[0]
        self.assertEqual(about["sources"].split()[1], f"{archive},")
        self.assertRegex(about["toolchain"], r"dpkg-dev \d.* Swift version \d")

    def test_a_form_that_was_not_built_is_named(self):
        image = pathlib.Path(release.packages, "image/image.tar")
        image.rename(release.folder / "image.tar")
        self.addCleanup(shutil.move, release.folder / "image.tar", image)
        done = self.collect()
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("image has no *.tar; make packages builds it", done.stdout)


class Identity(unittest.TestCase):
    def identity(self, **values):
        file = release.folder / "identity"
        file.write_text("# Who.\n" + "".join(f'{name}="{value}"\n' for name, value in (IDENTITY | values).items()))
        return str(file)

    def test_a_release_of_nobody_is_refused(self):
        target = release.folder / "refused"
        for name in IDENTITY:
            done = run(*release.collect, env=release.environment(RELEASE="1", IDENTITY=self.identity(**{name: ""}), TARGET=str(target)))
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(f"packaging/identity does not say {name}\n", done.stdout)
            self.assertFalse(target.exists())

    def test_a_release_has_the_key_of_the_project_and_only_what_is_committed(self):
        clone, target = release.folder / "clone", release.folder / "real"
        shutil.copytree(ROOT / "packaging", clone / "packaging")
        shutil.copy(ROOT / "CHANGELOG.md", clone)
        must("git", "init", "--quiet", clone)
        for words in (["add", "."], ["commit", "--quiet", "--message=All"]):
            must("git", "-c", "user.name=Test", "-c", "user.email=test@ossauthd.example", *words, cwd=clone)
        variables = release.environment(RELEASE="1", SIGN="another", IDENTITY=self.identity(key=release.keyring.key), TARGET=str(target))
        must(clone / "packaging/release-files", env=variables)
        must("gpg", "--verify", "SHA256SUMS.asc", "SHA256SUMS", cwd=target, env=release.keyring.environment)
        (clone / "new").touch()
        self.assertIn("changes that are not committed:\n?? new\n", run(clone / "packaging/release-files", env=variables).stdout)

    def test_the_file_has_the_names_that_a_release_needs(self):
        known = re.findall(r"^(\w+)=", (ROOT / "packaging/identity").read_text(), re.MULTILINE)
        self.assertEqual(known, list(IDENTITY))

    def named(self, folder):
        """The maintainer and the home, of the deb and of the rpm."""
        control = must("dpkg-deb", "--showformat=${Maintainer}\n${Homepage}", "--show", *folder.glob("deb/ossauthd_*.deb"))
        header = must("rpm", "--query", "--queryformat", "%{packager}\n%{url}", "--package", *folder.glob("rpm/ossauthd-*.rpm"))
        return [control.split("\n"), header.split("\n")]

    def test_the_packages_name_the_maintainer_and_the_home(self):
        known = {"maintainer": "A & B <a@home.example>", "home": "https://home.example/"}
        programs, built = release.folder / "programs", release.folder / "named"
        shutil.copytree(ROOT / "build/programs", programs)
        for program in programs.glob("ossauth*"):
            program.write_text("#!/bin/sh\n")
        for form in "deb", "rpm":
            must(ROOT / "packaging" / form, env=release.environment(
                IDENTITY=self.identity(**known), PROGRAMS=str(programs), TARGET=str(built / form), COMPRESSION="w0.gzdio"))
        self.assertEqual(self.named(built), [[*known.values()]] * 2)

    def test_the_packages_name_nothing_of_what_is_unknown(self):
        who = dict(re.findall(r'^(\w+)="(.*)"', (ROOT / "packaging/identity").read_text(), re.MULTILINE))
        maintainer, home = who["maintainer"], who["home"]
        self.assertEqual(self.named(release.packages), [[maintainer or "The ossauthd developers", home], [maintainer or "(none)", home or "(none)"]])


if __name__ == "__main__":
    unittest.main()
