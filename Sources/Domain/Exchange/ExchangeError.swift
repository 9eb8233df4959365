package import JSON

/// Why a document is not a valid request or reply; no case contains bytes of the document.
package enum ExchangeError: Error, Equatable {
    case json(JSONError)
    case tooLong
    case unknownMember
    case memberTwice
    case memberMissing
    case urlMissing
    case url
    case method
    case tooManyHeaders
    case headerName
    case headerValue
    case headerReserved
    case bodyTooLong
    case bodyOfGet
    case seconds
    case maximumResponseSize
    case path
    case user
    case formFile
    case login
    case client
    case command
    case status
    case date
    case retryAfter
    case length
    case failure
    case trailingBytes
}

extension ExchangeError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .json(let error): error.description
        case .tooLong: "the document is longer than any that is allowed"
        case .unknownMember: "an unknown member"
        case .memberTwice: "a member appears twice"
        case .memberMissing: "a member is missing"
        case .urlMissing: "url: must be the first member"
        case .url:
            "url: write it as https://host:port/path?query, without user or fragment, everything else escaped"
        case .method: "method: GET or POST"
        case .tooManyHeaders: "headers: at most \(ExchangeLimit.headers)"
        case .headerName: "headers: a name is empty or has a character that no header may have"
        case .headerValue: "headers: a value is too long, or has a control character or blanks at its ends"
        case .headerReserved: "headers: a caller must not set headers that frame the body"
        case .bodyTooLong: "body: at most \(ExchangeLimit.bodyBytes) bytes"
        case .bodyOfGet: "body: only with POST and PUT"
        case .seconds: "timeout: 1 to \(ExchangeLimit.seconds.upperBound) seconds"
        case .maximumResponseSize: "maximumResponseSize: 1 to \(ExchangeLimit.responseBytes.upperBound) bytes"
        case .path:
            "the path of a file must be absolute, without zero bytes, and not too long; a secret may be the bare name "
                + "of a credential"
        case .user: "login: a user is 1 to 256 characters without control characters and colons"
        case .formFile: "formFile: the name of a member, letters and digits, and the file with its value"
        case .login:
            "login: bearer with a tokenFile, basic with a user and a passwordFile, metadataTokenURL, or tokenURL and client with "
                + "one of clientSecretFile, assertionKeyFile, assertionTokenFile and instance"
        case .client:
            "login: a client, a scope or an audience is 1 to 1024 characters without control characters"
        case .command:
            "a command begins with an absolute path and has at most \(ExchangeLimit.words) words without zero bytes"
        case .status: "status: 200 to 999"
        case .date: "date, time: RFC 3339"
        case .retryAfter: "retryAfter: seconds, not negative"
        case .length: "length: longer than was asked for"
        case .failure: "failure: an unknown kind"
        case .trailingBytes: "something follows the end"
        }
    }
}
