/// A chart of bars over time as SVG, without anything else to draw it.
struct Plot {
    struct Line {
        let label: String
        let value: Double
        /// The first bar that it speaks of.
        let bar: Int
    }

    /// A moment, and its name.
    struct Event {
        let label: String
        let bar: Int
    }

    private static let width = 860.0
    private static let height = 276.0
    /// The colours at night, the same in every picture.
    private static let style = """
        <style>
        @media (prefers-color-scheme: dark) {
        svg { fill: #d8dce0; } [fill="#fff"] { fill: #1b1f24; } [fill="#f4f4f4"] { fill: #2b3138; } [fill="#e3edf7"] { fill: #1d3650; }
        [fill="#f6d5d5"] { fill: #5a2b2b; } [fill="#f7edd8"] { fill: #51431f; } [fill="#3572b0"] { fill: #7fb4ea; } [fill="#b03535"] { fill: #f08a8a; }
        [fill="#555"], [fill="#777"] { fill: #aab2ba; } [stroke="#3572b0"] { stroke: #7fb4ea; } [stroke="#b03535"] { stroke: #f08a8a; }
        [stroke="#333"], [stroke="#555"], [stroke="#777"], [stroke="#999"] { stroke: #98a1aa; } [stroke="#ddd"] { stroke: #3b424a; }
        }
        </style>

        """
    private static let margin = (left: 64.0, right: 16.0, top: 34.0, bottom: 52.0)

    let title: String
    /// One bar each, from left to right.
    let values: [Double]
    /// The unit of the numbers under the bars: one number for so many bars.
    let ticks: (every: Int, unit: String, number: (Int) -> Int)
    /// The highest value that is shown; bars beyond it are cut, and say what they are.
    let top: Double
    var lines: [Line] = []
    var events: [Event] = []
    /// Bars in which the AppServer was down.
    var outage = 0..<0

    private var inner: (width: Double, height: Double) {
        (
            Plot.width - Plot.margin.left - Plot.margin.right,
            Plot.height - Plot.margin.top - Plot.margin.bottom
        )
    }

    private func x(_ index: Int) -> Double {
        Plot.margin.left + inner.width * Double(index) / Double(values.count)
    }

    private func y(_ value: Double) -> Double {
        Plot.margin.top + inner.height * (1 - min(value, top) / top)
    }
}

extension Plot {
    var svg: String {
        var parts = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(Int(Plot.width)) \(Int(Plot.height))\"",
            " font-family=\"sans-serif\" font-size=\"12\">\n",
            Plot.style,
            "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
            text(title, at: (Plot.margin.left, 18), anchor: "start", size: 14),
        ]
        if !outage.isEmpty { parts += shade(outage) }
        for (index, value) in values.enumerated() where value > 0 {
            parts.append(rectangle(index..<index + 1, from: value, fill: "#3572b0"))
            if value > top, index == 0 || values[index - 1] <= top { parts.append(mark(index, value)) }
        }
        parts += events.map(draw) + lines.map(draw) + axis() + names() + ["</svg>\n"]
        return parts.joined()
    }

    private func rectangle(_ bars: Range<Int>, from value: Double, fill: String) -> String {
        let left = x(bars.lowerBound)
        return
            "<rect x=\"\(short(left))\" y=\"\(short(y(value)))\" width=\"\(short(x(bars.upperBound) - left))\""
            + " height=\"\(short(y(0) - y(value)))\" fill=\"\(fill)\"/>\n"
    }

    private func shade(_ bars: Range<Int>) -> [String] {
        [
            rectangle(bars, from: top, fill: "#f6d5d5"),
            text("AppServer down", at: (x(bars.upperBound) - 8, Plot.margin.top + 16), anchor: "end"),
        ]
    }

    private func draw(_ event: Event) -> String {
        let place = x(event.bar)
        return
            "<path d=\"M\(short(place)) \(short(y(0)))V\(short(y(top)))\" stroke=\"#333\" stroke-dasharray=\"5 3\"/>\n"
            + text(event.label, at: (place + 8, Plot.margin.top + 16), anchor: "start")
    }

    private func mark(_ index: Int, _ value: Double) -> String {
        text("↑ \(Int(value))", at: (x(index) + 8, Plot.margin.top + 12), anchor: "start")
    }

    private func draw(_ line: Line) -> String {
        let height = y(line.value)
        return
            "<line x1=\"\(short(x(line.bar)))\" x2=\"\(short(x(values.count)))\" y1=\"\(short(height))\""
            + " y2=\"\(short(height))\" stroke=\"#b03535\" stroke-dasharray=\"5 3\"/>\n"
            + text(line.label, at: (x(values.count), height - 4), anchor: "end")
    }

    private func axis() -> [String] {
        var parts = [text("0", at: (Plot.margin.left - 6, y(0) + 4), anchor: "end")]
        parts.append(text("\(Int(top))", at: (Plot.margin.left - 6, y(top) + 4), anchor: "end"))
        parts.append(
            "<path d=\"M\(short(x(0))) \(short(y(top)))V\(short(y(0)))H\(short(x(values.count)))\""
                + " fill=\"none\" stroke=\"#333\"/>\n")
        for index in stride(from: 0, through: values.count, by: ticks.every) {
            parts.append(text("\(ticks.number(index))", at: (x(index), y(0) + 18), anchor: "middle"))
        }
        return parts
    }

    private func names() -> [String] {
        let middle = short(Plot.margin.top + inner.height / 2)
        return [
            text(ticks.unit, at: (Plot.margin.left + inner.width / 2, y(0) + 38), anchor: "middle"),
            "<text transform=\"translate(16 \(middle)) rotate(-90)\" text-anchor=\"middle\">requests per minute</text>\n",
        ]
    }

    private func text(_ text: String, at place: (Double, Double), anchor: String, size: Int = 12) -> String {
        "<text x=\"\(short(place.0))\" y=\"\(short(place.1))\" text-anchor=\"\(anchor)\" font-size=\"\(size)\">"
            + "\(text)</text>\n"
    }

    /// With one decimal, which is enough for a screen.
    private func short(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
