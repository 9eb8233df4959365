internal import Kernel
internal import Reaching
internal import Settings

/// The unit of the daemon on this host, to check a configuration against.
enum DaemonUnit {
    private static let compat = "ossauthd-compat.socket"
    private static let exchange = "ossauth-fetch@check.service"

    /// `nil` if systemd does not run or has no such unit, and for users that may not read all of it.
    static func installed() -> ServiceUnit? {
        guard ThisProcess.user == 0,
            let shown = SystemdUnits.properties(ServiceUnit.properties, of: ["ossauthd.service"])?.first,
            var unit = ServiceUnit(shown)
        else { return nil }
        // systemd lists the socket even if it is not enabled.
        let listener = SystemdUnits.properties(["ActiveState"], of: [compat])?.first
        if listener?["ActiveState"] != "active" { unit.sockets.removeAll { $0 == compat } }
        addCredentials(to: &unit, storedCredentials)
        return unit
    }

    private static func addCredentials(to unit: inout ServiceUnit, _ stored: Set<String>) {
        if let lines = SystemdUnits.lines(of: "ossauthd.service") {
            unit.credentials = ServiceUnit.credentials(lines: lines, imports: unit.imports, stored: stored)
            unit.namedCredentials = ServiceUnit.credentials(lines: lines, imports: [], stored: nil)
        }
        guard let lines = SystemdUnits.lines(of: exchange),
            let shown = SystemdUnits.properties(ServiceUnit.properties, of: [exchange])?.first
        else { return }
        unit.exchangeCredentials = ServiceUnit(shown).map {
            ServiceUnit.credentials(lines: lines, imports: $0.imports, stored: stored)
        }
    }

    /// The names in all folders in which systemd searches for credentials.
    private static var storedCredentials: Set<String> {
        let folders = ["/etc", "/run", "/usr/lib"].flatMap {
            ["\($0)/credstore", "\($0)/credstore.encrypted"]
        }
        return Set(folders.flatMap { (try? File.names(in: $0)) ?? [] })
    }
}
