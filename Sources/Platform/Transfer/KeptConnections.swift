internal import CCurl

/// Connections that outlive a transfer, for the next one to the same server by the same trust.
///
/// Only one thread may use them. Transfers that share them hold on to this object, which alone owns `share`.
@safe package final class KeptConnections {
    let share: UnsafeMutableRawPointer

    package init() {
        guard let share = unsafe curl_share_init() else { preconditionFailure("libcurl does not start") }
        unsafe self.share = share
        for what in [CURL_LOCK_DATA_CONNECT, CURL_LOCK_DATA_SSL_SESSION] {
            precondition(unsafe curl_share(share, what) == CURLSHE_OK, "libcurl refuses to share")
        }
    }

    deinit {
        _ = unsafe curl_share_cleanup(share)
    }
}
