package import Bytes

/// Signs calls of the Security Token Service, in the older form (RPC) or the newer one (ACS3).
///
/// Holds the texts of the last signature. `query` is what travels: in the URL, or with POST as a form.
package struct STSSigner: ~Copyable {
    package internal(set) var query = ByteBuffer(capacity: 2_048)
    /// Only ACS3 has one.
    package internal(set) var canonicalRequest = ByteBuffer(capacity: 2_048)
    package internal(set) var stringToSign = ByteBuffer(capacity: 2_048)
    /// Hexadecimal for ACS3, base64 for RPC, not percent-encoded.
    package internal(set) var signature = ByteBuffer(capacity: 64)
    /// The value of the `Authorization` header, which only ACS3 has.
    package internal(set) var authorization = ByteBuffer(capacity: 512)
    /// The headers that ACS3 signs and that must be sent, in their canonical order.
    package internal(set) var headers: [Header] = []

    package init() {}

    /// A header of our own; its value is a range of the canonical request.
    package struct Header {
        package let name: StaticString
        package let value: Range<Int>
    }

    mutating func reset() {
        query.removeAll()
        canonicalRequest.removeAll()
        stringToSign.removeAll()
        signature.removeAll()
        authorization.removeAll()
        headers.removeAll(keepingCapacity: true)
    }
}
