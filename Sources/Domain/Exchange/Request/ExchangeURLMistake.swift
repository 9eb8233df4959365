internal import Bytes
internal import Text

/// What keeps a text from being a URL that can be read in one way only.
package enum ExchangeURLMistake: Error, Equatable {
    case length
    case scheme
    case user
    case fragment
    case host
    case port
    /// A byte that may not stand in a URL, or not behind its host, as it is.
    case character(UInt8)
    case escape
}

extension ExchangeURLMistake: CustomStringConvertible {
    /// What to write instead; of the text itself, which may hold a secret, no more than one character.
    package var description: String {
        switch self {
        case .length: "a URL has at most \(ExchangeLimit.urlBytes) characters"
        case .scheme: "a URL begins with https:// or http://"
        case .user: "a URL here has no user and no password in it"
        case .fragment: "a fragment (#) is never sent to a server"
        case .host: "the URL names no valid host"
        case .port: "the URL names no valid port"
        case .escape: "'%' in a URL begins an escape of two hexadecimal digits, and is itself written %25"
        case .character(let byte) where (0x21...0x7E).contains(byte):
            "'\(Character(Unicode.Scalar(byte)))' in a URL is written \(ExchangeURLMistake.escaped(byte))"
        case .character: "a URL is made of printable ASCII characters without blanks"
        }
    }

    private static func escaped(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return "%\(digits)"
    }
}
