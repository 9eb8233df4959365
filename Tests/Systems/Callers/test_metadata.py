"""The look-alike of ECS's metadata: a role for the user who asks, in the hardened mode or in both."""

# Loaded now: those who are other users later may have no access to Python's own files.
import encodings.idna  # noqa: F401
import http.client
import json
import os
import pathlib
import socket
import subprocess
import sys
import unittest

from daemon import PATIENCE, PROGRAM, Client, Daemon, as_user, until
from free_port import free_port
from test_handout import MEMBERS, document
from test_handout import PROFILES as TWO_PROFILES

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Support" / "Namespaces"))
from namespaces import ADDRESS, EC2_ADDRESS, Namespace, handing_over, obstacle  # noqa: E402

ROLES = "/latest/meta-data/ram/security-credentials/"
TOKEN = "X-aliyun-ecs-metadata-token"
LIFE = "X-aliyun-ecs-metadata-token-ttl-seconds"

RULES = """
[Access main]
Match=uid:0
Match=uid:1234
Profile=main
Allow=credentials

[Access other]
Match=uid:0
Match=uid:1235
Profile=other
Allow=credentials

[Access both]
Match=uid:1236
Profile=main other
Allow=presign

[Access further]
Match=uid:1237
Profile=other third
Allow=credentials
"""

PROFILES = TWO_PROFILES + "\n[Profile third]\nSource=manual\nEndpoint=https://oss-cn-hangzhou.aliyuncs.com\n"


class Metadata:
    """What a program on an instance does."""

    def __init__(self, address, port):
        self.address, self.port = address, port

    def ask(self, method, path, **headers):
        connection = http.client.HTTPConnection(self.address, self.port, timeout=PATIENCE)
        connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        try:
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def token(self, life=21600):
        status, text = self.ask("PUT", "/latest/api/token", **{LIFE: str(life)})
        return text if status == 200 else status

    def get(self, path, token=None):
        return self.ask("GET", path, **{TOKEN: token or self.token()})

    def role(self):
        return self.get(ROLES)

    def credential(self, role="main"):
        return self.get(ROLES + role)


