#!/usr/bin/env python3
"""An AppServer that does as it is told.

Standard output: its port, then `call NANOSECONDS` for each call (monotonic clock), and `done` for each command.
Standard input, one command a line, for the calls that are not answered yet and for those that come:
    token SECONDS [MEMBERS]  a new token, with these members of JSON put over it
    answer STATUS JSON       this document
    slow                     an answer byte by byte, without an end
    early                    an answer that ends before its end
    huge                     an answer of 100 MB
    redirect URL             the token is elsewhere
    hang                     no answer until another command
    clock SECONDS            nothing else than before, but with a Date so far ahead
"""

import json
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

changed = threading.Condition()
order, count, ahead = ["hang"], 0, 0


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def token(seconds, members="{}"):
    global count
    count += 1
    end = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + int(seconds)))
    return {"StatusCode": 200, "AccessKeyId": f"STS.Number{count}", "AccessKeySecret": f"SecretOfNumber{count}",
            "SecurityToken": f"TokenOfNumber{count}", "Expiration": end} | json.loads(members)


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        with changed:
            say(f"call {time.monotonic_ns()}")
            changed.wait_for(lambda: order[0] != "hang")
            do = list(order)
            if do[0] == "token":
                do = ["answer", 200, json.dumps(token(*do[1:]))]
        getattr(self, do[0])(*do[1:])

    def answer(self, status, document):
        self.begin(len(document), int(status))
        self.wfile.write(document.encode())

    def date_time_string(self, timestamp=None):
        return super().date_time_string(time.time() + ahead)

    def begin(self, length, status=200, **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(length))
        self.end_headers()

    def slow(self):
        self.begin(1_000_000)
        while True:
            self.wfile.write(b" ")
            time.sleep(0.05)

    def early(self):
        self.begin(1_000)
        self.wfile.write(b'{"StatusCode":200,')

    def huge(self):
        self.begin(100_000_000)
        for _ in range(100):
            self.wfile.write(b" " * 1_000_000)

    def redirect(self, url):
        self.begin(0, 302, Location=url)

    def log_message(self, *values):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, request, client_address):
        pass  # the client went away, as many tests want


server = Server(("127.0.0.1", 0), Handler)
say(str(server.server_port))
threading.Thread(target=server.serve_forever, daemon=True).start()
for line in sys.stdin:
    with changed:
        words = line.rstrip("\n").split(" ", 2)
        if words[0] == "clock":
            ahead = int(words[1])
        else:
            order = words
        changed.notify_all()
        say("done")
