/// Calls back once, behind all that is ready now; nobody waits longer for its turn than one of these takes.
///
/// A timer whose time has passed would do the same, at the price of three system calls and an interrupt.
package final class Deferred {
    private let loop: EventLoop
    private let handler: () -> Void

    package init(on loop: EventLoop, handler: @escaping () -> Void) {
        self.loop = loop
        self.handler = handler
    }

    deinit {
        loop.forget(ObjectIdentifier(self))
    }

    /// Once, however often it is asked until then.
    package func ask() { loop.put(off: self) }

    func callBack() { handler() }
}
