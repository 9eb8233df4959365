"""Requests as the programs of a host send them, for usockload: each program has the HTTP head of its library, a profile, a
bucket, a method, options and an order of members of its own, and another key in each request."""

import json
import random
import struct

PROFILES = ("bench0", "bench1", "bench2")
# The heads of libraries, whose first line and Content-Length are added.
HEADS = (
    ("Host: localhost", "User-Agent: curl/8.14.1", "Accept: */*", "Content-Type: application/json"),
    ("Host: localhost", "User-Agent: Go-http-client/1.1", "Content-Type: application/json", "Accept-Encoding: gzip"),
    ("Host: localhost", "User-Agent: python-requests/2.32.3", "Accept-Encoding: gzip, deflate", "Accept: */*",
     "Connection: keep-alive", "Content-Type: application/json"),
    ("Host: localhost", "Accept-Encoding: identity", "Content-Type: application/json"),
    ("content-type: application/json", "host: localhost", "connection: keep-alive"),
    ("Connection: Keep-Alive", "Content-Type: application/json; charset=utf-8", "Host: localhost", "Accept-Encoding: gzip",
     "User-Agent: okhttp/4.12.0"),
    ("content-type: application/json", "accept: */*", "host: localhost"),
    ("Host: localhost",),
)
WORDS = ("images", "2026", "invoices", "thumbnails", "model", "part", "log", "users", "年度", "a b", "x+y", "café", "~old", "index")
ENDINGS = ("jpg", "bin", "tar.gz", "json", "parquet", "mp4")
PROGRAMS, REQUESTS = 16, 300


def write(path, seed):
    """The file for `usockload -m`: the programs with their requests, each behind its count or length."""
    with open(path, "wb") as file:
        file.write(struct.pack("<I", PROGRAMS))
        for number in range(PROGRAMS):
            file.write(struct.pack("<I", REQUESTS))
            for text in requests(number, seed):
                file.write(struct.pack("<I", len(text)) + text)
    return path


def requests(program, seed):
    chance = random.Random(f"{seed} {program}")
    head = chance.choice(HEADS)
    route = "sign" if program % 4 == 3 else "presign"
    separators = chance.choice(((",", ":"), (", ", ": ")))
    plain = chance.random() < 0.5
    for _ in range(REQUESTS):
        members = described(program, chance)
        if plain:
            members = dict(sorted(members.items()))
        body = json.dumps(members, ensure_ascii=plain, separators=separators).encode()
        lines = (f"POST /v1/{route} HTTP/1.1", *head, f"Content-Length: {len(body)}", "", "")
        yield "\r\n".join(lines).encode() + body


def described(program, chance):
    members = {"profile": PROFILES[program % 3], "bucket": f"media-{program % 5}", "key": key(chance)}
    match program % 4:
        case 0:
            members["expires"] = chance.choice((60, 300, 900))
        case 1:
            members |= {"method": "PUT", "contentType": "image/jpeg", "expires": 900}
        case 2:
            name = f"attachment; filename={chance.randrange(10**6)}.pdf"
            members |= {"expires": 600, "parameters": {"response-content-disposition": name}}
        case 3:
            owner = f"user-{chance.randrange(10**4)}"
            members |= {"method": "PUT", "headers": {"content-type": "application/json", "x-oss-meta-owner": owner}}
    return members


def key(chance):
    parts = [chance.choice(WORDS) + chance.choice(("", f"-{chance.randrange(10**6)}")) for _ in range(chance.randint(1, 6))]
    return "/".join(parts)[:150] + "." + chance.choice(ENDINGS)
