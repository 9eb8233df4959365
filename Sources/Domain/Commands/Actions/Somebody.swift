internal import CommandLine
internal import Text

/// Whom the rules are asked about.
package struct Somebody: Equatable, Sendable {
    package enum User: Equatable, Sendable {
        /// Whoever asks.
        case caller
        case name(String)
        case number(Int)
    }

    package private(set) var user: User
    let unit: String?
    let slice: String?
    let executable: String?
    let label: String?

    init(_ call: Call) {
        let user = call.value(of: .user)
        let number = user.flatMap { $0.utf8Span.span.decimalValue }
        self.user = number.map(User.number) ?? user.map(User.name) ?? .caller
        unit = call.value(of: .unit)
        slice = call.value(of: .slice)
        executable = call.value(of: .executable)
        label = call.value(of: .label)
    }
}

extension Somebody {
    /// Whether it is the caller itself, with nothing else said of its process; no other needs root.
    package var isCaller: Bool {
        user == .caller && unit == nil && slice == nil && executable == nil && label == nil
    }

    /// The same with a number for a caller of which something else is said.
    package func naming(_ caller: Int) -> Somebody {
        guard user == .caller, !isCaller else { return self }
        var named = self
        named.user = .number(caller)
        return named
    }
}
