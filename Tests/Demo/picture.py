#!/usr/bin/env python3
"""Draws the first steps of the demo as a terminal: Tests/Demo/demo.sh | Tests/Demo/picture.py > docs/pictures/demo.svg"""

import re
import sys
from xml.sax.saxutils import escape

COLUMNS, LINE = 92, 18
# Titles of the steps that a reader wants to see; the explanations below them are left out.
SHOWN = ["The daemon", "A URL to upload with", "What is wrong is refused"]
STYLES = [(r"   \$ ", "#8a9199"), (r"   ok  ", "#7fd962"), (r"\d  ", "#ffffff"), (r"Everything worked", "#7fd962")]


def steps(text):
    """The blocks of the output that the picture shows, without what explains them."""
    for block in text.split("\n\n"):
        title, *lines = block.split("\n")
        name = re.sub(r"^\d  ", "", title)
        if name in SHOWN:
            yield f"{SHOWN.index(name) + 1}  {name}"
            yield from (line for line in lines if re.match(r"   (?:\$ |ok  |  )", line))
            yield ""
        elif re.match(r"\s+PROFILE ", title):
            yield from [*block.split("\n"), ""]
        elif title.startswith("Everything worked"):
            yield title


def shown(line):
    return line if len(line) <= COLUMNS else line[: COLUMNS - 1] + "…"


def drawn(number, line):
    colour = next((colour for pattern, colour in STYLES if re.match(pattern, line)), "#d0d4d8")
    return f'<text x="16" y="{30 + number * LINE}" fill="{colour}">{escape(shown(line))}</text>'


lines = list(steps(sys.stdin.read()))
print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 {len(lines) * LINE + 32}" '
      'font-family="monospace" font-size="13" xml:space="preserve">')
print('<rect width="100%" height="100%" rx="8" fill="#14191f"/>')
print("\n".join(drawn(number, line) for number, line in enumerate(lines) if line))
print("</svg>")
