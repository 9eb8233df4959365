internal import API
internal import EventLoop
internal import Kernel

/// What every profile needs of the daemon around it.
final class Surroundings {
    let loop: EventLoop
    let clock: Clock
    let log: Log
    let cache: TokenCache
    let cacheWriter: CacheWriter
    let fetchHelper: FetchHelper
    /// Called when a profile came to an end of waiting: with a token, or with a failure.
    var whenSettled: (Profile) -> Void = { _ in }
    /// Called with what those who watch want to know.
    var publish: (WatchEvent) -> Void = { _ in }
    /// Called when a wait for signatures that are made elsewhere is over.
    var whenSigned: (Waiter) -> Void = { _ in }
    /// Called when a token is no longer used: by then no trace of it may be kept.
    var whenTokenEnds: () -> Void = {}

    init(loop: EventLoop, clock: Clock, log: Log, cache: TokenCache, fetchHelper: FetchHelper)
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
