internal import Bytes

/// The signatures of one answer that are made elsewhere: what there is to sign, and what came back.
///
/// The answer is composed twice: once to learn the strings, and again with their signatures. Until all are there,
/// what was composed is worth nothing and must not leave.
package final class RemoteSignatures {
    package private(set) var strings: [RemoteString] = []
    private var signatures: [String?] = []
    /// The place of the next string that the present composition asks for.
    private var next = 0
    private var lacksOne = false

    package init() {}

    /// Begins a composition.
    package func rewind() {
        next = 0
        lacksOne = false
    }

    /// Whether each string of the present composition got its signature.
    package var isComplete: Bool { !lacksOne }

    package func fill(_ index: Int, with signature: String) {
        signatures[index] = signature
    }

    /// The signature under the next string, empty while there is none.
    ///
    /// A composition that asks for another string than the one before gets nothing made for that one.
    func signature(under string: RemoteString) -> String {
        defer { next += 1 }
        if next == strings.count {
            strings.append(string)
            signatures.append(nil)
        }
        guard strings[next].isSame(as: string), let signature = signatures[next] else {
            lacksOne = true
            return ""
        }
        return signature
    }
}

extension RemoteString {
    /// Byte for byte: to Swift two texts are equal that only look the same.
    fileprivate func isSame(as other: RemoteString) -> Bool {
        version == other.version && date.utf8.elementsEqual(other.date.utf8)
            && stringToSign.utf8.elementsEqual(other.stringToSign.utf8)
    }
}
