"""A cache that cannot be written: what is said of it, also after a restart with the token that systemd kept."""

import os
import pathlib
import socket
import tempfile
import threading
import unittest

from app_server import PROFILE, RULES, AppServer
from daemon import PATIENCE, Client, Daemon, until


class Manager:
    """The store of systemd for descriptors, of which only the token is kept."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(path)
        self.token = None
        self.thread = threading.Thread(target=self.work)
        self.thread.start()

    def work(self):
        while True:
            text, descriptors, _, _ = socket.recv_fds(self.socket, 4_096, 1)
            if text == b"end":
                return
            if b"FDSTORE=1" in text and b"FDNAME=token-main" in text:
                self.token, descriptors = descriptors[0], [self.token] if self.token else []
            for each in descriptors:
                os.close(each)

    def close(self):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.sendto(b"end", self.socket.getsockname())
        self.thread.join(PATIENCE)
        self.socket.close()
        if self.token:
            os.close(self.token)


class CacheFailureTests(unittest.TestCase):
    def setUp(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        self.server = self.enterContext(AppServer("A"))
        self.manager = Manager(f"{folder}/notify")
        self.addCleanup(self.manager.close)
        self.daemon = Daemon(RULES, PROFILE.format(url=self.server.url), NOTIFY_SOCKET=f"{folder}/notify")
        self.addCleanup(self.daemon.stop)
        self.cache = pathlib.Path(self.daemon.directory, "cache")
        until(lambda: self.generation())
        until((self.cache / "main.token").exists)

    def ask(self, method, path):
        client = Client(self.daemon.admin)
        try:
            return client.ask(method, path)[2]
        finally:
            client.close()

    def profile(self):
        return self.ask("GET", "/v1/status")["profiles"][0]

    def generation(self):
        return self.profile()["generation"]

    def restart(self, launcher=()):
        self.daemon.process.terminate()
        self.daemon.process.wait(PATIENCE)
        self.daemon.launcher = launcher
        self.daemon.restart()

    def test_a_restart_hides_no_cache_that_cannot_be_written(self):
        os.chmod(self.cache, 0o755)
        self.ask("POST", "/v1/profiles/main/refresh")
        before = self.generation()
        self.assertIn("the token was not cached", "".join(self.profile()["warnings"]))
        until(lambda: self.manager.token)
        self.daemon.passed = (self.manager.token,)
        store = f'export LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=token-main; exec 3<&{self.manager.token}; exec "$@"'
        self.restart(["bash", "-c", store, "bash"])
        self.assertEqual(self.generation(), before)
        self.assertIn("0755", "".join(self.profile()["warnings"]))
        # A stop would try once more.
        self.daemon.process.kill()
        self.daemon.process.wait(PATIENCE)
        os.chmod(self.cache, 0o700)
        self.restart(["bash", "-c", store, "bash"])
        self.assertEqual((self.generation(), self.profile()["warnings"]), (before, []))
        self.manager.token, token = None, self.manager.token
        os.close(token)
        self.daemon.passed = ()
        self.server.mood = "wrong"
        self.restart()
        self.assertEqual(self.generation(), before)

    def test_one_failure_is_one_line_of_the_log(self):
        self.daemon.process.terminate()
        self.daemon.process.wait(PATIENCE)
        (self.cache / "main.token").unlink()
        os.chmod(self.cache, 0o755)
        self.server.mood, calls, said = "wrong", self.server.calls, len(self.daemon.said)
        self.daemon.restart()
        until(lambda: self.server.calls > calls + 3)
        self.server.mood = "good"
        until(lambda: self.profile()["state"] == "fresh")
        self.assertEqual(self.daemon.said[said:].count("0755"), 1, self.daemon.said[said:])


if __name__ == "__main__":
    unittest.main()
