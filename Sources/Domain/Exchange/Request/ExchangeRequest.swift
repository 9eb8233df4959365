internal import Bytes

/// One HTTP exchange that the daemon wants done, since it cannot talk to the network itself.
package struct ExchangeRequest: Equatable {
    package enum Method: String, CaseIterable, Sendable {
        case get = "GET"
        case post = "POST"
    }

    package var method: Method
    package var url: ExchangeURL
    package var headers: [ExchangeHeader] = []
    /// Goes only with POST.
    package var body: ExchangeBody = ""
    /// A last member of the form that the body is.
    package var formFile: FormFile?
    /// Seconds for the name, the connection and TLS.
    package var connectTimeout = 5
    /// Seconds for everything.
    package var timeout = 15
    package var maximumResponseSize = 65_536
    package var allowPlainHTTP = false
    /// The certificates to trust instead of the system's.
    package var caFile: String?
    /// What this process shows to a server that asks for it.
    package var clientCertificate: ClientCertificate?
    /// The server must have one of these keys, if there are any.
    package var pinnedPublicKeys: [PublicKeyPin] = []
    package var proxy: ExchangeURL?
    package var login = ExchangeLogin.none
    /// Reads the answer and writes the one that counts.
    package var decoder: ExchangeCommand?

    /// The helper stays for another request, with its connections; else it ends with the answer.
    package var isOneOfMany = false

    package init(_ method: Method = .get, _ url: ExchangeURL) {
        self.method = method
        self.url = url
    }

    /// What would show the answer to everybody on the way is not sent.
    package func isRefusedAsPlainHTTP(_ url: ExchangeURL) -> Bool {
        url.isExposed(through: proxy) && !allowPlainHTTP
    }

    /// What no single member can tell.
    package func check() throws(ExchangeError) {
        guard headers.count <= ExchangeLimit.headers else { throw .tooManyHeaders }
        guard body.bytes.count <= ExchangeLimit.bodyBytes else { throw .bodyTooLong }
        guard method == .post || body.bytes.isEmpty && formFile == nil else { throw .bodyOfGet }
        guard ExchangeLimit.seconds.contains(connectTimeout), ExchangeLimit.seconds.contains(timeout) else {
            throw .seconds
        }
        guard ExchangeLimit.responseBytes.contains(maximumResponseSize) else { throw .maximumResponseSize }
        guard caFile?.isAbsolutePath ?? true else { throw .path }
        guard pinnedPublicKeys.count <= ExchangeLimit.pins else { throw .pin }
    }
}
