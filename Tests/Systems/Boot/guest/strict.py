"""An AppServer that hands out a key only to who shows the token, another one each time: strict.py PORT TOKEN"""
import http.server
import itertools
import json
import sys
import time

# Two answers of one second would be the same token otherwise.
numbers = itertools.count(1)


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        known = self.headers.get("Authorization") == f"Bearer {sys.argv[2]}"
        end = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 3600))
        number = next(numbers)
        answer = {"StatusCode": 200, "AccessKeyId": f"STS.Strict{number}", "AccessKeySecret": f"made-up-secret-{number}",
                  "SecurityToken": f"made-up-token-{number}", "Expiration": end}
        if not known:
            answer = {"StatusCode": 403, "ErrorCode": "Forbidden", "ErrorMessage": "who are you?"}
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
