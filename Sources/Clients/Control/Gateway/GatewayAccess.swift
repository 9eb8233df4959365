internal import Bytes
internal import Kernel
internal import OSSAuthClient
internal import Text

// The gateways of this host.
extension Session {
    /// The gateway of a section; an empty name is for the only one.
    mutating func gateway(named name: String) throws(Failure) -> Gateway {
        let gateways: [Gateway]
        do throws(Failure) {
            gateways = try ask(.whoami, for: Identity.self).gateways
        } catch {
            // A program behind the gateway needs no access to the daemon.
            guard name.isEmpty, error.status == .unreachable else { throw error }
            return Gateway()
        }
        let found = gateways.filter { name.isEmpty || $0.name == name }
        guard let gateway = found.first, found.count == 1 else { throw .gateway(name, among: gateways) }
        return gateway
    }
}

extension Gateway {
    /// Fails if nothing listens there.
    func checkListener() throws(Failure) {
        do throws(SystemError) {
            _ = try Loopback.v4.connect(
                port: port, waitingUntil: KernelClock.bootNanoseconds() + Loopback.patience)
        } catch {
            throw Failure(
                .refused,
                "nothing listens at 127.0.0.1:\(port), the gateway; 'sudo ossauthctl doctor' says what it lacks"
            )
        }
    }
}

extension Loopback {
    fileprivate static let patience: Int64 = 2_000_000_000
    private static let maximumAnswer = 4_096

    /// The answer to a request without a key; empty: there is none in time.
    func answer(at port: UInt16) -> String {
        let deadline = KernelClock.bootNanoseconds() + Loopback.patience
        let request: StaticString = "GET / HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n"
        do throws(SystemError) {
            let connection = try connect(port: port, waitingUntil: deadline)
            try connection.sendAll(request.bytes, waitingUntil: deadline)
            var answer = ByteBuffer(capacity: Loopback.maximumAnswer)
            while case let room = Loopback.maximumAnswer - answer.count, room > 0,
                case .bytes = try connection.receive(
                    into: &answer, atMost: room, waitingUntil: deadline)
            {}
            return String(copying: answer.span)
        } catch {
            return ""
        }
    }
}

extension Failure {
    fileprivate static func gateway(_ name: String, among gateways: [Gateway]) -> Failure {
        guard !gateways.isEmpty else {
            return Failure(
                .refused,
                "this host has no gateway: add a section [Forward NAME] with Profile=, then "
                    + "'systemctl reload ossauthd'")
        }
        let names = gateways.map { "--gateway=\($0.name)" }.joined(separator: " or ")
        let reason = name.isEmpty ? "there are several gateways" : "no gateway is named \(Quotation.of(name))"
        return Failure(.usage, "\(reason): choose \(names)")
    }
}
