internal import API
internal import Access
internal import Bytes
internal import Callers
internal import Keeping
internal import Kernel
internal import Records
internal import Sections
internal import Serving
internal import Settings
internal import Systemd

/// The sockets of the daemon: inherited from systemd, or its own.
final class DaemonSockets {
    private let server: Server
    private let router: Router
    private let cache: TokenCache
    private let log: Log
    /// The prefixes of the configuration keys of inherited sockets.
    private(set) var inheritedSocketKeys: [String] = []
    private var ownSockets: [OwnSocket] = []

    init(_ server: Server, _ router: Router, cache: TokenCache, _ log: Log) {
        self.server = server
        self.router = router
        self.cache = cache
        self.log = log
    }

    func open(_ settings: DaemonSettings, _ passed: inout PassedDescriptors) throws {
        try open(.api, "api", settings.api, &passed)
        try open(.admin, "admin", settings.admin, &passed)
        try open(.credentials, "credentials", settings.credentials, &passed)
        try openCompat(settings, &passed)
        try openMetadata(settings, &passed)
        try openForward(settings, &passed)
    }

    /// Removes the paths of the sockets that the daemon made.
    func remove() {
        for socket in ownSockets { socket.remove() }
    }

    /// The permissions of the api socket; `nil` when its file is gone or not visible.
    var apiPermissions: SocketPermissions? {
        server.listeners.first { $0.traits.tag == ListenerKind.api.rawValue }.flatMap {
            SocketPermissions(of: $0.socket)
        }
    }

    private func open(
        _ listenerKind: ListenerKind, _ name: String, _ socket: SocketSettings,
        _ passed: inout PassedDescriptors
    ) throws {
        if let descriptor = try passed.takeListener(named: name) {
            inheritedSocketKeys.append("\(name.prefix(1).uppercased())\(name.dropFirst())Socket")
            return try server.listen(on: descriptor, listenerKind.traits, identifying: .unix)
        }
        let own = try OwnSocket(socket, folderMode: listenerKind == .admin ? 0o700 : 0o755)
        ownSockets.append(own)
        try server.listen(on: try own.socket(), listenerKind.traits, identifying: .unix)
    }
}

// The compat listener.
extension DaemonSockets {
    /// The kernel reports the owners of connections only within one network namespace.
    ///
    /// A service without a network of its own gets the netlink socket from systemd, like the listener.
    private func openCompat(_ settings: DaemonSettings, _ passed: inout PassedDescriptors) throws {
        if let listener = try passed.takeLoopbackListener(named: "compat") {
            inheritedSocketKeys.append("CompatListen")
            return try listen(on: listener, asking: try kernel(named: "compat", &passed))
        }
        guard let wanted = settings.compatListener else { return }
        do throws(SystemError) {
            let listener = try LoopbackListener(
                wanted.isIPv6 ? .v6 : .v4, port: wanted.port, backlog: ServerLimits.backlog)
            try listen(on: listener, asking: try TCPPeer())
        } catch {
            throw StartError.cannotListen(for: "CompatListen", error)
        }
    }

    private func listen(
        on listener: consuming Kernel.LoopbackListener, asking owners: consuming TCPPeer
    ) throws(SystemError) {
        let key = CompatKey.load(from: cache, log)
        let address = ListenerAddress(listener.address.text, port: listener.port)
        router.compat = CompatEndpoint(router.context, router.credentials, at: address, key: key.span)
        try server.listen(
            on: listener.takeSocket(), ListenerKind.compat.traits, identifying: .tcp(TCPPeers(asking: owners))
        )
    }
}

// The socket of proxies.
extension DaemonSockets {
    /// The proxy names connections of its network namespace, so systemd passes a netlink socket of that one.
    private func openForward(_ settings: DaemonSettings, _ passed: inout PassedDescriptors) throws {
        if let socket = settings.forward {
            try open(.forward, "forward", socket, &passed)
        } else if let inherited = try passed.takeListener(named: "forward") {
            try server.listen(on: inherited, ListenerKind.forward.traits, identifying: .unix)
        } else {
            return
        }
        router.forward = ForwardEndpoint(
            router.context, router.signing, asking: TCPPeers(asking: try kernel(named: "forward", &passed)))
    }

    private func kernel(
        named name: String, _ passed: inout PassedDescriptors
    ) throws(SystemError) -> TCPPeer {
        guard let inherited = passed.takeNetlinkSocket(named: name) else { return try TCPPeer() }
        return TCPPeer(asking: inherited)
    }
}

