internal import Text

extension Kind<Owner> {
    /// A user of this host, by name or by number.
    static var user: Kind { .account("user") { $1.uidOfUser($0) } }

    static var group: Kind { .account("group") { $1.gidOfGroup($0) } }

    private static func account(
        _ word: String, _ find: @escaping @Sendable (String, Environment) -> UInt32?
    ) -> Kind {
        Kind(
            // An owner has no default.
            write: { _ in "" },
            read: { text, environment throws(Complaint) in
                if let number = find(text, environment) { return .known(number) }
                if let number = text.utf8Span.span.decimalValue, number < Int(UInt32.max) {
                    return .known(UInt32(number))
                }
                let who = "\(word) \(Quote.of(text))"
                guard !environment.isStart else { return .stranger(who) }
                throw Complaint(message: "this host knows no \(who)")
            })
    }
}
