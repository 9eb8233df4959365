internal import Bytes
internal import Kernel
internal import Text

/// What the command line says.
struct AppServerOptions: Equatable {
    var isDemo = false
    var address = Loopback.v4
    var port: UInt16 = 0
    var ledger: String?
    /// Seconds; the default is that of STS.
    var lifetime = 3_600

    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--demo": isDemo = true
            case "--listen": try listen(on: value(of: option, &rest))
            case "--ledger": ledger = try value(of: option, &rest)
            case "--lifetime": lifetime = try seconds(value(of: option, &rest))
            default: throw .unknownOption
            }
        }
        guard isDemo else { throw .onlyDemo }
    }
}

/// Why the command line makes no sense.
enum UsageError: Error {
    case unknownOption, valueMissing, listen, lifetime, onlyDemo
}

extension UsageError: CustomStringConvertible {
    var description: String {
        switch self {
        case .unknownOption:
            "usage: ossauth-appserver --demo [--listen 127.0.0.1:PORT] [--ledger FILE] [--lifetime SECONDS]"
        case .valueMissing: "an option lacks its value"
        case .listen: "--listen: 127.0.0.1:PORT or [::1]:PORT; the demo is for this machine only"
        case .lifetime: "--lifetime: 1 to 43200 seconds"
        case .onlyDemo: "only --demo works so far: talking to STS comes with a later version"
        }
    }
}

extension AppServerOptions {
    private func value(of option: String, _ rest: inout ArraySlice<String>) throws(UsageError) -> String {
        guard let value = rest.popFirst() else { throw .valueMissing }
        return value
    }

    private mutating func listen(on text: String) throws(UsageError) {
        let isV6 = text.hasPrefix("[::1]:")
        guard isV6 || text.hasPrefix("127.0.0.1:"), let digits = text.split(separator: ":").last,
            let port = digits.utf8Span.span.decimalValue.flatMap(UInt16.init(exactly:))
        else { throw .listen }
        address = isV6 ? .v6 : .v4
        self.port = port
    }

    private func seconds(_ text: String) throws(UsageError) -> Int {
        guard let seconds = text.utf8Span.span.decimalValue, (1...43_200).contains(seconds) else {
            throw .lifetime
        }
        return seconds
    }
}
