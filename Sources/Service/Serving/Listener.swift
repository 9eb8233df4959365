package import Access
internal import Callers
internal import EventLoop
package import Kernel
internal import Turns

/// A socket that clients connect to.
package final class Listener {
    package let socket: Descriptor
    let id: ConnectionID
    package let traits: ListenerTraits
    let peers: PeerSource
    /// Clients wait in the kernel's queue while it is paused.
    private(set) var isPaused = false

    init(
        _ socket: consuming Descriptor, id: ConnectionID, _ traits: ListenerTraits,
        identifying peers: PeerSource
    ) {
        self.socket = socket
        self.id = id
        self.traits = traits
        self.peers = peers
    }

    func pause(_ pauses: Bool, at poller: Poller) throws(SystemError) {
        guard pauses != isPaused else { return }
        try poller.modify(socket, for: pauses ? [] : .readable, token: id.number)
        isPaused = pauses
    }
}

/// The properties of a listener that the server acts on.
package struct ListenerTraits {
    /// Chosen by the responder to distinguish its listeners.
    package let tag: UInt8
    /// Only root and the user of the process may connect; they have connections in reserve.
    package var isForRoot = false
    /// Connections of one user beyond its share, each for one request of a monitor.
    package var monitorPlaces = 0
    /// The client is a proxy: its connections are those of many users, and no rule names it.
    package var isForProxy = false
    /// Requests may hold secrets, so their memory is wiped.
    package var mayCarrySecrets = false
    /// The client sends nothing; the responder knows the request by the name of the client's socket.
    package var asksByName = false
    /// Facts that are needed about each process.
    package var requiredFacts: SmallSet<Fact> = []

    package init(tag: UInt8) {
        self.tag = tag
    }

    /// Connections beyond the limit for all, so that an operator can connect when every other place is taken.
    var reserve: Int { isForRoot ? 64 : 0 }

    /// The user in the queue whose turns a client of this user takes.
    func queueUser(for user: UInt32) -> FairQueue.User { isForRoot ? .admin : .numbered(user) }
}
