internal import Text

/// The unit or process to notify after the file of a sink changed, and how.
package struct SinkNotice: Equatable, Sendable {
    package enum Verb: String, CaseIterable, Sendable {
        case reload, restart
        case hangup = "HUP"
        case interrupt = "INT"
        case terminate = "TERM"
        case user1 = "USR1"
        case user2 = "USR2"

        package var isSignal: Bool { self != .reload && self != .restart }
    }

    package enum Addressee: Equatable, Sendable {
        case unit(String)
        case pidFile(path: String)
    }

    package let verb: Verb
    package let addressee: Addressee

    package init(_ verb: Verb, _ addressee: Addressee) {
        self.verb = verb
        self.addressee = addressee
    }
}

extension Kind<SinkNotice> {
    static var notice: Kind {
        Kind(
            write: { "\($0.verb.rawValue) \($0.addressee.text)" },
            read: { text, environment throws(Complaint) in
                let words = text.split { $0 == " " || $0 == "\t" }.map(String.init)
                guard words.count == 2 else {
                    throw Complaint(
                        message: "this is written as 'reload UNIT' or 'HUP UNIT' or 'HUP /PID/FILE'")
                }
                let verb = try Kind<SinkNotice.Verb>.choice().read(words[0], environment)
                let addressee = try SinkNotice.Addressee(words[1], environment)
                guard case .pidFile = addressee, !verb.isSignal else {
                    return SinkNotice(verb, addressee)
                }
                throw Complaint(message: "only a unit can \(verb.rawValue); a process takes a signal")
            })
    }
}

extension SinkNotice.Addressee {
    fileprivate init(_ text: String, _ environment: Environment) throws(Complaint) {
        if text.hasPrefix("/") {
            self = .pidFile(path: try Kind<String>.path.read(text, environment))
        } else {
            guard SinkNotice.Addressee.isUnit(text) else {
                throw Complaint(
                    message: "\(Quote.of(text)) is neither a unit such as nginx.service nor a path")
            }
            self = .unit(text)
        }
    }

    fileprivate var text: String {
        switch self {
        case .unit(let name): name
        case .pidFile(let path): path
        }
    }

    /// Rejects names that begin with `-`, which a command would take for an option.
    private static func isUnit(_ text: String) -> Bool {
        guard let dot = text.lastIndex(of: "."), dot != text.startIndex, text.utf8.count <= 255,
            text.utf8.first != UInt8(ascii: "-")
        else { return false }
        let types = ["service", "scope", "socket", "target", "timer"]
        return types.contains(String(text[dot...].dropFirst()))
            && text.utf8.allSatisfy { $0.isAlphanumeric || ":-_.\\@".utf8.contains($0) }
    }
}
