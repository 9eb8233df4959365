"""Curves over the number of connections, or of rules and profiles, as SVG."""

import math

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 860, 300, 70, 130, 34, 40
COLOURS = {
    "nginx": "#777777", "ossauthd": "#3572b0", "C limit": "#b03535", "rules": "#3572b0", "profiles": "#b03535"}


def draw(rows, connections, folder):
    """`rows` are those of rounds.table by load and server."""
    curves = {}
    for (load, server), row in rows.items():
        if load.in_flight == 1 and not load.renewed and load.connections in connections and server in COLOURS:
            curves.setdefault(server, {})[load.connections] = row
    for name, title, value in (
            ("rate", "mixed load: thousands of requests per second, by connections", lambda row: row["rps"] / 1_000),
            ("latency", "mixed load: p99 in microseconds, by connections", lambda row: row["p99_us"])):
        text = chart(title, {server: {at: value(row) for at, row in curve.items()} for server, curve in curves.items()})
        write(folder / f"{name}.svg", text)


def write(path, text):
    path.write_text(text)
    path.chmod(0o644)


def chart(title, curves):
    counts = sorted({count for curve in curves.values() for count in curve})
    top = nice(max(value for curve in curves.values() for value in curve.values()))
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
             '<rect width="100%" height="100%" fill="#fff"/>', f'<text x="{LEFT}" y="18" font-size="14">{title}</text>']

    def x(count):
        return LEFT + (WIDTH - LEFT - RIGHT) * math.log2(count / counts[0]) / math.log2(counts[-1] / counts[0])

    def y(value):
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / top

    for step in range(5):
        at = top * step / 4
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
        parts.append(f'<text x="{WIDTH - RIGHT + 8}" y="{last:.1f}" fill="{COLOURS[server]}">{server}</text>')
    return "\n".join(parts + ["</svg>", ""])


def nice(value):
    """The next number with one digit that is not below."""
    unit = 10 ** math.floor(math.log10(value))
    return math.ceil(value / unit) * unit
