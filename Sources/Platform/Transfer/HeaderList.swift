internal import Bytes
internal import CCurl
internal import Glibc

/// The headers that curl adds to a request, one of which may be a login: wiped at the end.
///
/// `first` is a list that only this value owns.
@safe struct HeaderList: ~Copyable {
    private(set) var first: UnsafeMutablePointer<curl_slist>?

    deinit {
        var node = unsafe first
        while let present = unsafe node {
            if let text = unsafe present.pointee.data { unsafe explicit_bzero(text, strlen(text)) }
            unsafe node = present.pointee.next
        }
        unsafe curl_slist_free_all(first)
    }

    /// Takes a line with a zero at its end.
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
