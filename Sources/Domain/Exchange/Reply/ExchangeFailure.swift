/// Why there is no answer.
package struct ExchangeFailure: Error, Equatable {
    package enum Kind: String, CaseIterable, Sendable {
        case network, dns, tls, timeout, tooLarge, refusedPlainHTTP, badRequest, secretFile
        /// The login server says no.
        case login
        /// A command that was to be run did not do its work.
        case command
    }

    package let kind: Kind
    /// One short line for the operator, without the query of the URL, headers or bodies.
    package let message: String

    /// What is too long is cut, what would end or forge a line becomes a blank.
    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message.asOneLine(ofBytes: ExchangeLimit.messageBytes)
    }
}

extension String {
    fileprivate func asOneLine(ofBytes limit: Int) -> String {
        var line = String.UnicodeScalarView()
        var count = 0
        for scalar in unicodeScalars {
            count += UTF8.width(scalar)
            guard count <= limit else { break }
            line.append(scalar.properties.generalCategory == .control ? " " : scalar)
        }
        return String(line)
    }
}
