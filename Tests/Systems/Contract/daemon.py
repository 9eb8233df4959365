"""The daemon under test, and the document it serves as schemathesis wants it.

Its sockets come by environment, because the tests are made from the document when they are collected.
"""

import json
import os

import requests
import schemathesis
from schemathesis.config import SchemathesisConfig

from contract import present
from unix import UnixAdapter

API = os.environ["OSSAUTHD_SOCKET"]
ADMIN = os.environ.get("OSSAUTHD_ADMIN_SOCKET")
FORWARD = os.environ.get("OSSAUTHD_FORWARD_SOCKET")
EXAMPLES = int(os.environ.get("CONTRACT_EXAMPLES", "30"))

SETTINGS = {
    "seed": 1,
    "generation": {"max-examples": EXAMPLES, "deterministic": True, "database": "none"},
    "phases": {"stateful": {"enabled": False}},
    "checks": {
        # 503 is an answer of the contract; where it is not documented the check of statuses refuses it.
        "not_a_server_error": {"expected-statuses": ["2xx", "4xx", 503]},
        "negative_data_rejection": {"expected-statuses": [400, 403, 404, 405, 413, 422]},
        # A schema cannot say which profile exists, or what a rule grants.
        "positive_data_acceptance": {"enabled": False},
    },
}


def new_session():
    """Talks to the api socket as http://api, and to the others as http://admin and http://forward."""
    session = requests.Session()
    session.trust_env = False
    session.mount("http://api", UnixAdapter(API))
    if ADMIN:
        session.mount("http://admin", UnixAdapter(ADMIN))
    if FORWARD:
        session.mount("http://forward", UnixAdapter(FORWARD))
    return session


def served():
    """The served document, its examples made to fit the profiles of the daemon under test."""
    document = json.loads(present(session.get("http://api/v1/openapi.json").text))
    profile = document["components"]["parameters"]["Profile"]
    profile["example"] = "empty"
    document["paths"]["/v1/profiles/{name}/refresh"]["parameters"] = [{**profile, "example": "main"}]
    return document


session = new_session()
contract = schemathesis.openapi.from_dict(served(), config=SchemathesisConfig.from_dict(SETTINGS))
# An answer that never ends is nothing for generated requests.
common = contract.exclude(tag=["admin", "forward", "stream"])
admin = contract.include(tag="admin")
forward = contract.include(tag="forward")
