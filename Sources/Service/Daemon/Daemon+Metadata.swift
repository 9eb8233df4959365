internal import API
internal import Bytes
internal import Kernel
internal import Settings
internal import Systemd

extension Daemon {
    /// The listeners for programs that take the host for an ECS instance: those that systemd hands over, each perhaps of
    /// another network namespace, and one of our own where the configuration wants it.
    ///
    /// With each systemd must hand over a netlink socket of the same namespace, which knows whose the connections in it are.
    func openMetadata(_ passed: inout PassedDescriptors) throws {
        for name in Set(passed.names).sorted() where name == "metadata" || name.hasPrefix("metadata.") {
            let profile = name == "metadata" ? nil : String(name.dropFirst("metadata.".utf8.count))
            while let listener = try passed.takeMetadataListener(named: name) {
                guard let kernel = try passed.takeNetlinkSocket(named: name, inNamespaceOf: listener.socket)
                else {
                    throw StartError(
                        "the socket \(name) comes without ListenNetlink=inet-diag of its network namespace")
                }
                try listen(on: listener, for: profile, asking: TCPOwner(asking: kernel))
            }
        }
        guard let wanted = settings.daemon.metadataListener else { return }
        do throws(SystemError) {
            let listener = try wanted.open()
            try listen(on: listener, for: nil, asking: try TCPOwner())
        } catch {
            throw StartError(
                "MetadataListen=: \(error); a service without a network gets its listeners from systemd: "
                    + "leave the key out and enable ossauthd-metadata@NAMESPACE.socket")
        }
    }

    private func listen(
        on listener: consuming MetadataListener, for profile: String?, asking owners: consuming TCPOwner
    ) throws(SystemError) {
        let key = CompatKey.load(from: surroundings.cache, log)
        let access = MetadataAccess(
            at: Entrance(at: listener.address.text, port: listener.port, owners: owners), for: profile,
            tokens: settings.daemon.metadataTokens, key: key.span)
        try server.listen(on: listener.takeSocket(), as: .metadata, metadata: access)
    }
}

extension MetadataPlace {
    fileprivate func open() throws(SystemError) -> MetadataListener {
        let (address, port): (MetadataAddress, UInt16) =
            switch self {
            case .instance(let port): (.instance, port)
            case .loopback(let listener): (.loopback(listener.isIPv6 ? .v6 : .v4), listener.port)
            }
        return try MetadataListener(address, port: port, backlog: ServerLimits.backlog)
    }
}
