package import Bytes
package import Time

/// A request of the daemon to its helper.
package enum HelperRequest: Equatable {
    case exchange(ExchangeRequest)
    case command(CommandRequest)

    /// Seconds.
    package var timeout: Int {
        switch self {
        case .exchange(let request): request.timeout
        case .command(let request): request.timeout
        }
    }

    package var isOneOfMany: Bool {
        if case .exchange(let request) = self { request.isOneOfMany } else { false }
    }

    package var maximumResponseSize: Int {
        switch self {
        case .exchange(let request): request.maximumResponseSize
        case .command(let request): request.maximumResponseSize
        }
    }

    /// Reads the line of a request, whose first member determines its kind; `nil`: its end has not arrived yet.
    package static func decode(_ input: Span<UInt8>) throws(ExchangeError) -> HelperRequest? {
        guard CommandRequest.isBegun(by: input) else {
            return try ExchangeRequest.decode(input).map { .exchange($0) }
        }
        return try CommandRequest.decode(input).map { .command($0) }
    }

    /// The same request at this time by the clock of the servers.
    package func stamped(at time: Timestamp) -> HelperRequest {
        guard case .exchange(var request) = self, request.login.statesTime else { return self }
        request.time = time
        return .exchange(request)
    }

    /// The program, or the server and the path, for people.
    package func place(withoutPath: Bool = false) -> String {
        switch self {
        case .exchange(let request):
            "\(request.method.rawValue) \(request.url.shown(withoutPath: withoutPath))"
        case .command(let request): request.command.program
        }
    }
}

extension ByteBuffer {
    package mutating func append(_ request: HelperRequest) throws(ExchangeError) {
        switch request {
        case .exchange(let request): try append(request)
        case .command(let request): try append(request)
        }
    }
}
