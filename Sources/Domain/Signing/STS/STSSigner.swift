package import Bytes

/// Signs calls of the Security Token Service.
///
/// Holds the texts of the last signature. `query` is what travels: in the URL, or with POST as a form.
package struct STSSigner: ~Copyable {
    package internal(set) var query = ByteBuffer(capacity: 2_048)
    package internal(set) var stringToSign = ByteBuffer(capacity: 2_048)
    /// In base64, not percent-encoded.
    package internal(set) var signature = ByteBuffer(capacity: 64)

    package init() {}

    mutating func reset() {
        query.removeAll()
        stringToSign.removeAll()
        signature.removeAll()
    }
}
