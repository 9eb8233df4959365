internal import Kernel
internal import Settings

/// The user of a unit, which reads the files; a different user may check the configuration.
struct UnitReader {
    /// `nil`: a dynamic user of systemd, which owns no file.
    private let user: UInt32?
    private let words: String
    /// The bits of the mode that may let it read, including those of the group, which it may be in.
    private let bits: UInt32

    /// The user of the daemon; `nil`: root, or a user that does not exist on this host.
    init?(daemonOf unit: ServiceUnit) {
        guard !unit.user.isEmpty, let account = try? Account.named(unit.user), account.user != 0 else {
            return nil
        }
        user = account.user
        words = "user \(unit.user), as which the unit runs,"
        bits = 0o044
    }

    private init() {
        user = nil
        words = "the exchange, which runs as a user of its own,"
        // A program needs to be executable only.
        bits = 0o005
    }

    static let exchange = UnitReader()

    /// Why the unit cannot read that file, by owner and mode only; `nil`: it may be able to.
    func lack(of path: String) -> String? {
        guard let status = try? FileStatus.reached(by: path), status.user != user, status.mode & bits == 0
        else { return nil }
        return "\(words) cannot read \(path); hand it over as a credential"
    }
}
