package import Bytes
internal import HTTP

extension ByteBuffer {
    /// The contract itself, as an OpenAPI document.
    package mutating func appendOpenAPIDocument(keepAlive: Bool) {
        let body = ResponseWriter.begin(
            ResponseFields(.ok, contentType: "application/json", keepAlive: keepAlive), into: &self)
        let document = PackageResources.openapi_json
        append(document.span)
        ResponseWriter.finish(body, into: &self)
    }
}
