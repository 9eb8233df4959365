internal import Access
internal import Bytes
internal import Kernel

extension SocketPermissions {
    /// Of the file that a socket is bound to, whoever made it; `nil`: it is not there any more, or we may not look.
    init?(of socket: borrowing Descriptor) {
        guard let name = try? socket.ownName() else { return nil }
        let end = name.span.firstIndex(of: 0) ?? name.count
        let path = String(copying: name.span.extracting(first: end))
        guard let status = try? FileStatus(ofLink: path), status.kind == .socket else { return nil }
        self.init(
            path: path, mode: status.mode, user: status.user, group: status.group,
            groupName: (try? Account.group(numbered: status.group)) ?? nil)
    }
}
