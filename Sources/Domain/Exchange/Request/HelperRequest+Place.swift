extension HelperRequest {
    /// Whom it asks, for people: the program, or the server and the path; never the query, in which a key may be.
    package var place: String {
        switch self {
        case .exchange(let request): "\(request.method.rawValue) \(request.url.withoutQuery)"
        case .command(let request): request.command.program
        }
    }

    /// The same without the path.
    package var server: String {
        switch self {
        case .exchange(let request): "\(request.method.rawValue) \(request.url.withoutPath)"
        case .command: place
        }
    }
}

extension ExchangeURL {
    fileprivate var withoutQuery: Substring { text.prefix { $0 != "?" } }

    fileprivate var withoutPath: Substring {
        let start = text.index(text.startIndex, offsetBy: isSecure ? 8 : 7)
        return text[..<(text[start...].firstIndex { $0 == "/" || $0 == "?" } ?? text.endIndex)]
    }
}
