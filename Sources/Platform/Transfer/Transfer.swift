internal import Bytes
internal import CCurl
internal import Glibc

/// One HTTP exchange by libcurl, which blocks until the response is complete.
///
/// It uses no proxy, netrc or cookies of the environment and follows no redirect. curl keeps the addresses of
/// `reception` and of the list in `headers`, which this value alone owns together with `handle`; the process
/// must ignore SIGPIPE.
@safe package struct Transfer: ~Copyable {
    private let handle: UnsafeMutableRawPointer
    private let reception: UnsafeMutablePointer<Reception>
    private var headers = HeaderList()
    private var connections: SharedConnections?
    private var hasProxy = false

    /// Requires a certificate valid for the host of `url`, unless the URL is plain HTTP.
    package init(_ url: String, within limits: TransferLimits) throws(TransferError) {
        guard let handle = unsafe curl_easy_init() else { preconditionFailure("libcurl does not start") }
        unsafe self.handle = handle
        unsafe reception = .allocate(capacity: 1)
        unsafe reception.initialize(to: Reception())
        unsafe reception.pointee.bodyLimit = limits.responseSize
        setProtocol()
        setLimits(limits)
        setReceivers()
        try set(CURLOPT_URL, url)
    }

    deinit {
        unsafe curl_easy_cleanup(handle)
        unsafe reception.deinitialize(count: 1)
        unsafe reception.deallocate()
    }

    /// Reuses the connection of an earlier transfer, and leaves its own for the next.
    package mutating func share(_ connections: SharedConnections) {
        self.connections = connections
        unsafe require(curl_set_address(handle, CURLOPT_SHARE, connections.share))
    }

    /// Trusts the certificates in this file instead of those of the system.
    package mutating func trust(_ file: String) throws(TransferError) {
        try set(CURLOPT_CAINFO, file)
        unsafe require(curl_set_text(handle, CURLOPT_CAPATH, nil))
        try set(CURLOPT_PROXY_CAINFO, file)
        unsafe require(curl_set_text(handle, CURLOPT_PROXY_CAPATH, nil))
    }

    /// Presents a client certificate if the server asks for one; both files are PEM.
    package mutating func present(_ certificate: String, key: String) throws(TransferError) {
        try set(CURLOPT_SSLCERT, certificate)
        try set(CURLOPT_SSLKEY, key)
    }

    /// Connects through a proxy, which sees server names, and all of plain HTTP.
    package mutating func go(through proxy: String) throws(TransferError) {
        hasProxy = true
        try set(CURLOPT_PROXY, proxy)
        // Ignores the exceptions of the environment.
        try set(CURLOPT_NOPROXY, "")
        // The proxy must not get the headers for the server.
        set(CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE))
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    }

    /// Adds a header, which may be a credential.
    package mutating func addHeader(_ name: Span<UInt8>, _ value: Span<UInt8>) throws(TransferError) {
        guard !name.isEmpty, name.isAll(.line), value.isAll(.line) else {
            throw TransferError(.request, "a header has a control character")
        }
        var line = ByteBuffer(capacity: name.count + value.count + 3)
        line.append(name)
        // A header line without a value would make curl omit the header.
        line.append(value.isEmpty ? ";" : ": ")
        line.append(value)
        line.append(0)
        headers.append(line.span)
    }

    /// Returns the status when the response is complete.
    package mutating func get() throws(TransferError) -> Int {
        try perform()
    }

    /// Sends PUT without a body.
    package mutating func put() throws(TransferError) -> Int {
        try set(CURLOPT_CUSTOMREQUEST, "PUT")
        return try perform()
    }

    /// Sends PUT with a body, which may be empty.
    package mutating func put(_ body: Span<UInt8>) throws(TransferError) -> Int {
        try set(CURLOPT_CUSTOMREQUEST, "PUT")
        return try post(body)
    }

    package mutating func delete() throws(TransferError) -> Int {
        try set(CURLOPT_CUSTOMREQUEST, "DELETE")
        return try perform()
    }

    package mutating func post(_ body: Span<UInt8>) throws(TransferError) -> Int {
        set(CURLOPT_POST, 1)
        set(CURLOPT_POSTFIELDSIZE, body.count)
        return try unsafe body.withUnsafeBytes { bytes throws(TransferError) in
            // curl does not copy the body, and takes a null pointer for a body read elsewhere.
            unsafe withUnsafePointer(to: UInt8(0)) { nothing in
                let start = unsafe bytes.baseAddress ?? UnsafeRawPointer(nothing)
                unsafe require(curl_set_address(handle, CURLOPT_POSTFIELDS, start))
            }
            return try perform()
        }
    }

    package var body: Span<UInt8> {
        @_lifetime(borrow self) get {
            unsafe _overrideLifetime(reception.pointee.body.span, borrowing: self)
        }
    }

    /// The value of `Date`, or nothing.
    package var date: Span<UInt8> {
        @_lifetime(borrow self) get {
            unsafe _overrideLifetime(reception.pointee.date.span, borrowing: self)
        }
    }

    /// The value of `Retry-After`, or nothing.
    package var retryAfter: Span<UInt8> {
        @_lifetime(borrow self) get {
            unsafe _overrideLifetime(reception.pointee.retryAfter.span, borrowing: self)
        }
    }

    private mutating func perform() throws(TransferError) -> Int {
        unsafe require(curl_set_address(handle, CURLOPT_HTTPHEADER, headers.first))
        var explanation = InlineArray<256, CChar>(repeating: 0)
        let code = unsafe withUnsafeMutableBytes(of: &explanation) { text in
            unsafe require(curl_set_address(handle, CURLOPT_ERRORBUFFER, text.baseAddress))
            defer { unsafe require(curl_set_address(handle, CURLOPT_ERRORBUFFER, nil)) }
            return unsafe curl_easy_perform(handle)
        }
        guard code == CURLE_OK else { throw error(code, explanation) }
        var status = 0
        unsafe require(curl_get_number(handle, CURLINFO_RESPONSE_CODE, &status))
        return status
    }

    private func error(_ code: CURLcode, _ explanation: InlineArray<256, CChar>) -> TransferError {
        if unsafe reception.pointee.isTooLarge {
            return TransferError(.tooLarge, "the answer is longer than is allowed")
        }
        guard explanation[0] == 0 else {
            var text = unsafe explanation.span.withUnsafeBufferPointer {
                unsafe String(cString: $0.baseAddress.unsafelyUnwrapped)
            }
            if isProhibited(code) { text += "; a route of this host prohibits it" }
            return isProxyFailure(code, text)
                ? TransferError(.proxy, "the proxy: \(text)") : TransferError(kind(of: code), text)
        }
        return TransferError(kind(of: code), unsafe String(cString: curl_easy_strerror(code)))
    }

    /// As where systemd keeps the metadata of the instance for itself.
    ///
    /// libcurl does not tell it from a server that is down.
    private func isProhibited(_ code: CURLcode) -> Bool {
        var reason = 0
        unsafe require(curl_get_number(handle, CURLINFO_OS_ERRNO, &reason))
        return code == CURLE_COULDNT_CONNECT && reason == Int(EACCES)
    }

    private func kind(of code: CURLcode) -> TransferError.Kind {
        let kind = TransferError.Kind(code)
        guard kind == .network || kind == .timeout else { return kind }
        var sent = 0
        unsafe require(curl_get_number(handle, CURLINFO_REQUEST_SIZE, &sent))
        return sent > 0 ? kind : .connect
    }

    /// With a proxy, connecting can only fail at the proxy.
    private func isProxyFailure(_ code: CURLcode, _ text: String) -> Bool {
        guard hasProxy else { return false }
        return code == CURLE_COULDNT_CONNECT || text.utf8.starts(with: "CONNECT tunnel".utf8)
            || text.utf8.starts(with: "Proxy CONNECT".utf8)
    }

    private func setProtocol() {
        // libcurl before 7.85 has only the option for numbers, which later ones discourage.
        if unsafe curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https") != CURLE_OK {
            unsafe require(curl_set_protocols(handle))
        }
        // A single exchange gains nothing from multiplexing.
        set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        set(CURLOPT_PATH_AS_IS, 1)
        // An empty text turns the proxy of the environment off.
        unsafe require(curl_set_text(handle, CURLOPT_PROXY, ""))
        unsafe require(curl_set_text(handle, CURLOPT_USERAGENT, "ossauthd"))
    }

    private func setLimits(_ limits: TransferLimits) {
        set(CURLOPT_CONNECTTIMEOUT_MS, Int(limits.connecting / .milliseconds(1)))
        set(CURLOPT_TIMEOUT_MS, Int(limits.total / .milliseconds(1)))
        set(CURLOPT_NOSIGNAL, 1)
        // Do not wait at exit for a name server that does not answer. libcurl before 7.87 always waits.
        _ = unsafe curl_set_number(handle, CURLOPT_QUICK_EXIT, 1)
    }

    private func setReceivers() {
        unsafe require(curl_set_receiver(handle, CURLOPT_WRITEFUNCTION, takeBody))
        unsafe require(curl_set_address(handle, CURLOPT_WRITEDATA, reception))
        unsafe require(curl_set_receiver(handle, CURLOPT_HEADERFUNCTION, takeHeader))
        unsafe require(curl_set_address(handle, CURLOPT_HEADERDATA, reception))
    }

    private func set(_ option: CURLoption, _ number: Int) {
        unsafe require(curl_set_number(handle, option, number))
    }

    private func set(_ option: CURLoption, _ text: String) throws(TransferError) {
        guard !text.utf8.contains(0) else { throw TransferError(.request, "a zero byte in a text") }
        unsafe require(curl_set_text(handle, option, text))
    }

    /// Options fail only with a libcurl older than the one at build time.
    private func require(_ code: CURLcode) {
        precondition(code == CURLE_OK, "libcurl refuses an option")
    }
}