class MetadataTests(unittest.TestCase):
    def setUp(self):
        self.port = free_port()
        self.metadata = Metadata("127.0.0.1", self.port)
        self.daemon = Daemon(RULES, PROFILES, f"MetadataListen=127.0.0.1:{self.port}\nAudit=yes\n")
        self.addCleanup(self.daemon.stop)
        self.given = give(self.daemon)

    def restart(self, more=""):
        self.daemon.process.terminate()
        self.daemon.process.wait(PATIENCE)
        self.daemon.daemon = f"MetadataListen=127.0.0.1:{self.port}\n{more}"
        self.daemon.configure(RULES)
        self.daemon.restart()
        self.given = give(self.daemon)

    def test_a_client_with_a_token_gets_a_role_and_its_credential(self):
        for user in [0, 1234]:
            self.assertEqual(as_user(user, self.metadata.role), [200, "main"])
            status, body = as_user(user, self.metadata.credential)
            self.assertEqual((status, [line.split('"')[1] for line in body.splitlines() if '"' in line]), (200, MEMBERS))
            self.assertIn(self.given["AccessKeySecret"], body)

    def test_a_client_without_a_token_gets_nothing(self):
        self.assertEqual(self.metadata.ask("GET", ROLES), (403, ""))
        self.assertEqual(self.metadata.ask("GET", ROLES + "main"), (403, ""))

    def test_the_normal_mode_can_be_had(self):
        self.restart("MetadataTokens=optional\n")
        self.assertEqual(self.metadata.ask("GET", ROLES), (200, "main"))
        status, body = self.metadata.ask("GET", ROLES + "main")
        self.assertIn(self.given["AccessKeySecret"], body)
        self.assertEqual(self.metadata.role(), (200, "main"))
        self.assertEqual(self.metadata.get(ROLES, "1.wrong"), (401, ""))

    def test_a_token_is_good_for_one_user_and_for_its_time(self):
        token = self.metadata.token()
        self.assertEqual(self.metadata.get(ROLES, token)[0], 200)
        self.assertEqual(as_user(1234, lambda: self.metadata.get(ROLES, token)), [401, ""])
        end, code = token.split(".")
        for wrong in [f"{int(end) + 1}.{code}", f"{end}.{code[:-1]}", f"{end}.{code}0", f"{end}.", f".{code}", code, end, "a.b",
                      f"{end}.{code.upper()}" if code != code.upper() else "x", "99999999999999999999." + code]:
            self.assertEqual(self.metadata.get(ROLES, wrong), (401, ""), wrong)
        short = self.metadata.token(1)
        until(lambda: self.metadata.get(ROLES, short)[0] == 401)

    def test_a_token_survives_a_restart(self):
        token = self.metadata.token()
        self.restart()
        self.assertEqual(self.metadata.get(ROLES, token)[0], 200)

    def test_a_token_has_a_life_as_ecs_allows_it(self):
        for life in ["0", "21601", "-1", "", "abc", "1.5", "99999999999999999999"]:
            self.assertEqual(self.metadata.token(life), 400, life)
        self.assertEqual(self.metadata.ask("PUT", "/latest/api/token"), (400, ""))
        self.assertIn(".", self.metadata.token(1))
        self.assertIn(".", self.metadata.token(21600))

    def test_the_service_answers_what_is_about_the_role_and_nothing_else(self):
        token = self.metadata.token()
        for method, path, status in [
            ("GET", "/", 404), ("GET", "/latest/meta-data/", 404), ("GET", "/v1/status", 404), ("GET", "/metrics", 404),
            ("GET", ROLES[:-1], 404), ("GET", ROLES + "?a", 404), ("GET", ROLES + "none", 403), ("GET", ROLES + "main/", 403),
            ("GET", "/latest/api/token", 405), ("POST", "/latest/api/token", 405), ("POST", ROLES, 405), ("HEAD", ROLES, 405),
            ("PUT", ROLES + "main", 405),
        ]:
            self.assertEqual(self.metadata.ask(method, path, **{TOKEN: token}), (status, ""), (method, path))

    def test_browsers_and_proxies_get_nothing(self):
        token = self.metadata.token()
        for headers in [{"Host": "evil.example.com"}, {"Host": "localhost"}, {"Host": f"127.0.0.1:{self.port + 1}"},
                        {"Host": ADDRESS}, {"Origin": "null"}, {"X_Forwarded_For": "10.0.0.1"}]:
            self.assertEqual(self.metadata.ask("GET", ROLES + "main", **{TOKEN: token}, **headers), (404, ""), headers)
            self.assertEqual(self.metadata.ask("PUT", "/latest/api/token", **{LIFE: "60"}, **headers), (404, ""), headers)
        self.assertEqual(self.metadata.ask("GET", ROLES, **{TOKEN: token, "Host": "127.0.0.1"}), (200, "main"))

    def test_the_role_is_the_one_that_can_be_meant(self):
        for user, role in [(0, [200, "main"]), (1235, [200, "other"]), (1, [404, ""]), (1236, [404, ""]), (1237, [404, ""])]:
            self.assertEqual(as_user(user, self.metadata.role), role, user)
        self.assertEqual(as_user(1237, lambda: self.metadata.credential("other"))[0], 200)
        self.assertEqual(as_user(1237, lambda: self.metadata.credential("third"))[0], 503)
        for user in [1, 1235, 1236, 1237]:
            self.assertEqual(as_user(user, self.metadata.credential), [403, ""], user)

    def test_a_daemon_that_cannot_listen_says_so(self):
        self.daemon.process.terminate()
        self.daemon.process.wait(PATIENCE)
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            self.daemon.daemon = f"MetadataListen=127.0.0.1:{taken.getsockname()[1]}\n"
            self.daemon.configure(RULES)
            self.daemon.begin()
            self.assertEqual(self.daemon.process.wait(PATIENCE), 70)
        self.assertIn("MetadataListen=: bind", self.daemon.said)


class HandedOverDaemon(Daemon):
    """One that gets sockets from systemd."""

    def __init__(self, sockets, *arguments):
        self.sockets = sockets
        super().__init__(*arguments)

    def begin(self):
        command, numbers = handing_over(self.sockets, [*self.launcher, PROGRAM, "--config", f"{self.directory}/ossauthd.conf"])
        self.process = subprocess.Popen(command, stderr=self.errors, pass_fds=numbers)
        for number in numbers:
            os.close(number)


