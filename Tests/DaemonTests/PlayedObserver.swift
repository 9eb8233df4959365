import API
import HTTP

@testable import Keeping

/// Hears what profiles do, in the place of the daemon.
final class PlayedObserver: ProfileObserver {
    var whenSettled: (Profile) -> Void = { _ in }
    var publish: (WatchEvent) -> Void = { _ in }
    var whenSigned: (WaitID) -> Void = { _ in }

    func settled(_ profile: Profile) { whenSettled(profile) }

    func published(_ event: WatchEvent) { publish(event) }

    func signed(_ wait: WaitID) { whenSigned(wait) }

    func tokenEnded() {}
}
