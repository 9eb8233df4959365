#!/usr/bin/env python3
"""An AppServer that does as it is told.

Standard output: its port, then `call NANOSECONDS` for each call (monotonic clock), and `done` for each command.
Standard input, one command a line, for the calls that are not answered yet and for those that come:
    token SECONDS [MEMBERS]  a new token, with these members of JSON put over it
    answer STATUS JSON       this document
    hang                     no answer until another command
"""

import json
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

changed = threading.Condition()
order, count = ["hang"], 0


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
            if order[0] == "token":
                status, document = 200, json.dumps(token(*order[1:]))
            else:
                status, document = int(order[1]), order[2]
        self.send_response(status)
        self.send_header("Content-Length", str(len(document)))
        self.end_headers()
        self.wfile.write(document.encode())

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
        order = line.rstrip("\n").split(" ", 2)
        changed.notify_all()
        say("done")
