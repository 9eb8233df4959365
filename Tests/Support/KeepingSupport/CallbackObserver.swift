package import API
internal import HTTP
package import Keeping
internal import Records
package import Turns

/// Hears what profiles do, in the place of the daemon.
package final class CallbackObserver: ProfileObserver {
    package var whenSettled: (Profile) -> Void = { _ in }
    package var whenTimeLearned: () -> Void = {}
    package var publish: (WatchEvent) -> Void = { _ in }
    package var whenSigned: (WaitID) -> Void = { _ in }

    package func settled(_ profile: Profile) { whenSettled(profile) }

    package func learnedTime() { whenTimeLearned() }

    package func published(_ event: WatchEvent) { publish(event) }

    package func signed(_ wait: WaitID) { whenSigned(wait) }

    package func tokenEnded() {}
}
