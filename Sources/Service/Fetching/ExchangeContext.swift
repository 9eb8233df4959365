internal import Bytes
internal import Exchange
internal import Kernel
internal import Time
internal import Transfer

/// The resources of an exchange: results of earlier ones, and the time until `deadline` on the boot clock.
struct ExchangeContext {
    let connections: SharedConnections
    let login: CachedLogin
    let deadline: Int64
    /// The time of the servers when the boot clock showed this.
    private let start: (time: Timestamp, boot: Int64)

    init(_ state: ReusedState, for request: ExchangeRequest) {
        connections = state.connections
        login = state.login
        let boot = KernelClock.bootNanoseconds()
        deadline = boot + Duration.seconds(request.timeout).nanoseconds
        start = (request.time ?? Timestamp(secondsSince1970: KernelClock.wallSeconds()), boot)
    }

    /// The time of the servers, as far as the daemon knows it.
    var time: Timestamp { start.time + (KernelClock.bootNanoseconds() - start.boot) / 1_000_000_000 }
}

/// State that one exchange leaves for the next in a helper that stays.
struct ReusedState {
    let connections = SharedConnections()
    let login = CachedLogin()
}

/// The token of a login server, reused by a helper that stays and never passed on.
final class CachedLogin {
    /// Seconds before its end from which a token counts as expired, because it may be when it arrives.
    private static let margin = 30

    private var client: ClientLogin?
    private var token = ByteBuffer()
    /// On the boot clock.
    private var end: Int64 = 0

    func isValid(for wanted: ClientLogin) -> Bool {
        client == wanted && KernelClock.bootNanoseconds() < end
    }

    /// A token without a lifetime is used only for the exchange that needed it.
    func store(_ new: borrowing LoginToken, for client: ClientLogin) {
        let seconds = min(max(0, (new.life ?? 0) - CachedLogin.margin), 86_400)
        end = KernelClock.bootNanoseconds() + Int64(seconds) * 1_000_000_000
        token = ByteBuffer(copying: new.text.span)
        self.client = client
    }

    func clear() {
        token.wipe()
        client = nil
    }

    func append(to header: inout ByteBuffer) {
        header.append(token)
    }
}
