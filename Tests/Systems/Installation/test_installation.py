"""What `make install` lays where, with the programs of the development build."""

import os
import pathlib
import re
import shutil
import stat
import subprocess
import tempfile
import unittest

import finished

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAMS = ["bin/ossauthd", "bin/ossauthctl", "bin/ossauth-appserver", "libexec/ossauthd/ossauth-fetch",
            "libexec/ossauthd/ossauth-unchunk", "libexec/ossauthd/upgrade", "libexec/ossauthd/remove",
            "libexec/ossauthd/role", "libexec/ossauthd/gateway"]
# `systemctl disable` does not touch these.
LINKS = ["sysinit.target.wants/ossauthd-role.service", "sysinit.target.wants/ossauthd-role-guard.service",
         "sockets.target.wants/ossauthd-role.socket", "multi-user.target.wants/ossauth-gateway.service"]
PAGES = {
    "man": {".1": "share/man/man1", ".5": "share/man/man5", ".8": "share/man/man8"},
    "completions": {".bash": "share/bash-completion/completions", ".fish": "share/fish/vendor_completions.d",
                    "": "share/zsh/vendor-completions"},
}
# Folders of the repository, and where what they hold is found by those who look for it.
PLACES = {
    "systemd": {".service": "lib/systemd/system", ".socket": "lib/systemd/system", ".timer": "lib/systemd/system",
                ".preset": "lib/systemd/system-preset", ".catalog": "lib/systemd/catalog",
                ".sysusers": "lib/sysusers.d", ".tmpfiles": "lib/tmpfiles.d"},
    "packaging/monitoring": {None: "share/ossauthd/monitoring"},
    "packaging/kubernetes": {None: "share/ossauthd/kubernetes"},
    "packaging/appserver": {None: "share/ossauthd/appserver"},
    "packaging/process": {None: "share/doc/ossauthd/examples"},
    "packaging/examples": {None: "share/doc/ossauthd/examples"},
}


class Installed:
    # A folder that every installation here takes its programs from.
    programs = None

    def __init__(self, prefix="/usr", **before):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="ossauthd-install-"))
        self.prefix = self.root / prefix.lstrip("/")
        for path, text in before.items():
            (self.root / path).parent.mkdir(parents=True)
            (self.root / path).write_text(text)
        subprocess.run([ROOT / "packaging" / "install"], check=True, env={
            "PATH": "/usr/bin:/bin", "DESTDIR": str(self.root), "PREFIX": prefix,
            "PROGRAMS": str(self.programs)})

    def files(self):
        return {path for path in self.root.rglob("*") if path.is_file() and not path.is_symlink()}


def setUpModule():
    folder = unittest.enterModuleContext(tempfile.TemporaryDirectory(prefix="ossauthd-programs-"))
    Installed.programs = finished.lay_out(pathlib.Path(folder, "programs"))


class InstallationTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.installed = Installed()
        cls.addClassCleanup(shutil.rmtree, cls.installed.root)

    def units(self, installed=None):
        folder = (installed or self.installed).prefix / "lib/systemd/system"
        return sorted(path for path in folder.iterdir() if path.is_file())

    def test_every_file_is_where_it_is_looked_for(self):
        prefix, expected = self.installed.prefix, {self.installed.prefix / each for each in PROGRAMS}
        made = {Installed.programs / folder: places for folder, places in PAGES.items()}
        for folder, places in {**PLACES, **made}.items():
            for file in (ROOT / folder).iterdir():
                place = places.get(None) or places[file.suffix]
                name = {".bash": file.stem, ".preset": f"50-{file.name}", ".sysusers": f"{file.stem}.conf",
                        ".tmpfiles": f"{file.stem}.conf"}.get(file.suffix, file.name)
                expected.add(prefix / place / name)
        for page in (ROOT / "packaging/pages").read_text().split():
            files = (ROOT / page).rglob("*") if (ROOT / page).is_dir() else [ROOT / page]
            expected |= {prefix / "share/doc/ossauthd" / file.relative_to(ROOT / "docs") for file in files}
        fleet = (each for each in (ROOT / "packaging/fleet").rglob("*") if each.is_file())
        expected |= {prefix / "share/ossauthd" / file.relative_to(ROOT / "packaging") for file in fleet}
        # One file for each language, two for Java, three for Python, and what its package manager reads.
        expected |= {prefix / "share/ossauthd/adapters" / name for name in (
            "go/go.mod", "go/ossauth.go", "java/Json.java", "java/OssAuth.java", "node/ossauth.js", "php/ossauth.php",
            "python/ossauth.py", "python/ossauth_fsspec.py", "python/ossauth_signer.py", "python/pyproject.toml")}
        expected.add(self.installed.root / "etc/ossauthd/ossauthd.conf")
        self.assertEqual(self.installed.files(), expected)
        self.assertTrue((self.installed.root / "etc/ossauthd/ossauthd.conf.d").is_dir())
        units = prefix / "lib/systemd/system"
        links = {path: path.resolve() for path in self.installed.root.rglob("*") if path.is_symlink()}
        self.assertEqual(links, {units / name: (units / pathlib.Path(name).name).resolve() for name in LINKS})

    def test_only_root_may_write_and_every_user_may_read(self):
        examples = [f"share/doc/ossauthd/examples/{name}" for name in ("sts-token", "appserver.py", "selftest.py")]
        programs = {self.installed.prefix / each for each in PROGRAMS + examples}
        for path in self.installed.files():
            self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o755 if path in programs else 0o644, path)

    def test_the_programs_run_without_their_symbols(self):
        for name in ["ossauthd", "ossauthctl", "ossauth-appserver"]:
            done = subprocess.run([self.installed.prefix / "bin" / name, "--version"], capture_output=True, text=True)
            self.assertRegex(done.stdout, rf"^{name} \d+\.\d+\.\d+\n$", done.stderr)

    def test_the_units_start_what_is_installed_whatever_the_prefix(self):
        local = Installed("/usr/local")
        self.addCleanup(shutil.rmtree, local.root)
        for installed, prefix in [(self.installed, "/usr"), (local, "/usr/local")]:
            named = {path for unit in self.units(installed)
                     for path in re.findall(r"[=+ ](/usr\S*/(?:ossauth[a-z-]*|role|gateway))\b(?![./])", unit.read_text())}
            self.assertEqual(named, {f"{prefix}/bin/ossauthd", f"{prefix}/bin/ossauthctl", f"{prefix}/bin/ossauth-appserver",
                                     f"{prefix}/libexec/ossauthd/ossauth-fetch", f"{prefix}/libexec/ossauthd/ossauth-unchunk",
                                     f"{prefix}/libexec/ossauthd/role", f"{prefix}/libexec/ossauthd/gateway"})

    def test_both_helpers_have_the_same_sandbox_and_only_that_of_the_daemon_has_secrets(self):
        def lines(name):
            return {line for line in (self.installed.prefix / "lib/systemd/system" / name).read_text().splitlines()
                    if line and not line.startswith(("#", "Description=", "Documentation=", "RuntimeMaxSec="))}

        daemons, servers = lines("ossauth-fetch@.service"), lines("ossauth-appserver-fetch@.service")
        hidden = "InaccessiblePaths=-/var/cache/ossauthd -/run/ossauthd -/run/ossauthd-admin"
        self.assertEqual(daemons - servers, {"User=ossauth-fetch", "ImportCredential=ossauth-fetch.*", hidden})
        self.assertEqual(servers - daemons, {"User=ossauth-appserver-fetch", f"{hidden} -/var/lib/ossauth-appserver"})

    def test_the_package_of_the_appserver_takes_its_files_and_no_others(self):
        other = Installed()
        self.addCleanup(shutil.rmtree, other.root)
        taken = other.root / "server"
        subprocess.run([ROOT / "packaging" / "split", other.prefix, taken], check=True)
        names = {path.name for path in taken.rglob("*") if path.is_file()}
        self.assertEqual(names, {"ossauth-appserver", "ossauth-appserver.service", "ossauth-appserver.socket", "nginx.conf",
                                 "ossauth-appserver-fetch.socket", "ossauth-appserver-fetch@.service",
                                 "50-ossauth-appserver.preset", "ossauth-appserver.conf", "ossauth-appserver.1"})
        left = [path for path in other.prefix.rglob("*ossauth-appserver*") if path.is_file()]
        self.assertEqual(left, [])

    def test_an_installation_keeps_the_configuration_of_an_operator(self):
        again = Installed(**{"etc/ossauthd/ossauthd.conf": "a setting of the operator\n"})
        self.addCleanup(shutil.rmtree, again.root)
        self.assertEqual((again.root / "etc/ossauthd/ossauthd.conf").read_text(), "a setting of the operator\n")

    def test_the_configuration_has_the_same_bytes_for_every_prefix(self):
        """dpkg asks about one that differs from its own, and an installation without a terminal fails."""
        local = Installed("/usr/local")
        self.addCleanup(shutil.rmtree, local.root)
        self.assertEqual(*((each.root / "etc/ossauthd/ossauthd.conf").read_bytes() for each in (self.installed, local)))

    def test_every_page_that_is_referred_to_is_there(self):
        pages = {f"{page.stem}({page.suffix[1:]})" for page in (self.installed.prefix / "share/man").rglob("*.[158]")}
        texts = [*self.units(), self.installed.prefix / "lib/systemd/catalog/ossauthd.catalog"]
        referred = {page for text in texts for page in re.findall(r"man:(\S+)", text.read_text())}
        self.assertIn("ossauthd.conf(5)", referred)
        self.assertEqual(referred - pages, set())

    def test_every_document_that_is_named_is_there_whatever_the_prefix(self):
        local = Installed("/usr/local")
        self.addCleanup(shutil.rmtree, local.root)
        for installed in (self.installed, local):
            texts = [path for path in (installed.prefix / "share/ossauthd").rglob("*.*") if path.is_file()]
            named = {path for text in texts for path in re.findall(r"/usr\S*/doc/\S*\.md", text.read_text())}
            self.assertGreater(len(named), 1)
            for path in named:
                self.assertTrue((installed.root / path.lstrip("/")).exists(), path)

    def test_the_examples_of_the_manual_are_good_together(self):
        pages = [self.installed.prefix / f"share/doc/ossauthd/{name}.md" for name in ("operating", "sources", "rules", "connect/credentials")]
        blocks = [block for page in pages for block in re.findall(r"^```ini\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE)]
        ours = [block for block in blocks if re.search(r"^\[(Profile|Access|Sink) ", block, re.MULTILINE)]
        self.assertGreater(len(ours), 6)
        folder = pathlib.Path(tempfile.mkdtemp(prefix="ossauthd-examples-"))
        self.addCleanup(shutil.rmtree, folder)
        (folder / "all.conf").write_text("")
        (folder / "all.conf.d").mkdir()
        for number, block in enumerate(ours):
            # This host need not know the users that the manual names.
            block = re.sub(r"\bwww-data\b|(?<=user:)app\b|(?<==)app$", "root", block, flags=re.MULTILINE)
            (folder / f"all.conf.d/{number:02}.conf").write_text(block)
        done = subprocess.run([self.installed.prefix / "bin/ossauthd", "--config", folder / "all.conf", "--check"],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_systemd_makes_the_users_and_folders(self):
        if not shutil.which("systemd-sysusers") or not shutil.which("systemd-tmpfiles"):
            self.skipTest("systemd is not installed")
        # systemd-sysusers plans nothing for users that exist, as they do on a host with the package.
        for name in ("passwd", "group"):
            copy = self.installed.root / "etc" / name
            lines = pathlib.Path(f"/etc/{name}").read_text().splitlines(keepends=True)
            copy.write_text("".join(line for line in lines if not line.startswith("ossauth")))
            self.addCleanup(copy.unlink)
        planned = subprocess.run(["systemd-sysusers", f"--root={self.installed.root}", "--dry-run", "ossauthd.conf",
                                  "ossauth-appserver.conf", "ossauth-nginx.conf"],
                                 capture_output=True, text=True)
        self.assertEqual(planned.returncode, 0, planned.stderr)
        for made in ["user 'ossauthd'", "group 'ossauth'", "user 'ossauth-appserver'", "user 'ossauth-nginx'"]:
            self.assertIn(made, planned.stderr)


class BuildPackageTests(unittest.TestCase):
    def test_a_host_without_apt_gets_the_names_of_the_packages_and_goes_on(self):
        with tempfile.TemporaryDirectory(prefix="ossauthd-install-") as folder:
            for name in ["sh", "sed", "dirname"]:
                os.symlink(shutil.which(name), f"{folder}/{name}")
            done = subprocess.run([ROOT / ".ci/install-packages", "image", "rpm"], env={"PATH": folder}, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertIn("the equivalents of zstd rpm.", done.stderr)


if __name__ == "__main__":
    unittest.main()
