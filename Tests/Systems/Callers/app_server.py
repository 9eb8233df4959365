"""An AppServer for tests, which answers as the test wants it."""

import contextlib
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# A daemon with one profile of such a server, and quick retries.
PROFILE = """
[Profile main]
Source=appserver
URL={url}
Endpoint=https://oss-cn-hangzhou.aliyuncs.com
RetryMax=100ms
"""
RULES = "[Access all]\nMatch=uid:0\nProfile=main\nAllow=presign status\n"


class AppServer(ThreadingHTTPServer):
    """`mood` is good, wrong (each request gets 403) or hanging; `calls` counts the requests that arrived."""

    daemon_threads = True

    def __init__(self, name, life=3_600):
        super().__init__(("127.0.0.1", 0), Handler)
        self.name, self.life, self.mood, self.calls = name, life, "good", 0
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.serve_forever)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}/sts"

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *error):
        self.ended.set()
        self.shutdown()
        self.thread.join()
        self.server_close()


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        server = self.server
        server.calls += 1
        number = server.calls
        while server.mood == "hanging" and not server.ended.wait(0.01):
            pass
        if server.mood != "good":
            return self.answer(403, {"ErrorCode": "NoPermission", "ErrorMessage": "not here"})
        end = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + server.life))
        self.answer(200, {"AccessKeyId": f"STS.{server.name}{number}", "AccessKeySecret": "secret",
                          "SecurityToken": f"token-{server.name}-{number}", "Expiration": end})

    def answer(self, status, document):
        body = json.dumps(document).encode()
        with contextlib.suppress(OSError):
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    def log_message(self, form, *values):
        """Prints no log: it would not be read."""
