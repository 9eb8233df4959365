package import Bytes
internal import JSON
package import Signing

extension ByteBuffer {
    /// What a server that signs is asked: the members that the remote signers of Alibaba's Swift SDK pass on.
    ///
    /// What a request does not have is left out.
    package mutating func append(_ string: RemoteString, keyID: Span<UInt8>) {
        beginObject()
        name("version")
        value(string.version.name)
        name("method")
        value(string.method.name)
        member("bucket", string.bucket)
        member("key", string.key)
        name("stringToSign")
        value(string.stringToSign)
        name("date")
        value(string.date)
        name("accessKeyId")
        value(keyID)
        member("region", string.region)
        member("product", string.product)
        endObject()
    }

    private mutating func member(_ name: StaticString, _ text: String?) {
        guard let text else { return }
        self.name(name)
        value(text)
    }
}
