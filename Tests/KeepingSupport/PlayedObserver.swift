package import API
package import HTTP
package import Keeping

/// Hears what profiles do, in the place of the daemon.
package final class PlayedObserver: ProfileObserver {
    package var whenSettled: (Profile) -> Void = { _ in }
    package var publish: (WatchEvent) -> Void = { _ in }
    package var whenSigned: (WaitID) -> Void = { _ in }

    package func settled(_ profile: Profile) { whenSettled(profile) }

    package func published(_ event: WatchEvent) { publish(event) }

    package func signed(_ wait: WaitID) { whenSigned(wait) }

    package func tokenEnded() {}
}
