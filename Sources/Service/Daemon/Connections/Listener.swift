internal import API
internal import EventLoop
internal import Kernel

/// One socket that clients connect to.
final class Listener {
    let socket: Descriptor
    let door: Door
    /// `nil` behind another door than that of metadata.
    let metadata: MetadataAccess?
    private var source: IOSource?

    init(
        _ socket: consuming Descriptor, as door: Door, metadata: MetadataAccess?, server: Server,
        on loop: EventLoop
    ) throws(SystemError) {
        self.socket = socket
        self.door = door
        self.metadata = metadata
        source = try IOSource(self.socket, for: .readable, on: loop) { [unowned self, unowned server] _ in
            server.accept(from: self)
        }
    }

    /// Clients wait in the kernel's queue while it rests.
    func rest(_ isResting: Bool) throws(SystemError) {
        try source?.setEnabled(!isResting)
    }
}
