"""Curves over the number of connections, as SVG."""

import math

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 860, 316, 84, 116, 34, 56
COLOURS = {"nginx": "#777", "ossauthd": "#3572b0", "C limit": "#b03535"}
# The name of the page, which explains it.
NAMES = {"C limit": "C server"}
# The colours at night, the same in every picture.
STYLE = """<style>
@media (prefers-color-scheme: dark) {
svg { fill: #d8dce0; } [fill="#fff"] { fill: #1b1f24; } [fill="#f4f4f4"] { fill: #2b3138; } [fill="#e3edf7"] { fill: #1d3650; }
[fill="#f6d5d5"] { fill: #5a2b2b; } [fill="#f7edd8"] { fill: #51431f; } [fill="#3572b0"] { fill: #7fb4ea; } [fill="#b03535"] { fill: #f08a8a; }
[fill="#555"], [fill="#777"] { fill: #aab2ba; } [stroke="#3572b0"] { stroke: #7fb4ea; } [stroke="#b03535"] { stroke: #f08a8a; }
[stroke="#333"], [stroke="#555"], [stroke="#777"], [stroke="#999"] { stroke: #98a1aa; } [stroke="#ddd"] { stroke: #3b424a; }
}
</style>"""


def draw(rows, connections, folder):
    """`rows` are those of rounds.table by load and server."""
    curves = {}
    for (load, server), row in rows.items():
        if load.in_flight == 1 and not load.renewed and load.connections in connections and server in COLOURS:
            curves.setdefault(server, {})[load.connections] = row
    for name, title, scale, value in (
            ("rate", "thousands of requests per second", Linear, lambda row: row["rps"] / 1_000),
            ("latency", "p99 in microseconds", Logarithmic, lambda row: row["p99_us"])):
        text = chart(title, scale, {server: {at: value(row) for at, row in curve.items()} for server, curve in curves.items()})
        path = folder / f"{name}.svg"
        path.write_text(text)
        path.chmod(0o644)


class Linear:
    """From 0 to the next number with one digit, in four steps."""

    def __init__(self, values):
        unit = 10 ** math.floor(math.log10(max(values)))
        self.top = math.ceil(max(values) / unit) * unit
        self.steps = [self.top * step / 4 for step in range(5)]

    def part(self, value):
        return value / self.top


class Logarithmic:
    """From one power of ten to another: it shows the small values as well as the large ones."""

    def __init__(self, values):
        self.first = math.floor(math.log10(min(values)))
        self.last = math.ceil(math.log10(max(values)))
        self.steps = [10 ** power for power in range(self.first, self.last + 1)]

    def part(self, value):
        return (math.log10(value) - self.first) / (self.last - self.first)


def chart(title, scale, curves):
    counts = sorted({count for curve in curves.values() for count in curve})
    scale = scale([value for curve in curves.values() for value in curve.values()])
    middle = (HEIGHT - BOTTOM + TOP) / 2
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
             STYLE, '<rect width="100%" height="100%" fill="#fff"/>', f'<text x="{LEFT}" y="18" font-size="14">the mixed load</text>',
             f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 16}" text-anchor="middle">connections</text>',
             f'<text transform="translate(20 {middle}) rotate(-90)" text-anchor="middle">{title}</text>']

    def x(count):
        return LEFT + (WIDTH - LEFT - RIGHT) * math.log2(count / counts[0]) / math.log2(counts[-1] / counts[0])

    def y(value):
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * scale.part(value)

    for at in scale.steps:
        parts.append(f'<path d="M{LEFT} {y(at):.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y(at) + 4:.1f}" text-anchor="end">{at:,g}</text>')
    for count in counts:
        parts.append(f'<text x="{x(count):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{count:,}</text>')
    # Names at the ends of curves that meet stand below each other.
    last = -math.inf
    for server, curve in sorted(curves.items(), key=lambda item: y(item[1][counts[-1]])):
        points = " ".join(f"{x(count):.1f},{y(curve[count]):.1f}" for count in counts)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{COLOURS[server]}" stroke-width="2"/>')
        last = max(y(curve[counts[-1]]) + 4, last + 14)
        parts.append(f'<text x="{WIDTH - RIGHT + 8}" y="{last:.1f}" fill="{COLOURS[server]}">{NAMES.get(server, server)}</text>')
    return "\n".join(parts + ["</svg>", ""])

