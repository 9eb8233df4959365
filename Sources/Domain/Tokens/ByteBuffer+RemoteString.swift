package import Bytes
internal import JSON
package import Signing

extension ByteBuffer {
    /// What a server that signs is asked: the members that the remote signers of Alibaba's Swift SDK pass on.
    ///
    /// What a request does not have is left out.
    package mutating func append(_ string: RemoteString, keyID: Span<UInt8>) {
        beginObject()
        member("version", string.version.name)
        if let method = string.method {
            member("method", method.name)
        }
        member("bucket", ifAny: string.bucket)
        member("key", ifAny: string.key)
        member("stringToSign", string.stringToSign)
        member("date", string.date)
        member("accessKeyId", keyID)
        member("region", ifAny: string.region)
        member("product", ifAny: string.product)
        endObject()
    }
}
