package import Access
package import Signing
internal import Text

extension Kind<Glob> {
    package static func glob(specifiers: Bool = false) -> Kind<Glob> {
        Kind(write: \.text) { text, _ throws(Complaint) in
            if let glob = Glob(text, specifiers: specifiers) { return glob }
            throw Complaint(
                message: specifiers && text.utf8.contains(UInt8(ascii: "%"))
                    ? "this is no pattern: '%' is followed by 'u', 'i' or '%'" : "this is no pattern")
        }
    }
}

extension Kind<Signing.Method> {
    package static var method: Kind<Signing.Method> { .choice(Method.allCases.map { ("\($0.name)", $0) }) }
}

extension Kind<String> {
    /// The name of a query parameter.
    ///
    /// Unknown names are valid, because OSS keeps adding sub-resources.
    package static var parameter: Kind<String> {
        Kind(
            write: { $0 },
            read: { text, _ throws(Complaint) in
                guard !text.utf8.contains(UInt8(ascii: "*")) else {
                    throw Complaint(message: "parameters are named one by one, there are no patterns of them")
                }
                return text
            })
    }
}

extension Kind<Rate> {
    /// A count per time, such as `100/s` or `600/10min`.
    package static var rate: Kind<Rate> {
        let interval = Kind<Duration>.duration(Bound.second...Bound.day)
        let count = Kind<Int>.count(1...1_000_000)
        return Kind(
            write: { "\($0.count)/\(interval.write($0.interval))" },
            read: {
                text, environment throws(Complaint) in
                let number = text.prefix { $0 != "/" }
                guard number.count < text.count else {
                    throw Complaint(message: "a rate is written COUNT/TIME, for example 100/s")
                }
                let span = text.dropFirst(number.count + 1)
                let unit = span.first?.isNumber == true ? String(span) : "1\(span)"
                return Rate(
                    count: try count.read(String(number), environment),
                    per: try interval.read(unit, environment))
            })
    }
}

extension Kind<Selector> {
    /// A selector, written as `kind:value`.
    package static var selector: Kind<Selector> {
        // Selectors occur only in `Match=`, which has no default.
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

/// The words before the colon of a selector.
private enum SelectorKind: String, CaseIterable {
    case uid, user, gid, group, unit, slice, exe, label

    package func selector(_ value: String, _ environment: Environment) throws(Complaint) -> Selector {
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

    /// The kernel reserves the highest number for "no user".
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
        guard !environment.isStart else { return .unknown(who) }
        throw Complaint(message: "this host knows no \(who)", offset: rawValue.utf8.count + 1)
    }
}
