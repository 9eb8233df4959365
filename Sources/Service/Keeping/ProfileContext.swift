package import API
package import EventLoop
package import Exchanging
package import Kernel
package import Records
// All files of this module, and those that import it, compare texts byte by byte.
@_exported import TextEquality
package import Turns

/// The resources that all profiles share.
package final class ProfileContext {
    package let loop: EventLoop
    package let clock: Clock
    package let log: Log
    package let cache: TokenCache
    package let cacheWriter: CacheWriter
    let fetchHelper: FetchHelper
    package weak var observer: (any ProfileObserver)?

    package init(loop: EventLoop, clock: Clock, log: Log, cache: TokenCache, fetchHelper: FetchHelper)
        throws(SystemError)
    {
        self.loop = loop
        self.clock = clock
        self.log = log
        self.cache = cache
        cacheWriter = try CacheWriter(cache, on: loop, clock: clock, log: log)
        self.fetchHelper = fetchHelper
    }
}

/// Receives the events of profiles, and acts on them before the next answers are sent.
package protocol ProfileObserver: AnyObject {
    /// A fetch of this profile ended, with a token or with a failure.
    func settled(_ profile: Profile)
    /// A profile learned the time of its servers.
    func learnedTime()
    func published(_ event: WatchEvent)
    /// The signatures of a request came from the remote signer, or will not come.
    func signed(_ wait: WaitID)
    /// A token is no longer used; no trace of it may stay in memory.
    func tokenEnded()
}
