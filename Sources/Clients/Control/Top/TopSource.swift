internal import Bytes
internal import Kernel
internal import OSSAuthClient
internal import Reaching
internal import Time

/// The daemon as `top` asks it.
final class TopSource {
    private let daemon: SigningDaemon
    /// The names of users; each is looked up once, because a lookup may use the network.
    private var names: [Int: String] = [:]

    init(at path: String, patience: Duration) {
        daemon = SigningDaemon(at: path, patience: patience)
    }

    /// The answers to status and metrics; metrics may be refused.
    func sample(whileSilent: () -> Int64) throws(Failure) -> TopSample {
        let state = try reply(to: .status, whileSilent)
        guard state.code == 200 else { throw Failure(state.code, state.body, to: .status) }
        let status = try SigningDaemon.Status(reading: state.body)
        let figures = try reply(to: .metrics, whileSilent)
        return TopSample(
            at: Instant(nanosecondsSinceBoot: KernelClock.bootNanoseconds()), status,
            figures.code == 200 ? Exposition(figures.body) : nil, userNames: names(of: status.callers))
    }

    private func reply(to request: DaemonRequest, _ whileSilent: () -> Int64) throws(Failure) -> Reply {
        try mapping(daemon.reply(to: request, whileSilent: whileSilent)) { (error: DaemonError) in
            Failure(error, from: .api, at: daemon.socket)
        }
    }

    private func names(of callers: [SigningDaemon.Caller]) -> [Int: String] {
        for user in callers.compactMap(\.user) where names[user] == nil {
            let account = UInt32(exactly: user).flatMap { try? Account.numbered($0) }
            names[user] = account?.name ?? String(user)
        }
        return names
    }
}
