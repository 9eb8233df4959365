internal import API
internal import Access
internal import Bytes
internal import Callers
internal import HTTP
internal import Keeping
internal import Kernel
internal import Metrics
internal import Records
internal import Serving
internal import Settings
internal import Time
internal import Turns

/// `/v1/forward`: a proxy asks how to send the request of a local program on to OSS.
///
/// The proxy names the connection that the request came over, and the kernel says whose it is. So the rules judge the program,
/// and the proxy needs no rights of its own.
final class ForwardEndpoint {
    private let context: DaemonContext
    private let signing: SigningEndpoint
    private let kernel: TCPPeers

    init(_ context: DaemonContext, _ signing: SigningEndpoint, asking kernel: TCPPeers) {
        self.context = context
        self.signing = signing
        self.kernel = kernel
    }

    /// A question has no body; the filter asks a bulk delete again, with its document.
    ///
    /// `subject`: the program that the proxy asks about, as soon as the kernel has named its user.
    func respond(
        to request: borrowing ClientRequest, by proxy: Caller, of connection: Connection,
        for subject: inout Caller?, into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        guard request.path.equals("/v1/forward") else { throw .noSuchRoute }
        guard request.method == .get || request.method == .post else {
            throw .methodNotAllowed(allow: "GET, POST")
        }
        let question = try ForwardQuestion(request.fields, in: request.message)
        let section = try section(of: question, for: proxy.peer.uid)
        let owner = try owner(of: question, behind: section)
        let caller = try caller(owner, by: connection, at: request.now.boot)
        subject = caller
        let profile = try context.profile(named: section.profile.utf8Span.span)
        try context.signing.value.read(
            question, request.fields, in: request.message, body: request.body,
            of: ForwardedCaller(user: owner.user), for: profile.defaults)
        guard context.signing.value.call.decoding != .deletion else {
            // Its keys are judged when the filter has sent them.
            let refusal = context.signing.value.refusalOfDeletions(
                by: caller.rules, with: profile.name.utf8Span.span)
            if let refusal {
                context.recordRefusal(
                    .notAllowed(refusal), of: &context.signing.value, by: caller, over: connection,
                    at: request.now)
                throw .notAllowed(refusal)
            }
            output.appendForwardedDeletion(of: owner.user, keepAlive: request.keepAlive)
            return .answered()
        }
        return try signing.sign(
            request, with: profile, by: caller, of: connection, at: &context.signing.value, into: &output)
    }

    /// Only the user of the proxy may ask for its address.
    private func section(
        of question: ForwardQuestion, for user: UInt32
    ) throws(Problem) -> ForwardSettings {
        let section = context.forwards.first { section in
            section.port == question.server.port && section.user.number == user
        }
        guard let section, question.server.isFirstAddress else {
            throw .invalidRequest(
                .field("Forward-Server", mustBe: "the Listen= of a [Forward] section whose User= asks here"))
        }
        return section
    }

    /// Both ends must be there: the one of the proxy shows that the connection was made to its listener.
    private func owner(
        of question: ForwardQuestion, behind section: ForwardSettings
    ) throws(Problem) -> SocketOwner {
        let (client, server) = (question.client.end, question.server.end)
        try checkListener(at: server, of: section, askedFrom: client)
        do throws(SystemError) {
            let proxy = try kernel.owner(of: server, connectedTo: client)
            let owner = try kernel.owner(of: client, connectedTo: server)
            if let owner, let proxy, proxy.user == section.user.number { return owner }
        } catch {
            throw .rateLimited(.descriptors, retryAfter: 1)
        }
        throw .invalidRequest(
            .profile(
                "the kernel does not know whose connection this is: the program has closed it, or its writing half"
            ))
    }

    /// A proxy that held the port while its listener was away may name a connection that it made to another server from there.
    private func checkListener(
        at server: IPv4End, of section: ForwardSettings, askedFrom client: IPv4End
    ) throws(Problem) {
        let listener: SocketOwner?
        let isServer: Bool
        do throws(SystemError) {
            listener = try kernel.ownerOfListener(at: server)
            isServer = try kernel.ownerOfListener(at: client) != nil
        } catch {
            throw .rateLimited(.descriptors, retryAfter: 1)
        }
        guard let listener, section.trustsListener(of: listener.user) else {
            throw .invalidRequest(.field("Forward-Server", mustBe: "a listener of root, or see Listener="))
        }
        guard !isServer else {
            throw .invalidRequest(
                .field("Forward-Client", mustBe: "the end of a program, not the port of a listener"))
        }
    }

    private func caller(
        _ owner: SocketOwner, by connection: Connection, at now: Instant
    ) throws(Problem) -> Caller {
        try mapping(context.callers.caller(owner, by: connection.socket, at: now)) { (_: SystemError) in
            Problem.rateLimited(.descriptors, retryAfter: 1)
        }
    }
}

extension Router {
    /// Counts and time are those of the program on whose behalf the proxy asks.
    func respondToProxy(
        _ request: borrowing ClientRequest, by proxy: Caller, of connection: Connection,
        into output: inout ByteBuffer
    ) -> RequestOutcome {
        var subject: Caller?
        let begun = KernelClock.bootNanoseconds()
        defer { if let subject { note(KernelClock.bootNanoseconds() - begun, spentOn: subject) } }
        let start = output.count
        do throws(Problem) {
            guard let forward else { throw .noSuchRoute }
            let outcome = try forward.respond(
                to: request, by: proxy, of: connection, for: &subject, into: &output)
            if case .answered = outcome { context.noteAnswer(to: .forward, of: subject ?? proxy) }
            return outcome
        } catch {
            output.truncate(to: start)
            context.note(error, to: .forward, of: subject ?? proxy)
            output.append(
                forwardRefusal: error,
                of: subject.map { ForwardedCaller(user: $0.peer.uid, name: context.audit.name(of: $0)) },
                ofHead: request.field("forward-method").equals("HEAD"),
                as403: request.has("forward-refusal"), keepAlive: request.keepAlive)
            return .answered()
        }
    }

    private func note(_ nanoseconds: Int64, spentOn subject: Caller) {
        forwardedTime += nanoseconds
        context.note(nanoseconds, spentOn: .numbered(subject.peer.uid))
        daemon?.charge(nanoseconds, to: subject.peer.uid)
    }
}

extension LoopbackEnd {
    fileprivate var end: IPv4End { IPv4End(address: address, port: port) }

    /// Whether it is 127.0.0.1, where proxies listen.
    fileprivate var isFirstAddress: Bool { address == 0x7F00_0001 }
}
