"""Generated requests, valid and not: no answer may be one that the contract does not describe."""

import json

import pytest
from jsonschema import Draft202012Validator

from contract import FILE
from daemon import ADMIN, admin, common, session

if_admin = pytest.mark.skipif(not ADMIN, reason="no admin socket was given")
answered = {}


def test_the_daemon_serves_the_document_of_the_tree():
    assert session.get("http://api/v1/openapi.json").content == FILE.read_bytes()


@common.parametrize()
def test_the_api_socket_answers_as_documented(case):
    exercise(case, "http://api")


def test_the_api_socket_answers_each_operation_with_success():
    expect_success(common)


@if_admin
@admin.parametrize()
def test_the_admin_socket_answers_as_documented(case):
    exercise(case, "http://admin")


@if_admin
def test_the_admin_socket_answers_each_operation_with_success():
    expect_success(admin)


@if_admin
@pytest.mark.parametrize("route", ["status", "health", "openapi.json"])
def test_the_admin_socket_carries_the_other_routes(route):
    assert session.get(f"http://admin/v1/{route}").headers["content-type"] == "application/json"


@if_admin
def test_the_stream_begins_with_the_state():
    with session.get("http://admin/v1/watch", stream=True) as answer:
        assert answer.headers["content-type"] == "application/x-ndjson"
        line = json.loads(next(answer.iter_lines(chunk_size=1)))
    components = json.loads(FILE.read_text())["components"]
    schema = {"components": components, "$ref": "#/components/schemas/WatchLine"}
    Draft202012Validator(schema).validate(line)
    assert line["event"] == "state" and line["profiles"]


def exercise(case, url):
    response = case.call_and_validate(base_url=url, session=session)
    answered.setdefault(case.operation.label, set()).update(response.headers.get("content-type", []))


def expect_success(operations):
    """Without this a daemon that refuses everything would pass."""
    labels = [operation.ok().label for operation in operations.get_all_operations()]
    assert [label for label in labels if not answered.get(label, set()) - {"application/problem+json"}] == []
