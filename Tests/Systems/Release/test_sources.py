"""Hosts that install from the trees of a release: what the key signed arrives, and nothing else."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from release import ROOT, Release, must, run

AS_ROOT = unittest.skipUnless(os.getuid() == 0, "needs root")
PACKAGES = {"ossauthd", "ossauth-appserver"}
# apt reads no configuration of this host, and fetches as this user.
APT = """Dir "{host}"; Dir::Etc::parts "etc/apt/preferences.d"; Dir::State::status "{status}"; APT::Sandbox::User "root"; Acquire::Languages "none";
Dir::Bin::methods "/usr/lib/apt/methods"; Dir::Bin::dpkg "/usr/bin/dpkg"; """
REPOSITORY = """[ossauthd]
name=ossauthd
baseurl=file://{tree}/rpm
gpgkey=file://{key}
gpgcheck=1
repo_gpgcheck=1
[el8]
name=el8
baseurl=file://{el8}
gpgcheck=0
"""
STUB = """Name: el8
Version: 8
Release: 1
Summary: el8
License: none
{provides}
%description
%files
"""
IN_A_ROOT = """mount -t tmpfs tmpfs "$2" && mkdir "$2/upper" "$2/work" "$2/root"
mount -t overlay -o "lowerdir=$1,upperdir=$2/upper,workdir=$2/work" overlay "$2/root"
apt-get install --yes --quiet -o Dir::State::status="$2/root/var/lib/dpkg/status" -o DPkg::Options::="--root=$2/root" ossauthd ossauth-appserver
echo "Changed: <$(dpkg --root="$2/root" --verify ossauthd ossauth-appserver)>"
"$2/root/usr/bin/ossauthd" --version"""


def setUpModule():
    global release
    release = Release()


def tearDownModule():
    release.close()


def change(file):
    """Another byte in the middle."""
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)


class Host(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ossauthd-host-", dir=release.folder)
        self.addCleanup(folder.cleanup)
        self.host = pathlib.Path(folder.name)
        self.tree = self.host / "release"
        shutil.copytree(release.target, self.tree)
        # The key arrives by another way than the tree.
        self.key = release.target / "ossauthd.asc"

    def refused(self, words, text):
        done = run(*words, env=self.environment())
        self.assertNotEqual(done.returncode, 0, done.stdout)
        self.assertIn(text, done.stdout)


class Apt(Host):
    def environment(self):
        return os.environ | {"APT_CONFIG": str(self.host / "apt.conf"), "DEBIAN_FRONTEND": "noninteractive"}

    def setUp(self):
        super().setUp()
        for name in "etc/apt/preferences.d", "var/lib/apt/lists/partial", "var/cache/apt/archives/partial", "var/log/apt":
            (self.host / name).mkdir(parents=True)
        (self.host / "apt.conf").write_text(APT.format(host=self.host, status="/var/lib/dpkg/status"))
        (self.host / "etc/apt/sources.list").write_text(f"deb [signed-by={self.key}] file:{self.tree}/apt stable main\n")

    def apt(self, *words):
        return must("apt-get", "--quiet", *words, env=self.environment())

    @AS_ROOT
    def test_apt_installs_into_a_debian_root(self):
        root = subprocess.run([ROOT / "Tests/Systems/Boot/root", "bookworm"], check=True, text=True, stdout=subprocess.PIPE).stdout.strip()
        self.apt("update")
        (self.host / "guest").mkdir()
        output = must("unshare", "--mount", "sh", "-ec", IN_A_ROOT, "sh", root, self.host / "guest", env=self.environment())
        self.assertRegex(output, r"Changed: <>\nossauthd \d")

    def test_apt_refuses_a_package_with_another_byte(self):
        [package] = self.tree.glob("apt/pool/ossauthd_*.deb")
        change(package)
        self.apt("update")
        self.refused(["apt-get", "install", "--yes", "--download-only", "ossauthd"], "Hash Sum mismatch")

    def test_apt_refuses_an_index_with_another_byte(self):
        for name in "Packages", "Packages.gz":
            change(next(self.tree.glob(f"apt/dists/stable/main/*/{name}")))
        self.refused(["apt-get", "update"], "Hash Sum mismatch")

    def test_apt_refuses_a_list_of_sums_with_another_byte(self):
        signed = self.tree / "apt/dists/stable/InRelease"
        signed.write_text(signed.read_text().replace("Origin: ossauthd", "Origin: ossauthe"))
        self.refused(["apt-get", "update"], "is not signed")

    def test_apt_refuses_a_tree_without_signatures(self):
        for file in self.tree.glob("apt/dists/stable/*Release*"):
            if file.name != "Release":
                file.unlink()
        self.refused(["apt-get", "update"], "is not signed")


@AS_ROOT
class Dnf(Host):
    def environment(self):
        return os.environ

    def setUp(self):
        super().setUp()
        stubs = [f"Provides: {line}" for line in (ROOT / "packaging/el8").read_text().splitlines() if not line.startswith("rpmlib")]
        (self.host / "el8.spec").write_text(STUB.format(provides="\n".join(stubs)))
        must("rpmbuild", "-bb", "--quiet", "--define", f"_topdir {self.host}/el8", self.host / "el8.spec")
        must("createrepo_c", "--quiet", self.host / "el8")
        for name in "repos", "log":
            (self.host / name).mkdir()
        (self.host / "repos/all.repo").write_text(REPOSITORY.format(tree=self.tree, key=self.key, el8=self.host / "el8"))
        self.dnf = ["dnf", "--assumeyes", f"--installroot={self.host}/root", "--releasever=8", f"--setopt=reposdir={self.host}/repos",
                    f"--setopt=cachedir={self.host}/cache", f"--setopt=logdir={self.host}/log", "--setopt=tsflags=noscripts", "--setopt=plugins=0",
                    "install", *PACKAGES]

    def test_dnf_installs_both_packages(self):
        must(*self.dnf)
        self.assertTrue(os.access(self.host / "root/usr/bin/ossauthd", os.X_OK))

    def test_dnf_refuses_a_package_with_another_byte(self):
        [package] = self.tree.glob("rpm/ossauthd-*.rpm")
        change(package)
        self.refused(self.dnf, "incorrect checksum")

    def test_dnf_refuses_a_package_of_nobody_in_a_tree_of_this_key(self):
        for package in (ROOT / "build/rpm").glob("*.rpm"):
            shutil.copy(package, self.tree / "rpm")
        must("createrepo_c", "--quiet", self.tree / "rpm")
        must("gpg", "--batch", "--yes", "--local-user", release.keyring.key, "--armor", "--detach-sign", self.tree / "rpm/repodata/repomd.xml",
             env=release.keyring.environment)
        self.refused(self.dnf, "is not signed")

    def test_dnf_refuses_an_index_with_another_byte(self):
        index = self.tree / "rpm/repodata/repomd.xml"
        index.write_text(index.read_text().replace("<revision>1", "<revision>2"))
        self.refused(self.dnf, "GPG")

    def test_the_signature_of_a_package_is_of_its_bytes(self):
        [package] = self.tree.glob("ossauthd-*.rpm")
        checks = ["rpmkeys", "--dbpath", self.host / "database", "--checksig", package]
        must("rpmkeys", "--dbpath", self.host / "database", "--import", self.key)
        self.assertIn("digests signatures OK", must(*checks))
        change(package)
        self.refused(checks, "NOT OK")


class Sums(Host):
    """The three commands of the guide."""

    def environment(self):
        return os.environ | {"GNUPGHOME": str(self.host / "home"), "LC_ALL": "C.UTF-8"}

    def setUp(self):
        super().setUp()
        (self.host / "home").mkdir(mode=0o700)
        text = (ROOT / "docs/install.md").read_text().split("```sh\n")
        [commands] = [part.split("```")[0] for part in text if part.startswith("gpg --import")]
        self.commands = ["bash", "-ec", f"cd {self.tree}\n{commands}"]

    def test_the_sums_and_their_signature_are_good(self):
        output = must(*self.commands, env=self.environment())
        self.assertIn(release.keyring.key, output.replace(" ", ""))
        self.assertIn("Good signature", output)

    def test_sums_with_another_byte_are_refused(self):
        change(self.tree / "SHA256SUMS")
        self.refused(self.commands, "BAD signature")

    def test_the_sums_refuse_a_file_with_another_byte(self):
        for pattern in "*.deb", "*.rpm", "*.tar.gz", "*.provenance":
            file = next(self.tree.glob(pattern))
            before = file.read_bytes()
            change(file)
            self.refused(self.commands, f"{file.name}: FAILED")
            file.write_bytes(before)


if __name__ == "__main__":
    unittest.main()
