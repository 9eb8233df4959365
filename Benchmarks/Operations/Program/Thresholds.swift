/// How often each operation may ask the heap for memory.
struct Thresholds {
    private var allowed: [String: Double] = [:]

    /// Lines of standard input: the name of an operation and, as the last word, a number; `#` begins a comment.
    static func read() -> Thresholds {
        var thresholds = Thresholds()
        while let line = readLine() {
            let words = line.prefix { $0 != "#" }.split(separator: " ")
            guard let last = words.last, let number = Double(last) else { continue }
            thresholds.allowed[words.dropLast().joined(separator: " ")] = number
        }
        return thresholds
    }

    subscript(name: String) -> Double? { allowed[name] }
}
