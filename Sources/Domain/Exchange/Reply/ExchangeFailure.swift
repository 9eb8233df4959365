internal import Bytes

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
        self.message = message.onOneLine.cut(toBytes: ExchangeLimit.messageBytes)
    }
}

extension String {
    /// As many whole characters of it as have room.
    fileprivate func cut(toBytes limit: Int) -> String {
        var count = 0
        let rest = unicodeScalars.drop { scalar in
            count += UTF8.width(scalar)
            return count <= limit
        }
        return String(unicodeScalars[..<rest.startIndex])
    }
}
