internal import CCurl

/// The reason why a response is missing or incomplete.
package struct TransferError: Error, Equatable, CustomStringConvertible {
    package enum Kind: Equatable, Sendable {
        case network, dns, proxy, tls, timeout, tooLarge
        /// No connection came about, so nothing was sent.
        case connect
        /// The request itself is invalid.
        case request
    }

    package let kind: Kind
    /// One line, which contains only names of hosts, ports, times and certificates.
    package let description: String

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}

extension TransferError.Kind {
    init(_ code: CURLcode) {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: self = .dns
        case CURLE_COULDNT_RESOLVE_PROXY: self = .proxy
        case CURLE_OPERATION_TIMEDOUT: self = .timeout
        case CURLE_URL_MALFORMAT: self = .request
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM, CURLE_SSL_INVALIDCERTSTATUS,
            CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CRL_BADFILE, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
            CURLE_OBSOLETE51:  // a wrong host, before libcurl 7.62
            self = .tls
        default: self = .network
        }
    }
}
