"""A local program that wants signatures: `client.py once` asks for one, `client.py loop FILE` until FILE is there, and
`client.py rate NUMBER FILE` at a rate for each second, each time with a new connection.

Prints what it got. In a loop one connection is new for each request, the other is kept as long as the daemon keeps it;
a request is lost when the new connection gets no answer, or the kept one breaks off within an answer or its first use.
"""
import http.client
import json
import os
import socket
import sys
import threading
import time

API = "/run/ossauthd/ossauthd.sock"
QUESTION = json.dumps({"bucket": "demo-bucket", "key": "hello.txt"})


class Connection(http.client.HTTPConnection):
    def __init__(self):
        super().__init__("localhost", timeout=60)
        self.answered = 0

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(60)
        self.sock.connect(API)

    def presign(self):
        self.request("POST", "/v1/presign", QUESTION)
        response = self.getresponse()
        body = response.read()
        self.answered += 1
        return response.status, json.loads(body)


def once():
    try:
        status, answer = Connection().presign()
    except OSError as error:
        return str(error)
    return f"{status} {answer.get('generation', answer.get('type', ''))}"


def loop(stop):
    kept, answers, lost = Connection(), 0, []
    print("begun", flush=True)
    while not os.path.exists(stop):
        for connection in (Connection(), kept):
            try:
                status, _ = connection.presign()
                if status != 200:
                    lost.append(f"status {status}")
                answers += 1
            except (OSError, http.client.HTTPException) as error:
                # A connection may end between requests; a client that keeps one opens another. That is no loss.
                ended = isinstance(error, (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError))
                if connection is not kept or not (kept.answered and ended):
                    lost.append(repr(error))
                kept = Connection() if connection is kept else kept
            if connection is not kept:
                connection.close()
    return f"{answers} answers, {len(lost)} lost {lost[:3]}"


def rate(number, stop):
    """Threads share the schedule, so that one which waits for an answer delays no other."""
    threads, results = 40, []

    def work(first):
        due = time.monotonic() + first / number
        while not os.path.exists(stop):
            time.sleep(max(0, due - time.monotonic()))
            due += threads / number
            try:
                connection = Connection()
                results.append(connection.presign()[0])
                connection.close()
            except (OSError, http.client.HTTPException) as error:
                results.append(repr(error))

    began = time.monotonic()
    workers = [threading.Thread(target=work, args=(each,)) for each in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    failed = [result for result in results if result != 200]
    return f"{len(results)} requests, {len(results) / (time.monotonic() - began):.0f} a second, {len(failed)} failed {failed[:3]}"


if sys.argv[1] == "rate":
    print(rate(int(sys.argv[2]), sys.argv[3]), flush=True)
else:
    print(once() if sys.argv[1] == "once" else loop(sys.argv[2]), flush=True)
