#!/usr/bin/env python3
"""A server on 127.0.0.1 that says what arrives, byte for byte. Options: CERTIFICATE KEY [CLIENTS' AUTHORITY].

Standard output: its port, then `request HEX` for each request and `done` for each command.
Standard input, one command a line: `answer STATUS HEX METHOD TARGET [dated]` for all such requests to come; others get 404. A dated
answer has a `Date`.
A CONNECT that has no answer of its own joins the two sides.
"""

import email.utils
import socket
import socketserver
import ssl
import sys
import threading

answers = {}


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


class Handler(socketserver.StreamRequestHandler):
    timeout = 30

    def handle(self):
        try:
            if self.server.context:
                self.request = self.server.context.wrap_socket(self.request, server_side=True)
            self.rfile = self.request.makefile("rb")
            self.answer(self.read_request())
        except OSError:
            pass  # the client went away, or was not accepted

    def read_request(self):
        head, length = b"", 0
        while not head.endswith(b"\r\n\r\n"):
            line = self.rfile.readline()
            if not line:
                raise OSError
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
            head += line
        return head + self.rfile.read(length)

    def answer(self, request):
        method, target = request.decode("latin-1").split(" ")[:2]
        say("request " + request.hex())
        if method == "CONNECT" and (method, target) not in answers:
            return self.join(target)
        status, body, is_dated = answers.get((method, target), (404, b"", False))
        date = f"Date: {email.utils.formatdate(usegmt=True)}\r\n".encode() if is_dated else b""
        self.request.sendall(b"HTTP/1.1 %d Said\r\nContent-Length: %d\r\n%bConnection: close\r\n\r\n" % (status, len(body), date) + body)

    def join(self, target):
        with socket.create_connection(("127.0.0.1", int(target.rpartition(":")[2]))) as far:
            self.request.sendall(b"HTTP/1.1 200 Joined\r\n\r\n")
            back = threading.Thread(target=copy, args=(far, self.request), daemon=True)
            back.start()
            copy(self.request, far)
            back.join()


def copy(source, target):
    try:
        while part := source.recv(65536):
            target.sendall(part)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    context = None

    def handle_error(self, request, client_address):
        pass


server = Server(("127.0.0.1", 0), Handler)
if len(sys.argv) > 2:
    server.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.context.load_cert_chain(sys.argv[1], sys.argv[2])
if len(sys.argv) > 3:
    server.context.load_verify_locations(sys.argv[3])
    server.context.verify_mode = ssl.CERT_REQUIRED
say(str(server.server_address[1]))
threading.Thread(target=server.serve_forever, daemon=True).start()
for line in sys.stdin:
    _, status, body, method, target, *dated = line.rstrip("\n").split(" ")
    answers[method, target] = int(status), bytes.fromhex(body.strip(".")), bool(dated)
    say("done")
