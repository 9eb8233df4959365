internal import Kernel
internal import Settings

/// The user as which a unit reads files, which is not the one that checks a configuration.
struct UnitReader {
    /// `nil`: a user that systemd makes for the unit, and no file belongs to.
    private let user: UInt32?
    private let words: String
    /// Which bits of the mode may let it read; group members are given the benefit of the doubt.
    private let bits: UInt32

    /// Of the daemon; `nil`: root, or a user that this host does not know.
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
        // A program only has to be executable.
        bits = 0o005
    }

    static let exchange = UnitReader()

    /// Why it cannot read that file, by the owner and the mode alone; `nil`: it may be able to.
    func lack(of path: String) -> String? {
        guard let status = try? FileStatus.reached(by: path), status.user != user, status.mode & bits == 0
        else { return nil }
        return "\(words) cannot read \(path); hand it over as a credential"
    }
}
