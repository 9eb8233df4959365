"""A stand-in for STS: every AssumeRole gets a token, which the ledger of the stand-in for OSS knows with its policy."""

import contextlib
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs


class STSStandin(ThreadingHTTPServer):
    """`calls` has the policy and the session of each call, `durations` the life that it asked for.

    It checks no signature, and it limits policy and session as STS does.
    """

    daemon_threads = True
    request_queue_size = 1_024

    def __init__(self, ledger):
        super().__init__(("127.0.0.1", 0), Handler)
        self.ledger, self.calls, self.durations, self.lock = ledger, [], [], threading.Lock()
        self.is_down = False
        self.thread = threading.Thread(target=self.serve_forever)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}"

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *error):
        self.shutdown()
        self.thread.join()
        self.server_close()

    def issue(self, form):
        policy, session = form.get("Policy"), form["RoleSessionName"]
        duration = int(form["DurationSeconds"])
        end = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + duration))
        with self.lock:
            self.calls.append((policy, session))
            self.durations.append(duration)
            number = len(self.calls)
            token = {"AccessKeyId": f"STS.Number{number}", "AccessKeySecret": f"SecretOfNumber{number}",
                     "SecurityToken": f"TokenOfNumber{number}", "Expiration": end}
            with open(self.ledger, "a", encoding="utf-8") as ledger:
                ledger.write(json.dumps(token | {"Policy": policy, "Session": session}) + "\n")
        return token


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        text = self.rfile.read(int(self.headers["Content-Length"])).decode()
        form = {name: values[0] for name, values in parse_qs(text).items()}
        if self.server.is_down:
            return self.answer(503, {"Code": "ServiceUnavailable", "Message": "STS is down."})
        if len(form.get("Policy", "")) > 2_048 or not 2 <= len(form["RoleSessionName"]) <= 64:
            return self.answer(400, {"Code": "InvalidParameter", "Message": "The policy or the session name is invalid."})
        self.answer(200, {"RequestId": "0", "Credentials": self.server.issue(form)})

    def answer(self, status, document):
        body = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        with contextlib.suppress(BrokenPipeError):
            self.wfile.write(body)

    def log_message(self, form, *values):
        """Prints no log: it would not be read."""
