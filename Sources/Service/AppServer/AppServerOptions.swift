internal import Bytes
internal import CommandLine
internal import Kernel
internal import Text

/// The options of the demo.
struct AppServerOptions: Equatable {
    var address = Loopback.v4
    var port: UInt16 = 0
    var ledger: String?
    /// In seconds; the default is that of STS.
    var lifetime = 3_600

    init(_ call: Call) throws(UsageError) {
        ledger = call.value(of: .ledger)
        if let text = call.value(of: .listen) { try listen(on: text) }
        if let text = call.value(of: .lifetime) { lifetime = try seconds(text) }
    }
}

extension AppServerOptions {
    private mutating func listen(on text: String) throws(UsageError) {
        let isV6 = text.hasPrefix("[::1]:")
        guard isV6 || text.hasPrefix("127.0.0.1:"), let digits = text.split(separator: ":").last,
            let port = digits.utf8Span.span.decimalValue.flatMap(UInt16.init(exactly:))
        else { throw UsageError("--listen: 127.0.0.1:PORT or [::1]:PORT; the demo is for this machine only") }
        address = isV6 ? .v6 : .v4
        self.port = port
    }

    private func seconds(_ text: String) throws(UsageError) -> Int {
        guard let seconds = text.utf8Span.span.decimalValue, (1...43_200).contains(seconds) else {
            throw UsageError("--lifetime: 1 to 43200 seconds")
        }
        return seconds
    }
}
