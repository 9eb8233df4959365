"""/metrics: who may read it, and that it counts what clients do. Tests/Systems/Monitoring checks the format."""

import http.client
import os
import re
import socket
import unittest

from daemon import PATIENCE, Client, Daemon, as_user, until

PROFILES = """
[Profile main]
Source=static
Endpoint=https://oss-cn-hangzhou.aliyuncs.com
AccessKeyIDFile={directory}/id
AccessKeySecretFile={directory}/secret

[Profile other]
Source=manual
Endpoint=https://oss-cn-hangzhou.aliyuncs.com
"""

RULES = """
[Access all]
Match=uid:0
Allow=sign presign status

[Access scraper]
Match=uid:1234
Profile=other
Allow=status

[Access signer]
Match=uid:1235
Allow=presign
"""


def read(path, accept=None, method="GET"):
    connection = http.client.HTTPConnection("localhost")
    connection.sock = socket.socket(socket.AF_UNIX)
    connection.sock.settimeout(PATIENCE)
    connection.sock.connect(path)
    connection.request(method, "/metrics", headers={} if accept is None else {"Accept": accept})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, answer.headers["Content-Type"], text


def values(path):
    return parsed(read(path)[2])


def reading(client):
    """The same over a connection that stays open."""
    client.connection.request("GET", "/metrics")
    return parsed(client.connection.getresponse().read().decode())


