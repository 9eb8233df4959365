internal import CommandLine
internal import OSSAuthClient
internal import Text

extension Option {
    static let noWait = Option("no-wait", .flag, "Do not wait when a rate is used up.")
}

/// The options of `presign`.
struct PresignTerms: Equatable, Sendable {
    static let options = [.noWait] + Option.description

    private let template: RequestTemplate
    private let life: Duration?
    /// Whether it waits when a rate is used up.
    let waits: Bool
    /// Whether it leaves out what cannot be signed.
    let keepsGoing: Bool

    /// A longer `--timeout` without `--expires` most likely means the life of the URL, as in ossutil 1.
    ///
    /// So does a mere number of seconds.
    private static let longestTimeout = Duration.seconds(60)

    init(_ call: Call) throws(UsageError) {
        template = try RequestTemplate(call, method: call.value(of: .method) ?? "GET")
        life = try call.life(of: .expires)
        waits = !call.has(.noWait)
        keepsGoing = call.has(.keepGoing)
        let timeout = call.value(of: .timeout) ?? "0s"
        let isLife =
            timeout.utf8Span.span.decimalValue != nil
            || call.span(timeout) ?? .zero > PresignTerms.longestTimeout
        guard life != nil || !isLife else {
            throw UsageError(
                "--timeout is how long to wait for the daemon, such as 10s; --expires says how long the URL is valid"
            )
        }
    }

    /// Whether keys with different types need requests of their own.
    var detectsType: Bool { template.detectsType }

    /// The request for locations in one bucket; the location of a bucket or of the service is requested alone.
    func request(for locations: [ObjectLocation]) -> DaemonRequest {
        let template = template.resolved(for: locations[0])
        return .presign(
            template.request(at: locations[0]),
            keys: locations.count > 1 ? locations.map { $0.key ?? "" } : [], life: life, template.terms)
    }
}
