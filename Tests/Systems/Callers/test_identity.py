"""Rules for processes: what they rest on is looked at, and looked at again before each answer."""

import os
import pathlib
import resource
import shutil
import signal
import socket
import subprocess
import sys
import time
import unittest

from daemon import PATIENCE, PROGRAM, Client, Daemon, as_user, until

PYTHON = os.path.realpath(sys.executable)
FOLDER = os.path.dirname(os.path.abspath(__file__))
RULE = "[Access {name}]\nMatch={match}\nAllow=presign\n"

# Connects, asks once, and then does what it is told: its lines come and go over standard input and output.
PUPPET = """
import os, sys
sys.path.insert(0, {folder!r})
from daemon import Client
client = Client({socket!r})
print(client.presign()[0], flush=True)
for line in sys.stdin:
    word = line.strip()
    if word == "ask":
        print(client.presign()[0], flush=True)
    elif word == "reconnect":
        client = Client({socket!r})
        print(client.presign()[0], flush=True)
    elif word == "drop":
        os.setgroups([])
        os.setresgid(1234, 1234, 1234)
        os.setresuid(1234, 1234, 1234)
        print("dropped", flush=True)
    elif word == "become":
        os.execv({other!r}, [{other!r}, "-B", "-c", {script!r}])
    elif word == "exec":
        os.set_inheritable(client.connection.sock.fileno(), True)
        os.execv({other!r}, [{other!r}, "-c", {successor!r}, str(client.connection.sock.fileno())])
"""

# The program that the puppet becomes, with the same connection.
SUCCESSOR = """
import socket, sys
stream = socket.socket(fileno=int(sys.argv[1]))
stream.setblocking(True)
body = b'{"bucket":"bucket","key":"key"}'
stream.sendall(b'POST /v1/presign HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: %d\\r\\n\\r\\n' % len(body) + body)
print(stream.recv(65536).split()[1].decode(), flush=True)
"""


def refreshed(path):
    """All that comes back for a refresh: nothing when the daemon closes the connection at once."""
    text = b"POST /v1/profiles/main/refresh HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    with socket.socket(socket.AF_UNIX) as stream:
        stream.settimeout(PATIENCE)
        stream.connect(path)
        try:
            stream.sendall(text)
            return stream.recv(65536).decode()
        except (BrokenPipeError, ConnectionResetError):
            return ""


