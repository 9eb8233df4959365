internal import EventLoop
internal import Kernel

/// A listener and the connections that came through it.
final class HTTPServer {
    /// An AppServer has one client for each host; a demo has a handful.
    private static let maximumConnections = 256
    /// Before somebody is let in again when there was no descriptor for anybody.
    private static let pause: Int64 = 1_000_000_000

    let port: UInt16
    private let listener: LoopbackListener
    private let handler: DemoHandler
    private var connections: [UInt64: HTTPConnection] = [:]
    /// Never used twice, so that an event of an old connection cannot reach a new one.
    private var lastToken: UInt64 = 0
    private var poller: Poller?
    private var arrivals: IOSource?
    private var timer: Timer?

    init(
        _ listener: consuming LoopbackListener, answeredBy handler: DemoHandler, on loop: EventLoop
    ) throws(SystemError) {
        port = listener.port
        self.listener = listener
        self.handler = handler
        poller = try Poller(on: loop) { [unowned self] ready in
            for index in 0..<ready.count { proceed(ready.token(index)) }
        }
        arrivals = try IOSource(self.listener.socket, for: .readable, on: loop) { [unowned self] _ in
            acceptAll()
        }
        timer = try Timer(on: loop, accuracy: .seconds(1)) { [unowned self] in dismissSlow() }
    }
}

extension HTTPServer {
    private func acceptAll() {
        while connections.count < HTTPServer.maximumConnections {
            do throws(SystemError) {
                guard let socket = try listener.socket.accept() else { return }
                add(HTTPConnection(socket, answeredBy: handler, at: KernelClock.bootNanoseconds()))
            } catch {
                break
            }
        }
        rest()
    }

    /// Leaves those who come now in the queue of the kernel until a connection ends, or for a second when there is none.
    private func rest() {
        try? arrivals?.setEnabled(false)
        guard connections.isEmpty else { return }
        timer?.arm(atBootNanoseconds: KernelClock.bootNanoseconds() + HTTPServer.pause)
    }

    private func add(_ connection: HTTPConnection) {
        lastToken += 1
        // Without a place in the epoll set nobody would hear of it again.
        guard (try? poller?.add(connection.socket, for: connection.interest, token: lastToken)) != nil else {
            return
        }
        connections[lastToken] = connection
        if connections.count == 1 { timer?.arm(atBootNanoseconds: connection.deadline) }
    }

    private func proceed(_ token: UInt64) {
        guard let connection = connections[token] else { return }
        let before = connection.interest
        do throws(SystemError) {
            guard try connection.proceed(at: KernelClock.bootNanoseconds()) else { return remove(token) }
            guard connection.interest != before else { return }
            try poller?.modify(connection.socket, for: connection.interest, token: token)
        } catch {
            remove(token)
        }
    }

    private func remove(_ token: UInt64) {
        connections[token] = nil
        try? arrivals?.setEnabled(true)
    }

    /// Ends the connections that had time enough, and wakes again for the next one.
    private func dismissSlow() {
        try? arrivals?.setEnabled(true)
        let now = KernelClock.bootNanoseconds()
        for (token, connection) in connections where connection.deadline <= now { remove(token) }
        guard let next = connections.values.map(\.deadline).min() else { return }
        timer?.arm(atBootNanoseconds: next)
    }
}
