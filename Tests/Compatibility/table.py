#!/usr/bin/env python3
"""Writes the table of the clients that are run into docs/compatibility.md, from their descriptions."""

import pathlib
import sys

import client
from clients import CLIENTS

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "compatibility.md"
BEGIN, END = "<!-- Written by Tests/Compatibility/table.py -->\n", "<!-- End of the table -->\n"
WAYS = [way for way in vars(client).values() if isinstance(way, client.Way)]


def tables():
    for way in WAYS:
        kinds = [kind for kind in CLIENTS.values() if kind.way is way]
        yield f"\nWith {way.text}:\n\n| program | needs besides | |\n|---|---|---|\n"
        yield from (f"| {kind.title()} | {code(kind.writes)} | {remark(kind)} |\n" for kind in kinds)
    yield "\n"


def code(text):
    return "<br>".join(f"`{line}`".replace("|", "\\|") for line in text.splitlines())


def remark(kind):
    parts = ["**bulk delete is refused**"] * kind.bulk_delete_is_refused + [kind.note] * bool(kind.note)
    return "; ".join(parts)


def written(page):
    """The page with the table of now."""
    before, rest = page.split(BEGIN)
    return before + BEGIN + "".join(tables()) + END + rest.split(END)[1]


if __name__ == "__main__":
    page = written(PAGE.read_text())
    if "--check" in sys.argv:
        sys.exit(page != PAGE.read_text() and f"{PAGE}: run {sys.argv[0]}")
    PAGE.write_text(page)
