"""Checks the OpenAPI document in the tree: it is valid, its examples hold, nothing in it is unused."""

import json
import sys

from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from contract import FILE, operations, resolve


def main():
    document = json.loads(FILE.read_text())
    faults = [f"{'/'.join(map(str, error.absolute_path))}: {error.message}"
              for error in OpenAPIV31SpecValidator(document).iter_errors()]
    # Whatever refers to something missing cannot be looked into.
    faults = faults or [*unlike_their_schema(document), *unused(document), *without_example(document)]
    for fault in faults:
        print(f"openapi.json: {fault}", file=sys.stderr)
    print(f"openapi.json: {len(list(operations(document)))} operations, {len(faults)} faults")
    sys.exit(1 if faults else 0)


def media_types(node, path=""):
    """Each place of the document that pairs a schema with examples."""
    if isinstance(node, dict):
        if "schema" in node:
            yield path, node
        for name, child in node.items():
            yield from media_types(child, f"{path}/{name}")
    elif isinstance(node, list):
        for index, child in enumerate(node):
            yield from media_types(child, f"{path}/{index}")


def unlike_their_schema(document):
    for path, place in media_types(document):
        schema = {"components": document["components"], "allOf": [place["schema"]]}
        for value in examples(place):
            for error in Draft202012Validator(schema).iter_errors(value):
                yield f"{path}: example: {error.message}"


def examples(place):
    if "example" in place:
        yield place["example"]
    yield from (example["value"] for example in place.get("examples", {}).values())


def unused(document):
    text = json.dumps(document)
    for kind, components in document["components"].items():
        for name in components:
            if f'"#/components/{kind}/{name}"' not in text:
                yield f"components/{kind}/{name} is used nowhere"


def without_example(document):
    for operation in operations(document):
        bodies = [operation.answers["200"], *([operation.body] if operation.body else [])]
        for body in bodies:
            for media in resolve(document, body)["content"].values():
                if not list(examples(media)):
                    yield f"{operation.name} has a body without an example"


if __name__ == "__main__":
    main()
