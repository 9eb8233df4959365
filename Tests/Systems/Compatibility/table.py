#!/usr/bin/env python3
"""Writes the table of all programs into docs/programs.md and its Chinese page: those that `make compatibility` and `make gateway`
run, from their descriptions, and those that no test runs, with the reason."""

import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "Gateway"))
import dummy_clients  # noqa: E402
from absent import ABSENT, NOT_BY_GATEWAY  # noqa: E402
from chinese import CHINESE  # noqa: E402
from clients import CLIENTS  # noqa: E402

DOCS = HERE.parents[2] / "docs"
PAGES = {
    "programs.md": lambda text: text,
    "programs.zh-CN.md": lambda text: CHINESE[text] if text in CHINESE or re.search("[a-z]{3}", bare(text)) else text}
BEGIN, END = "<!-- Written by Tests/Systems/Compatibility/table.py -->\n", "<!-- End of the table -->\n"
COLUMNS = "program", "way", "a user writes", "gateway", "remarks"
BULK_DELETE = "**bulk delete is refused**"


def bare(text):
    """What is left to translate."""
    return re.sub("`[^`]*`", "", text)


def rows():
    """(the name, by which they are sorted, way, lines, how it goes by the gateway, remarks)"""
    filtered = {}
    for kind in dummy_clients.CLIENTS.values():
        filtered.setdefault(kind.title(), set()).update(kind.filtered)
    gateway = {title: "; filter: ".join(["run", *([" and ".join(sorted(names))] if names else [])]) for title, names in filtered.items()}
    for kind in CLIENTS.values():
        remarks = [BULK_DELETE] * kind.bulk_delete_is_refused + [kind.note] * bool(kind.note)
        yield kind.title(), kind.way.text, kind.writes, gateway.get(kind.title(), ""), remarks
    for kind in dummy_clients.CLIENTS.values():
        if kind.title() not in {each.title() for each in CLIENTS.values()}:
            yield kind.title(), "by the gateway only", "", gateway[kind.title()], [kind.note]
    for name, reason in ABSENT.items():
        yield name, "not run here", "", NOT_BY_GATEWAY.get(name, ""), [reason]


def table(translate):
    yield f"| {' | '.join(map(translate, COLUMNS))} |\n|---|---|---|---|---|\n"
    for name, way, lines, gateway, remarks in sorted(rows(), key=lambda row: row[0].lower()):
        cells = [name, translate(way), code(lines), translate(gateway), "; ".join(map(translate, remarks))]
        yield f"| {' | '.join(cells)} |\n"


def code(text):
    return "<br>".join(f"`{line}`".replace("|", "\\|") for line in text.splitlines())


def written(page, translate):
    """The page with the table of now."""
    before, rest = page.split(BEGIN)
    return before + BEGIN + "\n" + "".join(table(translate)) + "\n" + END + rest.split(END)[1]


for name, translate in PAGES.items():
    page = (DOCS / name).read_text()
    if "--check" not in sys.argv:
        (DOCS / name).write_text(written(page, translate))
    elif page != written(page, translate):
        sys.exit(f"{DOCS / name}: run {sys.argv[0]}")
