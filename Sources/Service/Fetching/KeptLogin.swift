internal import Bytes
internal import Exchange
internal import Kernel

/// The token of a login server, for the questions of a helper that stays; nobody else ever sees it.
final class KeptLogin {
    /// Seconds before its end in which a token might be over when it arrives.
    private static let margin = 30

    private var client: ClientLogin?
    private var token = ByteBuffer()
    /// On the boot clock.
    private var end: Int64 = 0

    func isGood(for wanted: ClientLogin) -> Bool {
        client == wanted && KernelClock.bootNanoseconds() < end
    }

    /// Without a word about its life a token is good for the question that it was got for.
    func keep(_ new: borrowing LoginToken, for client: ClientLogin) {
        let seconds = min(max(0, (new.life ?? 0) - KeptLogin.margin), 86_400)
        end = KernelClock.bootNanoseconds() + Int64(seconds) * 1_000_000_000
        token = ByteBuffer(copying: new.text.span)
        self.client = client
    }

    func forget() {
        token.wipe()
        client = nil
    }

    func append(to header: inout ByteBuffer) {
        header.append(token)
    }
}
