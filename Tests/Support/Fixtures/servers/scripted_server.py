#!/usr/bin/env python3
"""A server on 127.0.0.1 that answers as the path of the request says; prints its port. Options: CERTIFICATE KEY."""

import socketserver
import ssl
import sys
import time

DATE = b"Date: Tue, 14 Nov 2023 22:13:20 GMT\r\n"
BODY = b'{"StatusCode":"200"}'


def whole(status, headers, body):
    return b"HTTP/1.1 %s\r\n%sContent-Length: %d\r\nConnection: close\r\n\r\n%s" % (status, headers, len(body), body)


class Handler(socketserver.StreamRequestHandler):
    timeout = 30

    def setup(self):
        if self.server.context:
            self.request = self.server.context.wrap_socket(self.request, server_side=True)
        super().setup()

    def handle(self):
        request = self.read_request()
        path = request.split(b" ", 2)[1].decode() if request else "/nothing"
        getattr(self, "answer_" + path.lstrip("/").partition("?")[0])(request)

    def finish(self):
        try:
            super().finish()
        except OSError:
            pass

    def read_request(self):
        head, length = b"", 0
        while not head.endswith(b"\r\n\r\n"):
            line = self.rfile.readline()
            if not line:
                return b""
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
            head += line
        return head + self.rfile.read(length)

    def answer_good(self, request):
        self.wfile.write(whole(b"200 OK", DATE, BODY))

    def answer_echo(self, request):
        self.wfile.write(whole(b"200 OK", b"", request))

    def answer_busy(self, request):
        self.wfile.write(whole(b"503 Service Unavailable", DATE + b"retry-AFTER:  120 \r\n", b"later"))

    def answer_preliminary(self, request):
        self.wfile.write(b"HTTP/1.1 103 Early Hints\r\nRetry-After: 1\r\n" + DATE + b"\r\n" + whole(b"200 OK", b"", BODY))

    def answer_redirect(self, request):
        self.wfile.write(whole(b"302 Found", b"Location: /good\r\n", b"elsewhere"))

    def answer_bytes(self, request):
        count = int(request.split(b" ", 2)[1].partition(b"?")[2])
        self.wfile.write(whole(b"200 OK", b"", b"x" * count))

    def answer_chunks(self, request):
        self.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n")

    def answer_endless(self, request):
        self.repeat(b"HTTP/1.1 200 OK\r\n\r\n", b"x" * 1000, 0)

    def answer_headers(self, request):
        self.repeat(b"HTTP/1.1 200 OK\r\n", b"X-Header: " + b"x" * 1000 + b"\r\n", 0)

    def answer_slow(self, request):
        self.repeat(b"HTTP/1.1 200 OK\r\n\r\n", b"x", 0.05)

    def answer_hang(self, request):
        self.rfile.read(1)

    def answer_early(self, request):
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this")

    def answer_garbage(self, request):
        self.wfile.write(b"\x00\x01\x02 this is no HTTP\r\n\r\n")

    def answer_nothing(self, request):
        pass

    def repeat(self, start, part, pause):
        self.wfile.write(start)
        while True:
            self.wfile.write(part)
            time.sleep(pause)


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    context = None

    def handle_error(self, request, client_address):
        pass  # the client went away, as many tests want


with Server(("127.0.0.1", 0), Handler) as server:
    if len(sys.argv) > 2:
        server.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        server.context.load_cert_chain(sys.argv[1], sys.argv[2])
    print(server.server_address[1], flush=True)
    server.serve_forever()
