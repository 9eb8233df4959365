"""A signed release of the packages in `build`, with a key that is made for it. The image and the site are others' business."""

import os
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
STUBS = {"image": "image.tar", "": "ossauthd-site.tar.gz"}


def run(*words, **more):
    return subprocess.run([str(word) for word in words], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, **more)


def must(*words, **more):
    done = run(*words, **more)
    assert done.returncode == 0, f"{words}: {done.stdout}"
    return done.stdout


class Keyring:
    """A home of gpg with one key."""

    def __init__(self, folder):
        folder.mkdir(mode=0o700)
        self.environment = os.environ | {"GNUPGHOME": str(folder)}
        self.gpg("--quiet", "--passphrase", "", "--quick-generate-key", "Test <test@ossauthd.example>", "rsa3072", "sign", "never")
        self.key = self.gpg("--list-keys", "--with-colons").split("\nfpr:::::::::")[1].split(":")[0]

    def gpg(self, *words):
        return must("gpg", "--batch", *words, env=self.environment)

    def close(self):
        must("gpgconf", "--kill", "all", env=self.environment)


class Release:
    def __init__(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="ossauthd-release-")
        self.folder = pathlib.Path(self.temporary.name)
        # Users of other names read it.
        self.folder.chmod(0o755)
        self.keyring = Keyring(self.folder / "keyring")
        self.packages, self.target = self.folder / "packages", self.folder / "release"
        self.packages.mkdir()
        for form in "deb", "rpm", "tar":
            (self.packages / form).symlink_to(ROOT / "build" / form)
        for form, name in STUBS.items():
            (self.packages / form).mkdir(exist_ok=True)
            (self.packages / form / name).write_text(form)
        self.output = must(*self.collect, env=self.environment(SIGN=self.keyring.key))

    collect = (ROOT / "packaging/release-files",)

    def environment(self, **variables):
        return self.keyring.environment | {"PACKAGES": str(self.packages), "TARGET": str(self.target)} | variables

    def close(self):
        self.keyring.close()
        self.temporary.cleanup()
