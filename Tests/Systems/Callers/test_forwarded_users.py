"""Behind a gateway the limits are those of the program, not of the proxy that asks."""

import http.server
import json
import os
import sys
import threading
import unittest

from daemon import Client, until
from forward_scene import CLIENT, OTHER, PROXY, ForwardScene, answer

FOLDER = os.path.dirname(os.path.abspath(__file__))
LABEL = "system_u:system_r:httpd_t:s0"
SIGNER = """
[Profile main]
Source=remote-signer
URL=http://127.0.0.1:8080/
AccessKeyID=LTAI5tPublicVector01
Endpoint=https://oss-cn-hangzhou.aliyuncs.com
"""


class RateTests(ForwardScene):
    rules = "[Access slow]\nMatch=uid:1234\nMatch=uid:4712\nProfile=main\nAllow=sign\nBucket=media\nRate=3/1h\nBurst=2\n"

    def test_each_user_has_a_rate_of_its_own(self):
        listener = self.listen(PROXY)
        ends = {user: self.connection(listener, user) for user in (CLIENT, OTHER)}
        asked = [CLIENT, CLIENT, CLIENT, OTHER, OTHER, OTHER]
        self.assertEqual([self.ask(*ends[user]).split(" ")[1] for user in asked], ["200", "200", "429"] * 2)


class LabelTests(ForwardScene):
    rules = '[Access web]\nMatch="label:*:httpd_t:*"\nProfile=main\nAllow=sign\nBucket=media\n'
    launcher = [os.path.realpath(sys.executable), "-B", f"{FOLDER}/labelled.py", LABEL, "--"]

    def test_the_label_of_the_proxy_is_not_that_of_the_program(self):
        text = self.ask(*self.connection(self.listen(PROXY)))
        self.assertTrue(text.startswith("HTTP/1.1 403 "), text)
        # Over a Unix socket the kernel says the label of the caller.
        client = Client(self.daemon.api)
        self.addCleanup(client.close)
        self.assertEqual(client.ask("POST", "/v1/sign", {"method": "GET", "bucket": "media", "key": "a"})[0], 200)


class TimeTests(ForwardScene):
    def test_the_time_of_a_question_is_that_of_the_program(self):
        ends = self.connection(self.listen(PROXY))
        for _ in range(100):
            self.assertTrue(self.ask(*ends).startswith("HTTP/1.1 200 "))
        client = Client(self.daemon.admin)
        self.addCleanup(client.close)
        callers = {each.get("uid"): each for each in client.ask("GET", "/v1/status")[2]["callers"]}
        self.assertEqual(callers[CLIENT]["requests"], 100)
        self.assertGreater(callers[CLIENT]["busyMilliseconds"], 0)


class Signer(http.server.BaseHTTPRequestHandler):
    """Notes the keys in the order of the requests, and answers none before the gate is open."""

    protocol_version = "HTTP/1.1"
    gate, keys = threading.Event(), []

    def do_POST(self):
        question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.keys.append(question["key"])
        self.gate.wait()
        body = b'{"signature":"%064x"}' % 0
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class RemoteSignerTests(ForwardScene):
    profiles = SIGNER
    settings = "Audit=full\n"
    requests = 100
    # The requests that a profile has at its server at once.
    in_flight = 8

    def setUp(self):
        super().setUp()
        self.gate = threading.Event()
        kind = type("Signer", (Signer,), {"gate": self.gate, "keys": []})
        self.keys = kind.keys
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 8080), kind, bind_and_activate=False)
        server.daemon_threads = True
        server.socket.close()
        server.socket = self.listen(("127.0.0.1", 8080))
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.addCleanup(self.gate.set)

    def test_a_user_with_many_requests_does_not_delay_another(self):
        listener = self.listen(PROXY)
        greedy = self.connection(listener, OTHER)
        questions = [self.question(*greedy, key=f"greedy{number}") for number in range(self.requests)]
        # The daemon has taken all of them, so that they are before the one of the other user.
        until(lambda: self.daemon.said.count("granted forward") == self.requests)
        questions.append(self.question(*self.connection(listener), key="modest"))
        until(lambda: self.daemon.said.count("granted forward") == self.requests + 1)
        self.gate.set()
        self.assertEqual({answer(each).split(" ")[1] for each in questions}, {"200"})
        self.assertLessEqual(self.keys.index("modest"), 2 * self.in_flight)


if __name__ == "__main__":
    unittest.main()
