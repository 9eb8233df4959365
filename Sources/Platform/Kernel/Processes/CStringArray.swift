internal import Glibc

/// Texts as C wants a list of them: each with a zero at its end, the list with a null pointer.
struct CStringArray {
    private var bytes: [CChar] = []
    private var starts: [Int] = []

    /// `nil` when a text has a zero byte inside: C would see less than we mean.
    init?(_ texts: [String]) {
        for text in texts {
            guard !text.utf8.contains(0) else { return nil }
            starts.append(bytes.count)
            bytes.append(contentsOf: text.utf8CString)
        }
        // An address even where there is no text.
        bytes.append(0)
    }

    /// Lends the list; the addresses are good only inside `body`.
    func withPointers(_ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32) -> Int32 {
        var bytes = bytes
        return unsafe bytes.withUnsafeMutableBufferPointer { text in
            var pointers = unsafe starts.map { start in unsafe text.baseAddress.map { unsafe $0 + start } }
            unsafe pointers.append(nil)
            return unsafe pointers.withUnsafeMutableBufferPointer { list in
                guard let first = list.baseAddress else { return -EINVAL }
                return unsafe body(first)
            }
        }
    }
}
