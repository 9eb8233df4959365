/// Why the daemon does not start, in words for whoever started it.
struct StartError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
