internal import CCurl

extension Transfer {
    func setProtocol() {
        unsafe require(curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https"))
        // One exchange has nothing to multiplex.
        set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        set(CURLOPT_PATH_AS_IS, 1)
        // The empty text means none, not even those of the environment.
        unsafe require(curl_set_text(handle, CURLOPT_PROXY, ""))
        unsafe require(curl_set_text(handle, CURLOPT_USERAGENT, "ossauthd"))
    }

    func setLimits(_ limits: TransferLimits) {
        set(CURLOPT_CONNECTTIMEOUT_MS, Int(limits.connecting / .milliseconds(1)))
        set(CURLOPT_TIMEOUT_MS, Int(limits.total / .milliseconds(1)))
        set(CURLOPT_NOSIGNAL, 1)
        // Do not wait at the end for a name server that does not answer.
        set(CURLOPT_QUICK_EXIT, 1)
    }

    func setReceivers() {
        unsafe require(curl_set_receiver(handle, CURLOPT_WRITEFUNCTION, takeBody))
        unsafe require(curl_set_address(handle, CURLOPT_WRITEDATA, reception))
        unsafe require(curl_set_receiver(handle, CURLOPT_HEADERFUNCTION, takeHeader))
        unsafe require(curl_set_address(handle, CURLOPT_HEADERDATA, reception))
    }

    func set(_ option: CURLoption, _ number: Int) {
        unsafe require(curl_set_number(handle, option, number))
    }

    func set(_ option: CURLoption, _ text: String) throws(TransferError) {
        guard !text.utf8.contains(0) else { throw TransferError(.request, "a zero byte in a text") }
        unsafe require(curl_set_text(handle, option, text))
    }

    /// Options fail only where libcurl is older than the one that this was built for.
    func require(_ code: CURLcode) {
        precondition(code == CURLE_OK, "libcurl refuses an option")
    }
}

private let takeBody: curl_receiver = { bytes, size, count, reception in
    unsafe receive(bytes, size * count, reception) { unsafe $0.pointee.takeBody($1) }
}

private let takeHeader: curl_receiver = { bytes, size, count, reception in
    unsafe receive(bytes, size * count, reception) { unsafe $0.pointee.takeHeader($1) }
}

/// Any other number than that of the bytes makes curl give up.
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
