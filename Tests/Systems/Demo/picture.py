#!/usr/bin/env python3
"""Draws the steps of the demo as a terminal: Tests/Systems/Demo/demo.sh | Tests/Systems/Demo/picture.py > docs/pictures/demo.svg"""

import re
import sys
from xml.sax.saxutils import escape

# Of one letter, in the widest of the usual fonts.
WIDTH, LINE = 8, 18
STYLES = [(r"   \$ ", "#8a9199"), (r"   ok  ", "#7fd962"), (r"\d  ", "#ffffff"), (r"Everything worked", "#7fd962")]


def steps(text):
    """Each step with its commands and proofs; of the output of the commands only the table of the profiles."""
    for block in text.split("\n\n"):
        title, *lines = block.split("\n")
        if re.match(r"\d  ", title):
            yield from [title, *(line for line in lines if re.match(r"   (?:\$ |ok  )", line)), ""]
        elif re.match(r"\s+PROFILE ", title):
            yield from [*block.split("\n"), ""]
        elif title.startswith("Everything worked"):
            yield title


def drawn(number, line):
    colour = next((colour for pattern, colour in STYLES if re.match(pattern, line)), "#d0d4d8")
    return f'<text x="16" y="{30 + number * LINE}" fill="{colour}">{escape(line)}</text>'


lines = list(steps(sys.stdin.read()))
print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {max(map(len, lines)) * WIDTH + 32} {len(lines) * LINE + 32}" '
      'font-family="monospace" font-size="13" xml:space="preserve">')
print('<rect width="100%" height="100%" rx="8" fill="#14191f"/>')
print("\n".join(drawn(number, line) for number, line in enumerate(lines) if line))
print("</svg>")
