"""A folder as a sink: many tokens, one after the other, beside two readers that open it once for each read; and killed writers."""

import multiprocessing
import os
import pathlib
import signal
import tempfile
import time
import unittest

from daemon import PATIENCE, ROOT, Client, Daemon, until

ROTATIONS = 2_000
# After so many rotations each reader gets another set first, so that it reads beside them even on a busy machine.
ROUND = 100
READERS = 2
BEGIN = int(time.time()) + 3_600
FILES = ["AccessKeyId", "AccessKeySecret", "SecurityToken", "Expiration"]

PROFILES = """
[Profile main]
Source=manual
Endpoint=https://oss-cn-hangzhou.aliyuncs.com

[Sink app]
Profile=main
Format=directory
Mode=0640
Path={directory}/sinks/app
"""


def moment(seconds):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


def token(number):
    return {"AccessKeyId": f"STS.Key{number}", "AccessKeySecret": f"SecretOf{number}",
            "SecurityToken": f"Token+{number}/{'x' * 500}", "Expiration": moment(BEGIN + number)}


def read(path):
    """The members in the folder, which is opened once; nothing where the reader was slower than two rotations."""
    try:
        folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    except FileNotFoundError:
        return None
    try:
        members = {}
        for name in FILES:
            with os.fdopen(os.open(name, os.O_RDONLY, dir_fd=folder)) as file:
                members[name] = file.read()
        return members
    except FileNotFoundError:
        return None
    finally:
        os.close(folder)


def follow(path, seen, ended, results):
    """Reads until the last token is there; the numbers seen, or what was wrong."""
    numbers = set()
    try:
        while True:
            is_last = ended.is_set()
            members = read(path)
            if members is None:
                continue
            number = int(members["AccessKeyId"].removeprefix("STS.Key"))
            if members != token(number):
                raise AssertionError(f"a mixed set: {members}")
            if numbers and number < max(numbers):
                raise AssertionError(f"{number} came back after {max(numbers)}")
            numbers.add(number)
            seen.set()
            if is_last:
                break
        results.put((len(numbers), max(numbers), None))
    except BaseException as error:
        results.put((len(numbers), 0, repr(error)))
    finally:
        seen.set()


