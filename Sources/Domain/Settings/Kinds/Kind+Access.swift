internal import Access
internal import Signing
internal import Text

extension Kind<Glob> {
    static func glob(specifiers: Bool = false) -> Kind {
        Kind(write: \.text) { text, _ throws(Complaint) in
            if let glob = Glob(text, specifiers: specifiers) { return glob }
            throw Complaint(
                message: specifiers && text.utf8.contains(UInt8(ascii: "%"))
                    ? "this is no pattern: '%' is followed by 'u' or '%'" : "this is no pattern")
        }
    }
}

extension Kind<Operation> {
    static var operation: Kind { .choice(Operation.allCases.map { ("\($0.name)", $0) }) }
}

extension Kind<Signing.Method> {
    static var method: Kind { .choice(Method.allCases.map { ("\($0.name)", $0) }) }
}

extension Kind<SignatureVersion> {
    static var version: Kind { .choice([("v4", .v4), ("v1", .v1)]) }
}

extension Kind<String> {
    /// The name of a sub-resource, which may be one that OSS has had since this was written.
    static var parameter: Kind {
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
    /// How often in what time, such as `100/s` or `600/10min`.
    static var rate: Kind {
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