class IdentityTests(unittest.TestCase):
    def daemon(self, *matches):
        rules = "".join(RULE.format(name=f"rule{number}", match=match) for number, match in enumerate(matches))
        daemon = Daemon(rules)
        self.addCleanup(daemon.stop)
        return daemon

    def puppet(self, daemon, program=PYTHON, other=PYTHON):
        names = {"folder": FOLDER, "socket": daemon.api, "other": other, "successor": SUCCESSOR}
        script = PUPPET.format(**names, script=PUPPET.format(**names, script=""))
        puppet = subprocess.Popen([program, "-B", "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(puppet.wait)
        self.addCleanup(puppet.stdout.close)
        self.addCleanup(puppet.stdin.close)
        return puppet, puppet.stdout.readline().strip()

    def tell(self, puppet, word):
        puppet.stdin.write(word + "\n")
        puppet.stdin.flush()
        return puppet.stdout.readline().strip()

    def copy(self, daemon, name):
        path = f"{daemon.directory}/{name}"
        shutil.copy(PYTHON, path)
        return path

    def test_a_rule_for_a_program_is_for_no_other(self):
        daemon = self.daemon("exe:/**/trusted")
        self.assertEqual(self.puppet(daemon, self.copy(daemon, "trusted"))[1], "200")
        self.assertEqual(self.puppet(daemon, self.copy(daemon, "other"))[1], "403")

    def test_a_program_that_was_replaced_is_not_the_one_at_its_path(self):
        daemon = self.daemon("exe:/**/trusted")
        path = self.copy(daemon, "trusted")
        puppet, status = self.puppet(daemon, path)
        self.assertEqual(status, "200")
        os.rename(self.copy(daemon, "next"), path)
        self.assertEqual(self.tell(puppet, "ask"), "200")
        self.assertEqual(self.tell(puppet, "reconnect"), "403")

    def test_a_process_that_became_another_program_is_refused(self):
        for match in ["exe:/**/trusted", "exe:/**", "exe:/**/trusted uid:0"]:
            daemon = self.daemon(match)
            puppet, status = self.puppet(daemon, self.copy(daemon, "trusted"), self.copy(daemon, "other"))
            self.assertEqual(status, "200")
            self.assertEqual(self.tell(puppet, "ask"), "200")
            self.assertEqual(self.tell(puppet, "exec"), "403")

    def test_a_right_that_does_not_depend_on_the_process_survives_another_program(self):
        daemon = self.daemon("exe:/**/trusted", "uid:0")
        puppet, status = self.puppet(daemon, self.copy(daemon, "trusted"), self.copy(daemon, "other"))
        self.assertEqual(status, "200")
        self.assertEqual(self.tell(puppet, "exec"), "200")

    def test_connections_of_one_process_are_looked_at_as_one(self):
        daemon = self.daemon(f"exe:{PYTHON}")
        descriptors = f"/proc/{daemon.process.pid}/fd"
        first = Client(daemon.api)
        self.assertEqual(first.presign()[0], 200)
        before = len(os.listdir(descriptors))
        clients = [Client(daemon.api) for _ in range(50)]
        self.assertEqual({client.presign()[0] for client in clients}, {200})
        self.assertEqual(len(os.listdir(descriptors)) - before, len(clients))
        for client in [first, *clients]:
            client.close()

    def together(self, daemon, count, spare=0):
        """The answers to `count` clients that wait when the daemon looks, which has descriptors for their connections
        and `spare` more."""
        taken = len(os.listdir(f"/proc/{daemon.process.pid}/fd"))
        _, most = resource.prlimit(daemon.process.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(daemon.process.pid, resource.RLIMIT_NOFILE, (taken + count + spare, most))
        daemon.process.send_signal(signal.SIGSTOP)
        clients = [Client(daemon.api) for _ in range(count)]
        for client in clients:
            client.connection.request("POST", "/v1/presign", '{"bucket":"bucket","key":"key"}')
        daemon.process.send_signal(signal.SIGCONT)
        for client in clients:
            answer = client.connection.getresponse()
            yield answer.status, answer.headers["Retry-After"]
            client.close()

    def test_a_client_that_cannot_be_inspected_for_lack_of_descriptors_is_told_to_retry(self):
        daemon = self.daemon(f"exe:{PYTHON}")
        self.assertEqual(as_user(0, lambda: Client(daemon.api).presign()[0]), 200)
        self.settle(daemon)
        # A client that is refused leaves its descriptors to the clients behind it.
        self.assertEqual(set(self.together(daemon, 20)), {(429, "1"), (200, None)})

    def settle(self, daemon):
        """Behind these answers the daemon has noticed which clients are gone."""
        if not hasattr(self, "last"):
            self.last = Client(daemon.admin)
            self.addCleanup(self.last.close)
        for _ in range(3):
            self.assertEqual(self.last.ask("GET", "/v1/health")[0], 200)

    def limit(self, daemon, count):
        """Descriptors that the daemon may have beside those that it has; `None`: as many as at its start."""
        self.settle(daemon)
        taken = {int(number) for number in os.listdir(f"/proc/{daemon.process.pid}/fd")}
        free = min(set(range(len(taken) + 1)) - taken)
        most = resource.prlimit(daemon.process.pid, resource.RLIMIT_NOFILE)[1]
        resource.prlimit(daemon.process.pid, resource.RLIMIT_NOFILE, (most if count is None else free + count, most))

    def test_a_name_that_cannot_be_looked_up_for_lack_of_descriptors_costs_no_rule(self):
        daemon = Daemon("[Access own]\nMatch=uid:1\nAllow=presign\nKey=%u/**\n")
        self.addCleanup(daemon.stop)
        statuses = []

        body = b'{"bucket":"bucket","key":"daemon/key"}'
        request = b"POST /v1/presign HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body) + body

        def ask():
            with socket.socket(socket.AF_UNIX) as stream:
                stream.connect(daemon.api)
                try:
                    stream.sendall(request)
                except BrokenPipeError:
                    pass  # It is refused as soon as it is accepted; the answer is there all the same.
                return int(stream.recv(65_536).split()[1])

        # One for the connection alone, one more, and so on, until the lookup has what it needs.
        for count in range(1, 8):
            self.limit(daemon, count)
            statuses.append(as_user(1, ask))
        self.assertIn(429, statuses)
        self.assertEqual(set(statuses) - {429, 200}, set(), statuses)
        self.limit(daemon, None)
        self.assertEqual(as_user(1, ask), 200)

    def test_an_explanation_for_a_user_that_cannot_be_looked_up_is_no_refusal(self):
        daemon = Daemon("[Access own]\nMatch=uid:1\nAllow=presign\nKey=%u/**\n")
        self.addCleanup(daemon.stop)
        admin = Client(daemon.admin)
        self.addCleanup(admin.close)
        question = {"user": "daemon", "operation": "presign", "request": {"bucket": "bucket", "key": "daemon/key"}}
        self.assertEqual(admin.ask("GET", "/v1/health")[0], 200)
        self.limit(daemon, 0)
        self.assertEqual(admin.ask("POST", "/v1/explain", question)[0], 429)
        self.limit(daemon, None)
        status, _, answer = admin.ask("POST", "/v1/explain", question)
        self.assertEqual((status, answer["granted"]), (200, True))

    def test_a_known_process_needs_one_descriptor_beside_those_of_its_connections(self):
        daemon = self.daemon(f"exe:{PYTHON}")
        # By two sockets in turn, of which the last one counts.
        for path in (daemon.api, daemon.admin, daemon.api):
            client = Client(path)
            self.addCleanup(client.close)
            self.assertEqual(client.ask("GET", "/v1/health")[0], 200)
        self.assertEqual(set(self.together(daemon, 20, spare=1)), {(200, None)})

    def test_each_connection_is_that_of_the_program_that_made_it(self):
        daemon = self.daemon("exe:/**/trusted")
        puppet, status = self.puppet(daemon, self.copy(daemon, "trusted"), self.copy(daemon, "other"))
        self.assertEqual([status, self.tell(puppet, "reconnect")], ["200", "200"])
        self.assertEqual(self.tell(puppet, "become"), "403")
        daemon = self.daemon("exe:/**/trusted")
        puppet, status = self.puppet(daemon, self.copy(daemon, "other"), self.copy(daemon, "trusted"))
        self.assertEqual([status, self.tell(puppet, "become")], ["403", "200"])

    def test_each_connection_belongs_to_the_user_that_made_it(self):
        # The second has everybody's process looked at.
        daemon = self.daemon("exe:/** uid:0", "exe:/nowhere")
        puppet, status = self.puppet(daemon)
        self.assertEqual([status, self.tell(puppet, "drop")], ["200", "dropped"])
        self.assertEqual([self.tell(puppet, "reconnect"), self.tell(puppet, "reconnect")], ["403", "403"])

    def successor(self, number, start):
        """A process that has the number of one that ended; `start` starts it, and gives more than the process perhaps."""
        for _ in range(20):
            try:
                with open("/proc/sys/kernel/ns_last_pid", "w") as last:
                    last.write(str(number - 1))
            except OSError as error:
                self.skipTest(f"numbers cannot be given again here: {error}")
            process, status = start()
            if process.pid == number:
                return process, status
            process.communicate()
        self.skipTest("others took the number")

    def test_a_process_is_none_that_had_its_number(self):
        daemon = self.daemon("exe:/**/trusted")
        puppet, status = self.puppet(daemon, self.copy(daemon, "trusted"))
        self.assertEqual(status, "200")
        puppet.communicate()
        other = self.copy(daemon, "other")
        _, status = self.successor(puppet.pid, lambda: self.puppet(daemon, other))
        self.assertEqual(status, "403")

    def test_a_process_is_none_that_has_its_number_later(self):
        daemon = self.daemon("uid:0")
        near, far = socket.socketpair()

        def hand_over():
            client = Client(daemon.api)
            client.presign()
            socket.send_fds(far, [b"."], [client.connection.sock.fileno()])
            return os.getpid()

        number = as_user(0, hand_over)
        _, handed, _, _ = socket.recv_fds(near, 1, 1)
        near.close()
        far.close()
        client = Client(daemon.api, socket.socket(fileno=handed[0]))
        self.addCleanup(client.close)
        self.assertEqual(client.presign()[0], 200)
        # Older kernels tell only when a process began, and that in hundredths of a second.
        asked = time.monotonic()
        until(lambda: time.monotonic() - asked > 0.02)
        trusted = self.copy(daemon, "trusted")
        puppet, _ = self.successor(number, lambda: self.puppet(daemon, trusted))
        daemon.configure(RULE.format(name="trusted", match="exe:/**/trusted"))
        admin = Client(daemon.admin)
        self.addCleanup(admin.close)
        self.assertEqual(admin.ask("POST", "/v1/reload")[0], 200)
        self.assertEqual([self.tell(puppet, "reconnect"), self.tell(puppet, "reconnect")], ["200", "200"])
        self.assertEqual(client.presign()[0], 403)

    def test_a_connection_that_outlived_its_process_is_refused(self):
        daemon = self.daemon("exe:/**")
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                client = Client(daemon.api)
                os.write(writing, str(client.presign()[0]).encode())
                parent = os.getpid()
                if os.fork() == 0:
                    until(lambda: os.getppid() != parent)
                    os.write(writing, str(client.presign()[0]).encode())
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        os.close(writing)
        with os.fdopen(reading) as stream:
            self.assertEqual(stream.read(), "200403")

    def test_a_name_from_a_mount_namespace_of_its_own_is_not_believed(self):
        daemon = self.daemon("exe:/**/trusted")
        trusted, evil = self.copy(daemon, "trusted"), self.copy(daemon, "evil")
        self.assertEqual(self.puppet(daemon, trusted)[1], "200")
        script = f"mount --bind {evil} {trusted} && exec {trusted} -B -c 'import sys; sys.path.insert(0, sys.argv[1]); " \
                 f"import daemon; print(daemon.Client(sys.argv[2]).presign()[0])' \"$0\" \"$1\""
        seen = subprocess.run(["unshare", "--mount", "sh", "-c", script, FOLDER, daemon.api], stdout=subprocess.PIPE, text=True)
        self.assertEqual(seen.stdout.strip(), "403")

    def test_rules_for_units_match_no_process_outside(self):
        daemon = self.daemon("unit:no-such.service", "slice:no-such.slice", "label:none")
        client = Client(daemon.api)
        self.addCleanup(client.close)
        self.assertEqual(client.presign()[0], 403)

    def test_rules_for_a_label_match_the_processes_that_have_it(self):
        Daemon.launcher = [PYTHON, "-B", f"{FOLDER}/labelled.py", "nginx (enforce)", "--"]
        self.addCleanup(setattr, Daemon, "launcher", [])
        for match, status in [('"label:nginx (*)"', 200), ("label:nginx", 403), ('"label:* (complain)"', 403)]:
            client = Client(self.daemon(match).api)
            self.addCleanup(client.close)
            self.assertEqual(client.presign()[0], status, match)

    def test_the_check_says_where_the_kernel_has_no_labels(self):
        try:
            has_labels = bool(pathlib.Path("/proc/self/attr/current").read_bytes())
        except OSError:
            has_labels = False
        daemon = self.daemon("uid:0 label:none")
        report = subprocess.run([PROGRAM, "--check", "--config", f"{daemon.directory}/ossauthd.conf"], capture_output=True, text=True)
        self.assertEqual("warning: label: matches no caller" in report.stdout + report.stderr, not has_labels)

    def test_a_label_is_that_of_one_connection(self):
        Daemon.launcher = [PYTHON, "-B", f"{FOLDER}/labelled.py", "first", "second", "--"]
        self.addCleanup(setattr, Daemon, "launcher", [])
        # The program is in the rule so that the daemon looks at the process, which both connections share.
        daemon = self.daemon("label:first exe:/**")
        # The connections of the start get their labels before this one has its answer, and not between those of the test.
        before = Client(daemon.api)
        before.presign()
        before.close()
        clients = [Client(daemon.api), Client(daemon.api)]
        for client in clients:
            self.addCleanup(client.close)
        # Either of them has the first label.
        self.assertEqual(sorted(client.presign()[0] for client in clients), [200, 403])

    def test_another_user_gets_no_answer_from_the_sockets_of_root(self):
        daemon = self.daemon("uid:0")
        for path in [daemon.admin, f"{daemon.directory}/credentials.sock"]:
            os.chmod(path, 0o666)
            self.assertEqual(as_user(65534, lambda: refreshed(path)), "")
        self.assertIn("HTTP/1.1 200 ", refreshed(daemon.admin))

    def test_groups_of_the_moment_of_connecting_count(self):
        daemon = self.daemon("gid:4242")

        def ask():
            client = Client(daemon.api)
            os_status = client.presign()[0]
            client.close()
            return os_status

        self.assertEqual(as_user(1234, ask), 403)
        self.assertEqual(as_user(1234, ask, groups=[7, 4242]), 200)


if __name__ == "__main__":
    unittest.main()