def parsed(text):
    """Name with labels to value."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return {line.rsplit(" ", 1)[0]: float(line.rsplit(" ", 1)[1]) for line in lines}


def profiles(text):
    return set(re.findall(r'profile="([^"]*)"', text))


class MetricsTests(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(RULES, PROFILES)

    def tearDown(self):
        self.daemon.stop()

    def test_a_caller_with_a_rule_for_status_sees_its_profiles(self):
        status, _, text = as_user(1234, lambda: read(self.daemon.api))
        self.assertEqual((status, profiles(text)), (200, {"other"}))
        status, _, text = as_user(1235, lambda: read(self.daemon.api))
        self.assertEqual(status, 403)
        self.assertIn("operation status is not in Allow=presign", text)
        self.assertEqual(as_user(1236, lambda: read(self.daemon.api))[0], 403)

    def test_the_admin_socket_shows_all_profiles(self):
        status, _, text = read(self.daemon.admin)
        self.assertEqual((status, profiles(text)), (200, {"main", "other"}))

    def test_the_content_type_names_the_format(self):
        for accepted in ["*/*", "application/openmetrics-text;version=1.0.0", "text/plain"]:
            self.assertEqual(read(self.daemon.api, accepted)[1], "text/plain; version=0.0.4; charset=utf-8")
        self.assertEqual(read(self.daemon.api, method="HEAD")[2], "")

    def test_requests_are_counted_by_what_became_of_them(self):
        client = Client(self.daemon.api)
        before = values(self.daemon.api)
        self.assertEqual(client.presign()[0], 200)
        self.assertEqual(client.presign(key=None, keys=["a", "b", "c"])[0], 400)
        client.ask("POST", "/v1/presign", {"bucket": "bucket", "keys": ["a", "b", "c"]})
        client.ask("POST", "/v1/post-policy", {"bucket": "bucket", "expires": 60, "conditions": []})
        client.ask("POST", "/v1/sign", {"bucket": "bucket", "profile": "other"})
        client.ask("GET", "/nowhere")
        client.ask("GET", "/v1/health")
        as_user(1235, lambda: Client(self.daemon.api).ask("POST", "/v1/sign", {"bucket": "bucket"})[0])
        after = values(self.daemon.api)

        def grown(name):
            return after[name] - before[name]

        for operation, verdict, count in [
            ("presign", "answered", 2), ("presign", "invalid", 1), ("post-policy", "not-allowed", 1),
            ("sign", "no-credential", 1), ("sign", "not-allowed", 1), ("unknown", "invalid", 1),
            ("read", "answered", 2), ("sign", "answered", 0), ("administer", "answered", 0),
        ]:
            name = f'ossauthd_requests_total{{operation="{operation}",verdict="{verdict}"}}'
            self.assertEqual(grown(name), count, name)
        self.assertEqual(grown('ossauthd_signatures_total{profile="main"}'), 4)
        self.assertEqual(grown('ossauthd_connections_accepted_total{socket="api"}'), 2)
        # The reading of metrics itself is measured when it is over.
        self.assertEqual(grown("ossauthd_request_duration_seconds_count"), 9)
        self.assertGreater(grown("ossauthd_request_duration_seconds_sum"), 0)
        self.assertGreaterEqual(after["ossauthd_connections"], 1)

    def test_input_that_is_no_http_or_too_large_is_counted(self):
        for text, status in [
            (b"nonsense\r\n\r\n", b" 400 "),
            (b"POST /v1/sign HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000\r\n\r\n", b" 413 "),
        ]:
            with socket.socket(socket.AF_UNIX) as client:
                client.settimeout(PATIENCE)
                client.connect(self.daemon.api)
                client.sendall(text)
                self.assertIn(status, client.recv(4096))
        after = values(self.daemon.api)
        self.assertEqual(after['ossauthd_requests_total{operation="unknown",verdict="invalid"}'], 2)
        self.assertEqual(after['ossauthd_limits_hit_total{limit="body"}'], 1)

    def test_a_refused_reload_shows_and_counters_go_on_after_a_good_one(self):
        admin = Client(self.daemon.admin)
        Client(self.daemon.api).presign()
        self.daemon.configure(RULES + "\nnonsense\n")
        self.assertEqual(admin.ask("POST", "/v1/reload")[0], 422)
        self.assertEqual(values(self.daemon.api)["ossauthd_configuration_good"], 0)
        self.daemon.profiles = PROFILES.replace("Source=static", "Source=static\nRegion=cn-beijing")
        self.daemon.configure(RULES)
        self.assertEqual(admin.ask("POST", "/v1/reload")[0], 200)
        after = values(self.daemon.api)
        self.assertEqual(after["ossauthd_configuration_good"], 1)
        self.assertEqual(after['ossauthd_signatures_total{profile="main"}'], 1)


class LimitTests(unittest.TestCase):
    def test_a_reached_limit_of_connections_is_counted_once(self):
        daemon = Daemon("", daemon="MaxConnections=3\n")
        limit = 'ossauthd_limits_hit_total{limit="MaxConnections"}'
        try:
            reader = Client(daemon.admin)
            reader.ask("GET", "/v1/status")
            before = reading(reader)[limit]
            kept = [Client(daemon.api) for _ in range(2)]
            for client in kept:
                self.assertEqual(client.ask("GET", "/v1/status")[0], 200)
            waiting = Client(daemon.api)
            until(lambda: reading(reader)[limit] > before)
            self.assertEqual(reading(reader)[limit] - before, 1)
            kept[0].close()
            self.assertEqual(waiting.ask("GET", "/v1/status")[0], 200)
        finally:
            daemon.stop()

    def test_connections_beyond_the_limit_of_a_user_are_counted(self):
        daemon = Daemon("", daemon="MaxConnectionsPerUser=4\n")
        limit = 'ossauthd_limits_hit_total{limit="MaxConnectionsPerUser"}'
        try:
            # One connection that stays: all earlier connections are gone when it gets an answer.
            reader = Client(daemon.admin)
            reader.ask("GET", "/v1/status")
            before = reading(reader)[limit]
            kept = [Client(daemon.api) for _ in range(3)]
            for client in kept:
                self.assertEqual(client.ask("GET", "/v1/status")[0], 200)
            # It is answered before it asks.
            with socket.socket(socket.AF_UNIX) as beyond:
                beyond.settimeout(PATIENCE)
                beyond.connect(daemon.api)
                self.assertIn(b" 429 ", beyond.recv(4096))
            self.assertEqual(reading(reader)[limit] - before, 1)
            for client in kept:
                client.close()
        finally:
            daemon.stop()
