"""The document, and what both tests of a running daemon need to know of it."""

import dataclasses
import datetime
import pathlib

FILE = pathlib.Path(__file__).resolve().parents[3] / "Sources" / "Domain" / "API" / "openapi.json"
METHODS = ("get", "put", "post", "delete")


@dataclasses.dataclass(frozen=True)
class Operation:
    """One method of one route."""

    name: str
    method: str
    route: str
    body: dict | None
    answers: dict
    others: tuple
    is_admin: bool
    is_for_proxies: bool

    def path(self, profile="empty"):
        return self.route.replace("{name}", profile)


def operations(document):
    """All operations, in the order of the document."""
    for route, item in document["paths"].items():
        methods = tuple(method for method in METHODS if method in item)
        for method in methods:
            found = item[method]
            yield Operation(
                name=found["operationId"], method=method.upper(), route=route,
                body=found.get("requestBody"), answers=found["responses"],
                others=tuple(other.upper() for other in METHODS if other not in methods),
                is_admin="admin" in found["tags"], is_for_proxies="forward" in found["tags"])


def resolve(document, node):
    """The node itself, or what it refers to."""
    while "$ref" in node:
        found = document
        for name in node["$ref"].removeprefix("#/").split("/"):
            found = found[name]
        node = {**found, **{name: value for name, value in node.items() if name != "$ref"}}
    return node


def present(text):
    """The document with the sample instants of its examples moved to now: a daemon refuses old ones."""
    now = datetime.datetime.now(datetime.UTC)
    later = now + datetime.timedelta(hours=1)
    for sample, instant, form in (
        ("2023-12-16T16:20:57Z", now, "%Y-%m-%dT%H:%M:%SZ"),
        ("2023-12-16T17:20:57Z", later, "%Y-%m-%dT%H:%M:%SZ"),
        ("Sat, 16 Dec 2023 16:20:57 GMT", now, "%a, %d %b %Y %H:%M:%S GMT"),
        ("20231216T162057Z", now, "%Y%m%dT%H%M%SZ"),
        ("/20231216/", now, "/%Y%m%d/"),
    ):
        text = text.replace(sample, instant.strftime(form))
    return text
