internal import Text

extension Kind<UInt32> {
    /// A user of this host, by name or by number.
    static var user: Kind { .account("user") { $1.uidOfUser($0) } }

    static var group: Kind { .account("group") { $1.gidOfGroup($0) } }

    private static func account(
        _ word: String, _ find: @escaping @Sendable (String, Environment) -> UInt32?
    ) -> Kind {
        Kind(
            write: { "\($0)" },
            read: { text, environment throws(Complaint) in
                if let number = find(text, environment) { return number }
                guard let number = text.utf8Span.span.decimalValue, number < Int(UInt32.max) else {
                    throw Complaint(message: "this host knows no \(word) \(Quote.of(text))")
                }
                return UInt32(number)
            })
    }
}
