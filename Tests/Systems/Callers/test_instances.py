"""`%i`: each instance of a unit has its folder, over the socket and through a proxy, by the control group of the kernel.

MUTATIONS in the environment is the number of damaged requests of each unit, over the socket and through the proxy.
"""

import os
import random
import unittest

import control_groups
from control_groups import Groups, daemon_sees, within
from daemon import Client, Daemon, is_open, until
from forwarding import USER, Proxy, exchange
from free_port import free_port

RULES = """
[Access agents]
Match=unit:agent@*.service
Profile=main
Allow=sign presign post-policy
Bucket=work
Key=jobs/%i/**
Method=GET HEAD PUT DELETE
"""
FORWARD = "ForwardSocket={{directory}}/forward.sock\n[Forward work]\nListen=127.0.0.1:{port}\nListener=proxy\nUser=4711\nProfile=main\n"
# As systemd-escape and the kernel write them, each with its folder.
NAMES = {"42": "42", "a@b": "a@b", r"a\x2db": "e--a_5cx2db", "..": "e--_2e_2e", ".": "e--_2e", r"\x2a": "e--_5cx2a", ":": "e--_3a",
         "x" * 241: "x" * 241}
WORDS = ["..", ".", "/", "//", "%2e%2e", "%", "*", "?", "\\", "jobs", "jobs/", "e--", "\0", "ü", " ", "-"]
UNITS, REQUESTS = 200, int(os.environ.get("MUTATIONS", "20"))


def mutated(choice, key, others):
    for _ in range(choice.randint(0, 3)):
        place = choice.randrange(len(key) + 1)
        key = [key[:place] + choice.choice(WORDS) + key[place:], key[:place] + key[place + 1:], key.replace("/", choice.choice(WORDS), 1),
               f"jobs/{choice.choice(others)}/{key}"][choice.randrange(4)]
    return key


def is_within(key, folder):
    return key.startswith(f"jobs/{folder}/") and not {".", ".."} & set(key.split("/"))


@control_groups.skipped
class InstanceTests(unittest.TestCase):
    def setUp(self):
        self.groups = self.enterContext(Groups())
        Daemon.launcher = daemon_sees("cgroup2")
        self.addCleanup(setattr, Daemon, "launcher", [])
        self.port = free_port()
        self.daemon = Daemon(RULES, daemon=FORWARD.format(port=self.port))
        self.addCleanup(self.daemon.stop)
        until(lambda: is_open(f"{self.daemon.directory}/forward.sock"))
        os.chown(f"{self.daemon.directory}/forward.sock", USER, 0)
        proxy = Proxy(f"{self.daemon.directory}/forward.sock", self.port)
        self.addCleanup(proxy.stop)

    def presigned(self, keys):
        """The keys that the daemon signs for."""
        client = Client(self.daemon.api)
        granted = [key for key in keys if client.presign(bucket="work", key=key)[0] == 200]
        client.close()
        return granted

    def forwarded(self, targets):
        authorization = "Authorization: AWS4-HMAC-SHA256 Credential=d/20261128/x/s3/aws4_request, SignedHeaders=host, Signature=00"
        return [target for target in targets if exchange(
            self.port, f"GET /work/{target} HTTP/1.1\r\nHost: 127.0.0.1\r\n{authorization}\r\n\r\n".encode())[0] == 200]

    def in_unit(self, name, work):
        return within(self.groups.make(name), 1234, work)

    def test_each_name_has_the_folder_that_is_its_own(self):
        keys = [f"jobs/{folder}/a" for folder in NAMES.values()] + [f"jobs/{name}/a" for name in NAMES] + ["jobs/a", "jobs/**/a"]
        for name, folder in NAMES.items():
            unit = f"agent@{name}.service"
            self.assertEqual(set(self.in_unit(unit, lambda: self.presigned(keys))), {f"jobs/{folder}/a"}, name)
            self.assertEqual(self.in_unit(unit, lambda: self.forwarded(["jobs/42/a", "?prefix=jobs/42/", "?prefix=jobs/", "?prefix="])),
                             ["jobs/42/a", "?prefix=jobs/42/"] if name == "42" else [], name)

    def test_no_other_unit_has_a_folder(self):
        for unit in ["agent.service", "agent@.service", "agent@42.scope", "other@42.service", "folder/agent@42.service", "agent@a b.service",
                     "agent@a%b.service", "agent@a*.service", os.fsdecode(b"agent@\xff.service"), "user@1234.service/agent@42.service",
                     "other.service/agent@42.service", "user@1234.service/app.slice/agent@42.service", f"agent@{'x' * 242}.service"]:
            keys = [f"jobs/{name}/a" for name in ["", "42", "1234", "e--", "a b", "a*", "e--a_2a", "e--_ff"]]
            if len(unit) < 256:
                self.assertEqual(self.in_unit(unit, lambda: self.presigned(keys) + self.forwarded(["jobs/42/a"])), [], unit)

    def test_of_200_units_none_reaches_the_folder_of_another(self):
        choice = random.Random(20261129)
        others = [str(number) for number in range(UNITS)]
        granted = 0
        for number in others:
            keys = [mutated(choice, f"jobs/{number}/{choice.randrange(9)}", others) for _ in range(REQUESTS)]
            found = self.in_unit(f"agent@{number}.service", lambda: self.presigned(keys))
            self.assertEqual([key for key in found if not is_within(key, number)], [], number)
            granted += len(found)
        self.assertGreater(granted, UNITS * REQUESTS // 10)

    def test_a_proxy_gives_each_unit_its_folder(self):
        choice = random.Random(20261130)
        others = [str(number) for number in range(20)]
        for number in others:
            keys = [f"jobs/{number}/a", *(mutated(choice, f"jobs/{number}/a", others) for _ in range(REQUESTS))]
            keys = [key for key in keys if key.isascii() and key.isprintable() and not set(key) & set("%?* \\")]
            found = self.in_unit(f"agent@{number}.service", lambda: self.forwarded(keys))
            self.assertIn(f"jobs/{number}/a", found)
            self.assertEqual([key for key in found if not is_within(key, number)], [], number)

    def test_a_job_learns_its_folder(self):
        def whoami():
            client = Client(self.daemon.api)
            answer = client.ask("GET", "/v1/whoami")[2]
            client.close()
            return answer["instance"]
        self.assertEqual(self.in_unit(r"agent@a\x2db.service", whoami), "e--a_5cx2db")
        self.assertIsNone(self.in_unit("agent.service", whoami))

    def test_root_learns_what_an_instance_may_do(self):
        client = Client(self.daemon.admin)
        self.addCleanup(client.close)
        for unit, key, granted in [("agent@42.service", "jobs/42/a", True), ("agent@42.service", "jobs/43/a", False),
                                   ("agent@../43.service", "jobs/43/a", False), ("other.service", "jobs/42/a", False)]:
            question = {"uid": 1234, "unit": unit, "operation": "presign", "request": {"bucket": "work", "key": key}}
            self.assertEqual(client.ask("POST", "/v1/explain", question)[2]["granted"], granted, unit)


if __name__ == "__main__":
    unittest.main()