private let takeBody: curl_receiver = { bytes, size, count, reception in
    unsafe receive(bytes, size * count, reception) { unsafe $0.pointee.takeBody($1) }
}

private let takeHeader: curl_receiver = { bytes, size, count, reception in
    unsafe receive(bytes, size * count, reception) { unsafe $0.pointee.takeHeader($1) }
}

/// Any result other than the number of bytes makes curl give up.
private func receive(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ reception: UnsafeMutableRawPointer?,
    _ take: (UnsafeMutablePointer<Reception>, Span<UInt8>) -> Bool
) -> Int {
    guard let bytes = unsafe bytes, let reception = unsafe reception else { return 0 }
    let arrived = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    let taken = unsafe take(
        reception.assumingMemoryBound(to: Reception.self),
        Span(_unsafeElements: arrived.assumingMemoryBound(to: UInt8.self)))
    return taken ? count : -1
}

/// The limits of one exchange.
package struct TransferLimits: Sendable {
    /// For name lookup, connection and TLS.
    package var connecting: Duration
    /// For the whole exchange.
    package var total: Duration
    /// The size of the body in bytes.
    package var responseSize: Int

    package init(connecting: Duration, total: Duration, responseSize: Int) {
        self.connecting = connecting
        self.total = total
        self.responseSize = responseSize
    }
}

/// Connections that outlive a transfer, for the next one to the same server with the same trust.
///
/// For use by one thread only. Transfers that share them keep a reference to this object, which alone owns
/// `share`.
@safe package final class SharedConnections {
    fileprivate let share: UnsafeMutableRawPointer

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

/// The headers of a request, wiped at the end because one may be a credential.
///
/// `first` is a list owned by this value alone.
@safe private struct HeaderList: ~Copyable {
    private(set) var first: UnsafeMutablePointer<curl_slist>?

    deinit {
        var node = unsafe first
        while let present = unsafe node {
            if let text = unsafe present.pointee.data { unsafe explicit_bzero(text, strlen(text)) }
            unsafe node = present.pointee.next
        }
        unsafe curl_slist_free_all(first)
    }

    /// Takes a line that ends with a zero.
    mutating func append(_ line: Span<UInt8>) {
        precondition(line.count > 0 && line[line.count - 1] == 0)
        unsafe line.withUnsafeBytes { bytes in
            let longer = unsafe curl_slist_append(
                first, bytes.assumingMemoryBound(to: CChar.self).baseAddress)
            precondition(unsafe longer != nil, "out of memory for a header")
            unsafe first = longer
        }
    }
}
