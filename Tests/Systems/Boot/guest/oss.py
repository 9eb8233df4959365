"""In place of OSS, at its port: says what reached it, with the number of bytes of the body. A request that has the dummy key gets a 500."""

import http.server
import ssl


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        left = int(self.headers.get("Content-Length", 0))
        body = 0
        while left and (more := self.rfile.read(min(left, 65_536))):
            left, body = left - len(more), body + len(more)
        authorization = self.headers["Authorization"]
        text = " ".join([self.headers["Host"], self.path, authorization.split(" ")[0], str(body)]).encode()
        self.send_response(500 if "dummy" in authorization else 200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_PUT = do_GET

    def log_message(self, *words):
        pass


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 1024
    daemon_threads = True


server = Server(("127.0.0.1", 443), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("/run/oss.pem")
server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
server.serve_forever()