@unittest.skipIf(obstacle(), obstacle())
class NamespaceTests(unittest.TestCase):
    """The daemon is outside, as its unit has it, and the sockets are within."""

    def namespace(self, name):
        namespace = Namespace(f"ossauthd-{name}")
        self.enterContext(namespace)
        return namespace

    def start(self, *sockets):
        daemon = HandedOverDaemon(sockets, RULES, PROFILES, "RequestTimeout=300ms\n")
        self.addCleanup(daemon.stop)
        return daemon

    def pair(self, name, namespace, diagnosis=None):
        listener, diagnosis = namespace.listener(), (diagnosis or namespace).diagnosis()
        self.addCleanup(listener.close)
        self.addCleanup(diagnosis.close)
        return [(name, listener), (name, diagnosis)]

    def within(self, namespace, user, work):
        # A process of its own, which becomes that user after it went there.
        return namespace.work(lambda: as_user(user, work))

    def test_the_daemon_knows_who_asks_in_another_namespace(self):
        namespace, metadata = self.namespace("one"), Metadata(ADDRESS, 80)
        give(self.start(*self.pair("metadata", namespace)))
        self.assertEqual(self.within(namespace, 1234, metadata.role), [200, "main"])
        self.assertEqual(self.within(namespace, 1234, metadata.credential)[0], 200)
        self.assertEqual(self.within(namespace, 1235, metadata.role), [200, "other"])
        self.assertEqual(self.within(namespace, 1235, metadata.credential), [403, ""])
        self.assertEqual(self.within(namespace, 1, metadata.role), [404, ""])

    def test_the_daemon_answers_at_the_address_of_ec2_beside_that_of_ecs(self):
        namespace = self.namespace("one")
        listener, diagnosis = namespace.listener(address=EC2_ADDRESS), namespace.diagnosis()
        self.addCleanup(listener.close)
        self.addCleanup(diagnosis.close)
        name = "metadata.main"
        given = give(self.start(*self.pair(name, namespace), (name, listener), (name, diagnosis)))
        found = self.within(namespace, 1234, lambda: ask_ec2(EC2_ADDRESS))
        self.assertEqual(found, ["main", given["AccessKeyId"], given["SecurityToken"]])
        self.assertEqual(self.within(namespace, 1234, Metadata(ADDRESS, 80).role), [200, "main"])
        # The name of another address would be that of a page whose DNS points here.
        self.assertEqual(self.within(namespace, 1234, lambda: Metadata(EC2_ADDRESS, 80).ask(
            "GET", ROLES, Host=ADDRESS)[0]), 404)

    def test_a_namespace_can_be_bound_to_a_profile(self):
        # Root may have both, and has in each the one that it is for.
        one, other, metadata = self.namespace("one"), self.namespace("other"), Metadata(ADDRESS, 80)
        # In the order that would pair the wrong ones, if the order counted.
        (first, second), (third, fourth) = self.pair("metadata.main", one), self.pair("metadata.other", other)
        give(self.start(fourth, first, third, second))
        self.assertEqual(self.within(one, 0, metadata.role), [200, "main"])
        self.assertEqual(self.within(other, 0, metadata.role), [200, "other"])
        self.assertEqual(self.within(other, 0, metadata.credential), [404, ""])
        self.assertEqual(self.within(other, 1235, metadata.role), [200, "other"])
        self.assertEqual(self.within(one, 1235, metadata.role), [403, ""])

    def test_namespaces_of_one_name_are_told_apart(self):
        one, other, metadata = self.namespace("one"), self.namespace("other"), Metadata(ADDRESS, 80)
        (first, second), (third, fourth) = self.pair("metadata", one), self.pair("metadata", other)
        give(self.start(fourth, first, third, second))
        for namespace in [one, other]:
            self.assertEqual(self.within(namespace, 1234, metadata.role), [200, "main"])
            self.assertEqual(self.within(namespace, 1, metadata.role), [404, ""])

    def test_a_daemon_that_would_know_the_wrong_callers_does_not_start(self):
        one, other = self.namespace("one"), self.namespace("other")
        with self.assertRaisesRegex(RuntimeError, "metadata comes without ListenNetlink=inet-diag of its network namespace"):
            daemon = self.start(*self.pair("metadata", one, diagnosis=other))
            # Its own sockets may have been open for a moment.
            daemon.process.wait(PATIENCE)
            raise RuntimeError(daemon.said)


def ask_ec2(address):
    """The role, the key id and the token, as an SDK of AWS gets them (IMDSv2)."""
    metadata = Metadata(address, 80)
    roles = "/latest/meta-data/iam/security-credentials/"
    token = metadata.ask("PUT", "/latest/api/token", **{"X-aws-ec2-metadata-token-ttl-seconds": "60"})[1]
    role = metadata.ask("GET", roles, **{"X-aws-ec2-metadata-token": token})[1]
    credential = json.loads(metadata.ask("GET", roles + role, **{"X-aws-ec2-metadata-token": token})[1])
    return [role, credential["AccessKeyId"], credential["Token"]]


def give(daemon):
    """Puts credentials where they are asked for."""
    given = document()
    client = Client(daemon.admin)
    for profile in ["main", "other"]:
        client.ask("PUT", f"/v1/profiles/{profile}/credentials", given)
    client.close()
    return given


if __name__ == "__main__":
    unittest.main()
