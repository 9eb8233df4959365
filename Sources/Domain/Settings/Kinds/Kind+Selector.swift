internal import Access
internal import Text

extension Kind<Selector> {
    /// A selector, written as `kind:value`.
    static var selector: Kind {
        // A selector is only ever in a list that has no default.
        Kind(
            write: { _ in "" },
            read: { text, environment throws(Complaint) in
                guard let colon = text.firstIndex(of: ":") else {
                    throw Complaint(message: "a selector is written KIND:VALUE, for example user:NAME")
                }
                let name = String(text[..<colon])
                guard let kind = SelectorKind(rawValue: name) else {
                    let clause = Suggestion.clause(for: name, among: SelectorKind.allCases.map(\.rawValue))
                    throw Complaint(message: "\(Quote.of(name)) is no selector\(clause)")
                }
                return try kind.selector(String(text[colon...].dropFirst()), environment)
            })
    }
}

/// The words before the colon.
private enum SelectorKind: String, CaseIterable {
    case uid, user, gid, group, unit, slice, exe, label

    func selector(_ value: String, _ environment: Environment) throws(Complaint) -> Selector {
        switch self {
        case .uid: .uid(try number(value))
        case .gid: .gid(try number(value))
        case .user: try known(value, environment.uidOfUser(value).map(Selector.uid), environment)
        case .group: try known(value, environment.gidOfGroup(value).map(Selector.gid), environment)
        case .unit: .unit(try Kind<Glob>.glob().read(value, environment))
        case .slice: .slice(try Kind<Glob>.glob().read(value, environment))
        case .exe: .executable(try Kind<Glob>.glob().read(value, environment))
        case .label: .label(try Kind<Glob>.glob().read(value, environment))
        }
    }

    /// The highest number means nobody to the kernel.
    private func number(_ text: String) throws(Complaint) -> UInt32 {
        guard let number = text.utf8Span.span.decimalValue, number < Int(UInt32.max) else {
            let message = "\(Quote.of(text)) is no number of a user or group"
            throw Complaint(message: message, offset: rawValue.utf8.count + 1)
        }
        return UInt32(number)
    }

    private func known(
        _ name: String, _ found: Selector?, _ environment: Environment
    ) throws(Complaint) -> Selector {
        if let found { return found }
        let who = "\(rawValue) \(Quote.of(name))"
        guard !environment.isStart else { return .stranger(who) }
        throw Complaint(message: "this host knows no \(who)", offset: rawValue.utf8.count + 1)
    }
}
