internal import Access
internal import Text

extension Kind<Selector> {
    /// `kind:value`
    static var selector: Kind {
        // A selector is only ever in a list that has no default.
        Kind(write: { _ in "" }) { text, environment throws(Complaint) in
            let name = String(text.prefix { $0 != ":" })
            let value = String(text.dropFirst(name.count + 1))
            guard let kind = SelectorKind(rawValue: name), name.count < text.count else {
                let names = SelectorKind.allCases.map(\.rawValue)
                let clause = Suggestion.clause(for: name, among: names)
                throw Complaint(message: "\(Quote.of(name)) is no selector\(clause)")
            }
            let selector = try kind.selector(value, environment)
            guard selector.isSupported else { throw Complaint(message: "'\(name):' is not supported yet") }
            return selector
        }
    }
}

/// The words before the colon.
private enum SelectorKind: String, CaseIterable {
    case uid, user, gid, group, unit, slice, exe, label

    func selector(_ value: String, _ environment: Environment) throws(Complaint) -> Selector {
        switch self {
        case .uid: .uid(try id(value))
        case .gid: .gid(try id(value))
        case .user: .uid(try id(of: value, "user", environment.uidOfUser(value)))
        case .group: .gid(try id(of: value, "group", environment.gidOfGroup(value)))
        case .unit: .unit(try Kind<Glob>.glob().read(value, environment))
        case .slice: .slice(try Kind<Glob>.glob().read(value, environment))
        case .exe: .executable(try Kind<Glob>.glob().read(value, environment))
        case .label: .label(try Kind<Glob>.glob().read(value, environment))
        }
    }

    /// The highest number means nobody to the kernel.
    private func id(_ text: String) throws(Complaint) -> UInt32 {
        guard let number = text.utf8Span.span.decimalValue, number < Int(UInt32.max) else {
            throw Complaint(message: "\(Quote.of(text)) is no number of a user or group")
        }
        return UInt32(number)
    }

    private func id(of name: String, _ kind: String, _ found: UInt32?) throws(Complaint) -> UInt32 {
        guard let found else { throw Complaint(message: "this host knows no \(kind) \(Quote.of(name))") }
        return found
    }
}
