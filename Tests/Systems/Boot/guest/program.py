"""Programs without a key, behind the gateway: program.py load PORT [RATE], upload PORT SECONDS, chunks PORT, crowd PORT COUNT.

`load` asks until it gets SIGTERM and prints how often, and each answer that was no 200; half of its connections are kept. `upload` sends
an object for so long. `chunks` sends one as S3 clients do, with chunks and a checksum behind. `crowd` holds connections with endless uploads."""

import base64
import collections
import http.client
import resource
import signal
import socket
import sys
import threading
import time
import zlib

# As in the world.
KEY = "/demo-bucket/photos/dt=2026-01-01/12%3A30%20(1)%26.txt"
HEADERS = {"Authorization": "OSS dummy:key"}
act, port = sys.argv[1], int(sys.argv[2])
going = threading.Event()
found = collections.Counter()


def ask(connection):
    connection.request("GET", KEY, headers=HEADERS)
    answer = connection.getresponse()
    answer.read()
    return answer.status


def work(pause, is_kept):
    kept = None
    while not going.is_set():
        connection = kept or http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        used = kept is not None
        try:
            began = time.monotonic()
            found[ask(connection)] += 1
            found["slowest"] = max(found["slowest"], int(1000 * (time.monotonic() - began)))
            kept = connection if is_kept else connection.close()
        except (http.client.RemoteDisconnected, ConnectionError) as error:
            # The server may end a kept connection before a request, and the client asks again.
            found["ended" if used else repr(error)] += 1
            kept = None
        except OSError as error:
            found[repr(error)] += 1
            kept = None
        going.wait(pause)


def load(rate):
    for kind in (signal.SIGTERM, signal.SIGINT):
        signal.signal(kind, lambda *_: going.set())
    threads = [threading.Thread(target=work, args=(20 / rate, each % 2)) for each in range(20)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    slowest, _ = found.pop("slowest", 0), found.pop("ended", 0)
    good = found.pop(200, 0)
    print("enough" if good > 50 else f"only {good}", "bad", dict(found), flush=True)
    print(good, "good; the slowest took", slowest, "ms", file=sys.stderr)


def upload(seconds):
    steps = int(seconds * 20)
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def body():
        print("begun", flush=True)
        for _ in range(steps):
            yield b"x" * 1000
            time.sleep(0.05)

    connection.request("PUT", KEY, body(), {**HEADERS, "Content-Length": str(1000 * steps)})
    answer = connection.getresponse()
    print(answer.status, answer.read().decode().rpartition(" ")[2], flush=True)


def chunks():
    content = "Grüße, 世界 ".encode() * 5_000
    body = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in (content[:40_000], content[40_000:]))
    body += b"0\r\nx-amz-checksum-crc32:%s\r\n\r\n" % base64.b64encode(zlib.crc32(content).to_bytes(4, "big"))
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("PUT", KEY, body, {
        "Authorization": "AWS4-HMAC-SHA256 Credential=dummy/20260101/oss/s3/aws4_request, SignedHeaders=host, Signature=0",
        "Content-Encoding": "aws-chunked", "X-Amz-Content-Sha256": "STREAMING-UNSIGNED-PAYLOAD-TRAILER", "X-Amz-Trailer": "x-amz-checksum-crc32",
        "X-Amz-Decoded-Content-Length": str(len(content))})
    answer = connection.getresponse()
    print(answer.status, answer.read().decode().replace(f" {len(content)}", " all"))


def crowd(count):
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    streams = []
    for _ in range(count):
        stream = socket.create_connection(("127.0.0.1", port), timeout=60)
        stream.sendall(f"PUT {KEY} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: OSS dummy:key\r\nContent-Length: 1000000\r\n\r\nx".encode())
        streams.append(stream)
    print("begun", flush=True)
    signal.sigwait({signal.SIGTERM})


{"load": lambda: load(float(sys.argv[3]) if len(sys.argv) > 3 else 200), "upload": lambda: upload(float(sys.argv[3])), "chunks": chunks,
 "crowd": lambda: crowd(int(sys.argv[3]))}[act]()
