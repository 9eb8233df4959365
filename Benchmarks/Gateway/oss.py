"""In place of OSS: takes and gives bodies of any size over TLS as fast as Python can: oss.py CERTIFICATE."""

import socketserver
import ssl
import sys

PIECE = memoryview(bytearray(1 << 20))


class Handler(socketserver.BaseRequestHandler):
    def handle(self):
        stream = self.request
        while head := self.read_head(stream):
            lines = head.decode("latin-1").split("\r\n")
            fields = dict(line.lower().split(": ", 1) for line in lines[1:] if line)
            left = int(fields.get("content-length", 0)) - len(self.rest)
            while left > 0:
                left -= stream.recv_into(PIECE, min(left, len(PIECE))) or left
            # The name of an object is its size.
            size = int(lines[0].split(" ")[1].rpartition("/")[2]) if lines[0].startswith("GET") else 0
            stream.sendall(f"HTTP/1.1 200 OK\r\nContent-Length: {size}\r\n\r\n".encode())
            for start in range(0, size, len(PIECE)):
                stream.sendall(PIECE[:min(len(PIECE), size - start)])

    def read_head(self, stream):
        data = b""
        while b"\r\n\r\n" not in data:
            piece = stream.recv(65_536)
            if not piece:
                return None
            data += piece
        head, _, self.rest = data.partition(b"\r\n\r\n")
        return head


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = daemon_threads = True


if __name__ == "__main__":
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(sys.argv[1])
    with Server(("127.0.0.1", 443), Handler) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=True)
        print("listening on https://127.0.0.1:443", flush=True)
        server.serve_forever()
