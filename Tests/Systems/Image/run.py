#!/usr/bin/env python3
"""The container image, run as its own configuration says: run.py ARCHIVE

No container runtime is needed: the layer is unpacked, and its program runs in namespaces of its own with the user, the environment and the
volumes of the configuration. A client in another container signs through the volume of the socket.
"""

import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Tests" / "Support" / "Fixtures"))
from free_port import free_port  # noqa: E402

PATIENCE = 60
PROFILE = """
[Profile media]
Source=appserver
URL=http://127.0.0.1:{port}/
Endpoint=oss-cn-hangzhou.aliyuncs.com

[Access client]
Match=uid:{client}
Allow=presign status
"""
CLIENT = 10033


def main(archive):
    if os.getuid() != 0:
        sys.exit("the image needs root to be run")
    with tempfile.TemporaryDirectory(prefix="ossauthd-image-") as folder:
        os.chmod(folder, 0o755)
        image = Image(archive, pathlib.Path(folder))
        port = free_port()
        appserver = subprocess.Popen(
            [sys.executable, "-B", ROOT / "packaging/examples/appserver.py", "--port", str(port), "--ledger", f"{folder}/ledger"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        profiles = pathlib.Path(folder, "profiles")
        profiles.mkdir()
        (profiles / "media.conf").write_text(PROFILE.format(port=port, client=CLIENT))
        try:
            exercise(image, {"/etc/ossauthd/ossauthd.conf.d": profiles})
        finally:
            appserver.terminate()
            appserver.wait(PATIENCE)
    print("the image runs as it says, and a client in another container signs")


def exercise(image, mounts):
    user, group = map(int, image.config["User"].split(":"))
    assert user != 0, "the image runs as root"
    volumes = {path: image.volume(path) for path in image.config["Volumes"]}
    daemon = image.start(image.config["Entrypoint"], user, group, volumes | mounts)
    try:
        health = image.config["Healthcheck"]["Test"]
        assert health[0] == "CMD", health
        until(daemon, lambda: image.inside(daemon, user, group, health[1:]).returncode == 0)
        status = pathlib.Path(f"/proc/{image.first(daemon)}/status").read_text()
        assert f"Uid:\t{user}\t{user}\t{user}\t{user}\n" in status, status

        # Only the folder of the socket comes along.
        shared = {"/run/ossauthd": volumes["/run/ossauthd"]}
        presign = ["/usr/bin/ossauthctl", "presign", "oss://pictures/cat.jpg"]
        until(daemon, lambda: image.run(presign, CLIENT, group, shared).startswith("https://pictures.oss-cn-hangzhou"))
        refused = image.run(presign, CLIENT, CLIENT, shared)
        assert "you may not use" in refused, refused
        # The filter of the gateway finds its libraries.
        version = image.run(["/usr/libexec/ossauthd/ossauth-unchunk", "--version"], CLIENT, CLIENT, {})
        assert version.startswith("ossauth-unchunk "), version
    finally:
        os.kill(int(image.first(daemon)), 15)
        daemon.wait(PATIENCE)
    assert daemon.returncode == 0, daemon.log.read_text()


class Image:
    def __init__(self, archive, folder):
        self.folder, self.containers = folder, 0
        layout = folder / "layout"
        layout.mkdir()
        subprocess.run(["tar", "--extract", "--file", archive, "--directory", layout], check=True)
        self.layout = layout
        [entry] = json.loads((layout / "index.json").read_text())["manifests"]
        manifest = json.loads(self.blob(entry).read_text())
        document = json.loads(self.blob(manifest["config"]).read_text())
        self.config = document["config"]
        [layer] = manifest["layers"]
        assert layer["mediaType"].endswith("+zstd"), layer
        content = subprocess.run(["zstd", "--decompress", "--stdout", self.blob(layer)], check=True, capture_output=True).stdout
        assert document["rootfs"]["diff_ids"] == ["sha256:" + hashlib.sha256(content).hexdigest()]
        self.root = folder / "root"
        self.root.mkdir()
        subprocess.run(["tar", "--extract", "--preserve-permissions", "--numeric-owner", "--directory", self.root], check=True, input=content)

    def blob(self, entry):
        algorithm, digest = entry["digest"].split(":")
        path = self.layout / "blobs" / algorithm / digest
        content = path.read_bytes()
        assert len(content) == entry["size"] and hashlib.sha256(content).hexdigest() == digest, entry
        return path

    def volume(self, path):
        """A new volume has owner and mode of the folder in the image."""
        made = self.folder / "volumes" / path.strip("/").replace("/", "-")
        found = (self.root / path.strip("/")).stat()
        made.mkdir(parents=True)
        os.chown(made, found.st_uid, found.st_gid)
        os.chmod(made, found.st_mode & 0o7777)
        return made

    def start(self, command, user, group, mounts):
        self.containers += 1
        root = f"{self.folder}/container-{self.containers}"
        lines = ["set -e", f"mkdir {root}; mount -t tmpfs tmpfs {root}; cp -a {self.root}/. {root}/",
                 f"mkdir -p {root}/proc {root}/dev; mount -t proc proc {root}/proc; mount --rbind /dev {root}/dev"]
        lines += [f"mkdir -p {root}{path}; mount --bind {source} {root}{path}" for path, source in mounts.items()]
        variables = " ".join(self.config["Env"])
        lines.append(f"exec env -i {variables} setpriv --no-new-privs /usr/sbin/chroot --userspec={user}:{group} --groups= {root} {' '.join(command)}")
        log = self.folder / f"log-{self.containers}"
        with open(log, "w") as output:
            process = subprocess.Popen(
                ["unshare", "--mount", "--propagation", "private", "--pid", "--fork", "--kill-child", "--ipc",
                 "sh", "-c", "\n".join(lines)], stdout=output, stderr=output)
        process.log = log
        return process

    def run(self, command, user, group, mounts):
        process = self.start(command, user, group, mounts)
        process.wait(PATIENCE)
        return process.log.read_text()

    def inside(self, process, user, group, command):
        return subprocess.run(
            ["env", "-i", *self.config["Env"], "nsenter", "--target", self.first(process), "--mount", "--pid", "--ipc", "--root", "--wd=/",
             "--setuid", str(user), "--setgid", str(group), *command], capture_output=True, timeout=PATIENCE)

    @staticmethod
    def first(process):
        """The first process of the container, as this host sees it."""
        return pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()[0]


def until(daemon, condition):
    end = time.monotonic() + PATIENCE
    while True:
        try:
            if condition():
                return
        except IndexError:
            pass
        if daemon.poll() is not None or time.monotonic() > end:
            raise AssertionError(daemon.log.read_text())
        time.sleep(0.05)


main(sys.argv[1])
