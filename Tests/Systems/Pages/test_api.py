"""The answers that api.md shows have the members that the contract promises, no other and none left out."""

import json
import re
import unittest

from pages import ROOT

CONTRACT = json.loads((ROOT / "Sources/Domain/API/openapi.json").read_text())


def resolved(schema):
    while "$ref" in schema:
        place = CONTRACT
        for name in schema["$ref"].removeprefix("#/").split("/"):
            place = place[name]
        schema = place
    return schema


def differences(value, schema, where):
    """Names that are in the value and not in its schema, or the other way round."""
    schema = resolved(schema)
    if isinstance(value, dict) and "properties" in schema:
        known, needed = schema["properties"], set(schema.get("required", []))
        yield from (f"{where}: {name} is too much" for name in value.keys() - known.keys())
        yield from (f"{where}: {name} is missing" for name in needed - value.keys())
        for name in value.keys() & known.keys():
            yield from differences(value[name], known[name], f"{where}.{name}")
    elif isinstance(value, list) and "items" in schema:
        for each in value:
            yield from differences(each, schema["items"], f"{where}[]")


def codes():
    enum = (ROOT / "Sources/Domain/Contract/FailureCode.swift").read_text()
    return [raw or case for case, raw in re.findall(r"case (\w+)(?: = \"([\w-]+)\")?", enum)]


def answers():
    """Each route with an answer on the page, the answer, and its schema."""
    for chapter in re.split(r"^###? ", (ROOT / "docs/api.md").read_text(), flags=re.MULTILINE)[1:]:
        route = re.match(r"(GET|POST) (/\S+)$", chapter.splitlines()[0])
        shown = re.search(r"```json\n(.*?)```", chapter, re.DOTALL)
        if route and shown:
            content = resolved(CONTRACT["paths"][route[2]][route[1].lower()]["responses"]["200"])["content"]
            if "application/json" in content:
                yield route[0], json.loads(shown[1]), content["application/json"]["schema"]


class Answers(unittest.TestCase):
    def test_the_answers_of_the_page_are_those_of_the_contract(self):
        shown = list(answers())
        self.assertGreater(len(shown), 7)
        for route, value, schema in shown:
            with self.subTest(route=route):
                self.assertEqual(list(differences(value, schema, route)), [])

    def test_every_code_of_an_error_is_explained(self):
        table = (ROOT / "docs/api.md").read_text().split("| `lastErrorCode` |", 1)[1].split("\n\n", 1)[0]
        self.assertGreater(len(codes()), 20)
        for code in codes():
            self.assertIn(f"`{code}`", table)

    def test_every_route_has_its_place(self):
        page = (ROOT / "docs/api.md").read_text()
        for path, methods in CONTRACT["paths"].items():
            for method in methods.keys() & {"get", "put", "post", "delete"}:
                name = f"{method.upper()} {path.replace('{name}', 'NAME')}"
                self.assertTrue(f"### {name}\n" in page or f"| `{name}` |" in page, name)


if __name__ == "__main__":
    unittest.main()
