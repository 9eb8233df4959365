internal import Bytes
internal import CCurl
internal import Glibc

/// One HTTP exchange by libcurl, which blocks until the answer is there.
///
/// Nothing is taken from the environment or from files that nobody named: no proxy, no netrc, no cookies. No redirect is
/// followed. curl keeps the address of `reception` and of what `headers` lists; only this value owns them, and `handle`.
/// The process must ignore SIGPIPE.
@safe package struct Transfer: ~Copyable {
    let handle: UnsafeMutableRawPointer
    let reception: UnsafeMutablePointer<Reception>
    private var headers = HeaderList()
    private var connections: KeptConnections?
    private var hasProxy = false

    /// Speaks to a server whose certificate is valid for the host of `url`, or plain HTTP if the URL says so.
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
}

extension Transfer {
    /// Goes over a connection that another transfer left, and leaves its own.
    package mutating func share(_ connections: KeptConnections) {
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

    /// Shows this certificate to a server that asks for one; both files are PEM.
    package mutating func present(_ certificate: String, key: String) throws(TransferError) {
        try set(CURLOPT_SSLCERT, certificate)
        try set(CURLOPT_SSLKEY, key)
    }

    /// Speaks only to a server that has one of these keys, each written `sha256//` and base64.
    package mutating func pin(_ keys: [String]) throws(TransferError) {
        try set(CURLOPT_PINNEDPUBLICKEY, keys.joined(separator: ";"))
    }

    /// Speaks to the server through this one, which sees the names of servers and, of plain HTTP, everything.
    package mutating func go(through proxy: String) throws(TransferError) {
        hasProxy = true
        try set(CURLOPT_PROXY, proxy)
        // Not even for those that the environment excepts.
        try set(CURLOPT_NOPROXY, "")
        // What is for the server is not for the proxy.
        set(CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE))
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    }

    /// Adds a header, which may be a login.
    package mutating func addHeader(_ name: Span<UInt8>, _ value: Span<UInt8>) throws(TransferError) {
        guard !name.isEmpty, name.isPrintable, value.isPrintable else {
            throw TransferError(.request, "a header has a control character")
        }
        var line = ByteBuffer(capacity: name.count + value.count + 3)
        line.append(name)
        // Without a value the colon would mean that the header is not to be sent.
        line.append(value.isEmpty ? ";" : ": ")
        line.append(value)
        line.append(0)
        headers.append(line.span)
    }

    /// The status of the answer, when all of it has come.
    package mutating func get() throws(TransferError) -> Int {
        try perform()
    }

    /// Asks with PUT and without a body.
    package mutating func put() throws(TransferError) -> Int {
        try set(CURLOPT_CUSTOMREQUEST, "PUT")
        return try perform()
    }

    package mutating func post(_ body: Span<UInt8>) throws(TransferError) -> Int {
        set(CURLOPT_POST, 1)
        set(CURLOPT_POSTFIELDSIZE, body.count)
        return try unsafe body.withUnsafeBytes { bytes throws(TransferError) in
            // curl does not copy it, and takes a null pointer for a body that is read elsewhere.
            unsafe withUnsafePointer(to: UInt8(0)) { nothing in
                let start = unsafe bytes.baseAddress ?? UnsafeRawPointer(nothing)
                unsafe require(curl_set_address(handle, CURLOPT_POSTFIELDS, start))
            }
            return try perform()
        }
    }
}

extension Transfer {
    package var body: Span<UInt8> {
        @_lifetime(borrow self) get {
            unsafe _overrideLifetime(reception.pointee.body.span, borrowing: self)
        }
    }

    /// The value of the answer's `Date`, empty if it had none.
    package var date: Span<UInt8> {
        @_lifetime(borrow self) get {
            unsafe _overrideLifetime(reception.pointee.date.span, borrowing: self)
        }
    }

    /// The value of the answer's `Retry-After`, empty if it had none.
    package var retryAfter: Span<UInt8> {
        @_lifetime(borrow self) get {
            unsafe _overrideLifetime(reception.pointee.retryAfter.span, borrowing: self)
        }
    }
}

extension Transfer {
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
            let text = unsafe explanation.span.withUnsafeBufferPointer {
                unsafe String(cString: $0.baseAddress.unsafelyUnwrapped)
            }
            return TransferError(.init(code), isOfProxy(code, text) ? "the proxy: \(text)" : text)
        }
        return TransferError(.init(code), unsafe String(cString: curl_easy_strerror(code)))
    }
}

extension Transfer {
    /// What is connected to is the proxy, and nothing else, where there is one.
    private func isOfProxy(_ code: CURLcode, _ text: String) -> Bool {
        guard hasProxy else { return false }
        return code == CURLE_COULDNT_CONNECT || text.utf8.starts(with: "CONNECT tunnel".utf8)
            || text.utf8.starts(with: "Proxy CONNECT".utf8)
    }
}

extension Span<UInt8> {
    fileprivate var isPrintable: Bool {
        for index in 0..<count where self[index] < 0x20 && self[index] != 9 || self[index] == 0x7F {
            return false
        }
        return true
    }
}
