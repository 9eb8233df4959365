"""Reaches every error that the document names, by one request made by hand for each."""

import json
import os
import sys

from attempts import http, table
from contract import operations, resolve
from unix import exchange

PROBLEM = "urn:ossauthd:problem:"

# Documented, but cannot be provoked from outside.
EXCEPTIONS = {
    ("*", 429): "no rule of the daemon under test has a rate",
    ("*", 500): "a bug, by definition",
    ("metrics", 403): "the caller under test is granted status; see Tests/Systems/Callers",
    ("reload", 422): "needs a wrong configuration file on the daemon's disk",
}


def main():
    api, admin = os.environ["OSSAUTHD_SOCKET"], os.environ.get("OSSAUTHD_ADMIN_SOCKET")
    document = json.loads(exchange(api, http("GET", "/v1/openapi.json"))[1])
    # The answers to proxies are no problems; test_forward.py reaches them.
    known = {operation.name: operation for operation in operations(document)
             if not operation.is_for_proxies and (admin or not operation.is_admin)}
    if admin:
        exchange(admin, http("DELETE", "/v1/profiles/empty/credentials"))
    attempts = list(table(known))
    faults = []
    for attempt in attempts:
        path = admin if attempt.admin else api
        faults += [f"{attempt.operation}: {attempt.why}: {fault}" for fault in faults_of(attempt, path)]
    faults += missing(document, known, attempts)
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{len(attempts)} requests for the documented errors, {len(faults)} faults")
    sys.exit(1 if faults else 0)


def faults_of(attempt, path):
    try:
        answer, body = exchange(path, attempt.request)
    except Exception as error:
        return [f"expected {attempt.status}, got no answer: {error!r}"]
    if answer.status != attempt.status:
        return [f"expected {attempt.status}, got {answer.status} {body[:200]!r}"]
    kind = answer.headers.get("Content-Type")
    expected = "application/problem+json" if attempt.problem else "application/json"
    if kind != expected:
        return [f"expected {expected}, got {kind}"]
    return faults_of_problem(attempt, answer, json.loads(body)) if attempt.problem else []


def faults_of_problem(attempt, answer, body):
    if body.get("type") != PROBLEM + attempt.problem:
        yield f"expected the type {attempt.problem}, got {body.get('type')}"
    if body.get("status") != attempt.status:
        yield f"the body says status {body.get('status')}"
    for name in ("title", "detail"):
        if not isinstance(body.get(name), str) or not body[name]:
            yield f"the body has no {name}"
    header = {405: "Allow", 429: "Retry-After", 503: "Retry-After"}.get(attempt.status)
    if header and not answer.headers.get(header):
        yield f"no {header}"


def missing(document, known, attempts):
    """The documented errors that no attempt aims at, and the attempts that aim at none."""
    documented = {(operation.name, status, problem) for operation in known.values()
                  for status, problem in errors_of(document, operation)}
    aimed = {(attempt.operation, attempt.status, attempt.problem) for attempt in attempts}
    for operation, status, problem in sorted(documented - aimed, key=str):
        if ("*", status) not in EXCEPTIONS and (operation, status) not in EXCEPTIONS:
            yield f"{operation}: {status} {problem} is documented, and no request here reaches it"
    for operation, status, problem in sorted(aimed - documented, key=str):
        if operation != "any":
            yield f"{operation}: {status} {problem} is expected here, and not documented"


def errors_of(document, operation):
    for status, answer in operation.answers.items():
        if status == "200":
            continue
        for media, content in resolve(document, answer)["content"].items():
            kind = content["schema"].get("properties", {}).get("type", {})
            names = kind.get("enum") or [kind.get("const")]
            for name in names if media == "application/problem+json" else [None]:
                yield int(status), name and name.removeprefix(PROBLEM)


if __name__ == "__main__":
    main()
