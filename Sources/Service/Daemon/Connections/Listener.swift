internal import API
internal import EventLoop
internal import Kernel

/// One socket that clients connect to.
final class Listener {
    let socket: Descriptor
    let id: ConnectionID
    let door: Door
    /// `nil` behind another door than that of metadata.
    let metadata: MetadataAccess?
    /// Clients wait in the kernel's queue while it rests.
    private(set) var isResting = false

    init(_ socket: consuming Descriptor, id: ConnectionID, as door: Door, metadata: MetadataAccess?) {
        self.socket = socket
        self.id = id
        self.door = door
        self.metadata = metadata
    }

    func rest(_ rests: Bool, at poller: Poller) throws(SystemError) {
        guard rests != isResting else { return }
        try poller.modify(socket, for: rests ? [] : .readable, token: id.number)
        isResting = rests
    }
}