class FolderTests(unittest.TestCase):
    def setUp(self):
        # Each token is written to the cache and synchronized, which on a disk would be all that is measured here.
        if os.path.isdir("/dev/shm"):
            tempfile.tempdir = "/dev/shm"
            self.addCleanup(setattr, tempfile, "tempdir", None)
        self.daemon = Daemon("", profiles=PROFILES, daemon="Audit=no\nLogLevel=warning\n")
        self.addCleanup(lambda: self.daemon.stop())
        self.folder = pathlib.Path(self.daemon.directory, "sinks")
        self.folder.mkdir(mode=0o755)
        self.path = self.folder / "app"

    def put(self, admin, number):
        status, _, answer = admin.ask("PUT", "/v1/profiles/main/credentials", token(number))
        self.assertEqual(status, 200, answer)

    def write(self, admin, number):
        """The sink is written behind the first answer, before the second."""
        self.put(admin, number)
        self.assertEqual(admin.ask("GET", "/v1/status")[0], 200)

    def client(self):
        client = Client(self.daemon.admin)
        self.addCleanup(client.close)
        return client

    def test_no_reader_sees_members_of_two_tokens(self):
        admin = self.client()
        self.write(admin, 1)
        ended, results = multiprocessing.Event(), multiprocessing.Queue()
        seen = [multiprocessing.Event() for _ in range(READERS)]
        readers = [multiprocessing.Process(target=follow, args=(self.path, each, ended, results)) for each in seen]
        for reader in readers:
            reader.start()
        for number in range(2, ROTATIONS + 1):
            if number % ROUND == 0:
                for each, reader in zip(seen, readers):
                    each.clear()
                    until(lambda: each.is_set() or not reader.is_alive())
                    self.assertTrue(reader.is_alive(), reader.is_alive() or results.get())
            self.put(admin, number)
        admin.ask("GET", "/v1/status")
        ended.set()
        for _ in readers:
            count, last, error = results.get()
            self.assertIsNone(error)
            self.assertEqual(last, ROTATIONS)
            self.assertGreaterEqual(count, ROTATIONS // ROUND // 2)
        for reader in readers:
            reader.join()
        self.assertEqual(len(list(self.folder.iterdir())), 3)

    def test_only_the_named_readers_may_open_it(self):
        self.write(self.client(), 1)
        self.assertEqual(os.stat(self.path).st_mode & 0o777, 0o750)
        self.assertEqual({os.stat(self.path / name).st_mode & 0o777 for name in FILES}, {0o640})
        self.assertEqual(sorted(os.listdir(self.path)), sorted(FILES))

    def test_a_forgotten_token_is_in_no_version_of_the_folder(self):
        admin = self.client()
        for number in [1, 2, 3]:
            self.write(admin, number)
        self.assertEqual(admin.ask("DELETE", "/v1/profiles/main/credentials")[0], 200)
        admin.ask("GET", "/v1/status")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_restart_leaves_the_folder_alone_and_restores_what_was_changed(self):
        self.write(self.client(), 1)
        before = os.readlink(self.path)
        self.again()
        self.assertEqual(os.readlink(self.path), before)
        (self.path / "SecurityToken").write_text("another")
        self.again()
        self.assertEqual(read(self.path), token(1))
        os.chmod(self.path, 0o755)
        self.again()
        self.assertEqual(os.stat(self.path).st_mode & 0o777, 0o750)

    def test_a_kill_at_any_step_loses_nothing_and_leaves_nothing_behind(self):
        self.write(self.client(), 1)
        for step, call in enumerate(["mkdirat", "fsync", "symlinkat", "renameat", "unlinkat"]):
            before, number = read(self.path), 10 * (step + 1)
            self.end()
            self.daemon.launcher = ["python3", str(ROOT / "Tests" / "Support" / "Fixtures" / "without_call.py"), "kill", call]
            self.daemon.restart()
            admin = Client(self.daemon.admin)
            # The second write removes a version, the first one may not.
            with self.assertRaises(OSError):
                for each in [number, number + 1]:
                    admin.ask("PUT", "/v1/profiles/main/credentials", token(each))
                    admin.ask("GET", "/v1/status")
            admin.close()
            self.assertEqual(self.daemon.process.wait(PATIENCE), -signal.SIGSYS, call)
            self.assertIn(read(self.path), [before, token(number)], call)
            self.daemon.launcher = []
            self.daemon.restart()
            self.write(self.client(), number + 2)
            self.assertEqual(read(self.path), token(number + 2), call)
            self.assertEqual(len(list(self.folder.iterdir())), 3, call)

    def test_the_umask_of_the_unit_closes_no_folder(self):
        """Without the capabilities of root, which opens folders that even their owner may not enter."""
        self.end()
        closed = self.folder / ".app.0123456789abcdef"
        closed.mkdir(mode=0o600)
        self.daemon.launcher = ["sh", "-c", "umask 0177; exec setpriv --bounding-set=-all \"$@\"", "sh"]
        self.daemon.restart()
        self.write(self.client(), 1)
        self.assertEqual(read(self.path), token(1), self.daemon.said)
        self.assertEqual(os.stat(self.path).st_mode & 0o777, 0o750)
        self.assertFalse(closed.exists())

    def test_nothing_is_written_or_removed_where_another_user_could_exchange_the_folder(self):
        admin = self.client()
        self.write(admin, 1)
        for user, mode in [(33, 0o755), (0, 0o775), (0, 0o1777)]:
            with self.subTest(user=user, mode=oct(mode)):
                renamed = self.folder / ".app.0123456789abcdef"
                renamed.mkdir()
                (renamed / "file").write_text("of another program")
                os.chmod(self.folder, mode)
                os.chown(self.folder, user, user)
                self.write(admin, 2)
                self.assertIn(f"is of user {user} with mode {mode:04o}", self.daemon.said)
                self.assertTrue((renamed / "file").exists())
                self.assertEqual(read(self.path), token(1))
                os.chown(self.folder, 0, 0)
                os.chmod(self.folder, 0o755)
                (renamed / "file").unlink()
                renamed.rmdir()

    def end(self):
        self.daemon.process.terminate()
        self.daemon.process.wait(PATIENCE)

    def again(self):
        self.end()
        self.daemon.restart()
        client = self.client()
        client.ask("GET", "/v1/status")


if __name__ == "__main__":
    unittest.main()