// The metadata listeners.
extension DaemonSockets {
    /// systemd passes each listener with a netlink socket of the same network namespace, which reports the owners of the
    /// connections in it.
    private func openMetadata(_ settings: DaemonSettings, _ passed: inout PassedDescriptors) throws {
        for name in Set(passed.names).sorted() where name == "metadata" || name.hasPrefix("metadata.") {
            let profile = name == "metadata" ? nil : String(name.dropFirst("metadata.".utf8.count))
            while let listener = try passed.takeMetadataListener(named: name) {
                guard let kernel = try passed.takeNetlinkSocket(named: name, inNamespaceOf: listener.socket)
                else {
                    throw StartError(
                        description:
                            "the socket \(name) comes without ListenNetlink=inet-diag of its network namespace"
                    )
                }
                try listen(on: listener, for: profile, settings, asking: TCPPeer(asking: kernel))
            }
        }
        guard let wanted = settings.metadataListener else { return }
        do throws(SystemError) {
            let listener = try wanted.open()
            try listen(on: listener, for: nil, settings, asking: try TCPPeer())
        } catch {
            throw StartError.cannotListen(for: "MetadataListen", error)
        }
    }

    private func listen(
        on listener: consuming MetadataListener, for profile: String?, _ settings: DaemonSettings,
        asking owners: consuming TCPPeer
    ) throws(SystemError) {
        let key = CompatKey.load(from: cache, log)
        let access = MetadataAccess(
            at: ListenerAddress(listener.address.text, port: listener.port), for: profile,
            tokens: settings.metadataTokens, key: key.span)
        try server.listen(
            on: listener.takeSocket(), ListenerKind.metadata.traits,
            identifying: .tcp(TCPPeers(asking: owners)))
        if let added = server.listeners.last { router.metadata.add(access, at: added) }
    }
}

extension MetadataPlace {
    fileprivate func open() throws(SystemError) -> MetadataListener {
        switch self {
        case .instance(let port):
            try MetadataListener(onInstanceAt: port, backlog: ServerLimits.backlog)
        case .loopback(let listener):
            try MetadataListener(
                listener.isIPv6 ? .v6 : .v4, port: listener.port, backlog: ServerLimits.backlog)
        }
    }
}

extension SocketPermissions {
    /// The permissions of the file that a socket is bound to; `nil`: it is gone or not visible.
    fileprivate init?(of socket: borrowing Descriptor) {
        guard let name = try? socket.ownName() else { return nil }
        let end = name.span.firstIndex(of: 0) ?? name.count
        let path = String(copying: name.span.extracting(first: end))
        guard let status = try? FileStatus(ofLink: path), status.kind == .socket else { return nil }
        self.init(
            path: path, mode: status.mode, user: status.user, group: status.group,
            groupName: (try? Account.group(numbered: status.group)) ?? nil)
    }
}

extension ServerLimits {
    init(_ settings: DaemonSettings) {
        self.init(
            connections: settings.maxConnections, connectionsPerUser: settings.maxConnectionsPerUser,
            connectionsWithoutRule: 64, idle: settings.idleTimeout, request: settings.requestTimeout)
    }
}

/// A socket that the daemon made because systemd did not pass one; its path belongs to the daemon meanwhile.
final class OwnSocket {
    private var listener: UnixListener?

    /// Makes a missing folder with this mode.
    init(_ settings: SocketSettings, folderMode: UInt32) throws {
        try OwnSocket.makeFolder(of: settings.path, mode: folderMode)
        try File.checkFolders(above: settings.path)
        let access = try OwnSocket.access(settings)
        listener = try mapping(
            UnixListener(path: settings.path, access: access, backlog: ServerLimits.backlog)
        ) { (error: SystemError) in OwnSocket.refusal(at: settings.path, error) }
    }

    func socket() throws(SystemError) -> Descriptor {
        guard let socket = try listener?.socket.duplicate() else {
            preconditionFailure("a socket that was removed is not listened at")
        }
        return socket
    }

    /// Removes the path.
    func remove() {
        // A remaining socket file does no harm: the next start replaces it.
        try? listener.take()?.remove()
    }

    private static func access(_ settings: SocketSettings) throws -> FileAccess {
        guard let group = try Account.group(named: settings.group) ?? UInt32(settings.group) else {
            throw StartError(
                description:
                    "\(settings.path): there is no group \(settings.group); create it or name another one")
        }
        return FileAccess(mode: UInt32(settings.mode), group: group)
    }

    private static func refusal(at path: String, _ error: SystemError) -> StartError {
        switch error.cause {
        case .inUse:
            StartError(description: "\(path): another process answers there; end it, or name another path")
        case .exists:
            StartError(description: "\(path) exists and is not a socket; remove it, or name another path")
        default: StartError(description: "\(error)")
        }
    }

    private static func makeFolder(of path: String, mode: UInt32) throws(SystemError) {
        if try FileStatus.existing(at: path.folder) == nil { try File.makeDirectory(path.folder, mode: mode) }
    }
}

/// Why the daemon does not start, for the operator.
struct StartError: Error, CustomStringConvertible {
    let description: String

    /// The check of the configuration says it too, before a start fails.
    static func cannotListen(for key: String, _ error: SystemError) -> StartError {
        let socket = key == "CompatListen" ? "ossauthd-compat.socket" : "ossauthd-metadata@PROFILE.socket"
        return StartError(
            description: "\(key)=: \(error); a service without a network gets its listeners from systemd: "
                + "leave the key out and 'systemctl enable --now \(socket)'")
    }
}
