internal import API
internal import Bytes
internal import Kernel
internal import Settings
internal import Systemd

extension Daemon {
    /// The listener for programs that know nothing of us: the one that systemd hands over, or one of our own where the
    /// configuration wants it.
    ///
    /// The kernel tells the owners of connections by network namespace, and in a service that has none of its own systemd
    /// hands over what belongs to the host's.
    func openCompat(_ passed: inout PassedDescriptors) throws {
        if let listener = try passed.takeLoopbackListener(named: "compat") {
            socketsOfSystemd.append("CompatListen")
            guard let kernel = passed.takeNetlinkSocket(named: "compat") else {
                return try listen(on: listener, asking: try TCPOwner())
            }
            return try listen(on: listener, asking: TCPOwner(asking: kernel))
        }
        guard let wanted = settings.daemon.compatListener else { return }
        do throws(SystemError) {
            let listener = try LoopbackListener(
                wanted.isIPv6 ? .v6 : .v4, port: wanted.port, backlog: ServerLimits.backlog)
            try listen(on: listener, asking: try TCPOwner())
        } catch {
            throw StartError(
                "CompatListen=: \(error); a service without a network gets its listener from systemd: "
                    + "leave the key out and enable ossauthd-compat.socket")
        }
    }

    private func listen(
        on listener: consuming Kernel.LoopbackListener, asking owners: consuming TCPOwner
    ) throws(SystemError) {
        let key = CompatKey.load(from: surroundings.cache, log)
        handler.compat = CompatAccess(
            at: Entrance(at: listener.address.text, port: listener.port, owners: owners), key: key.span)
        try server.listen(on: listener.takeSocket(), as: .compat)
    }
}
