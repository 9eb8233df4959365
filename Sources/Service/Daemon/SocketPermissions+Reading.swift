internal import Access
internal import Kernel

extension SocketPermissions {
    /// `nil`: no socket is there, or we may not look.
    init?(at path: String) {
        guard let status = try? FileStatus(ofLink: path), status.kind == .socket else { return nil }
        self.init(
            path: path, mode: status.mode, user: status.user, group: status.group,
            groupName: (try? Account.group(numbered: status.group)) ?? nil)
    }
}
