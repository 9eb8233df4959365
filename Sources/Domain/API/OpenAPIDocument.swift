package import Bytes
internal import HTTP

extension ByteBuffer {
    /// Writes the contract of the API, as an OpenAPI document.
    package mutating func appendOpenAPIDocument(keepAlive: Bool) {
        ResponseWriter.write(ResponseFields(.ok, keepAlive: keepAlive), into: &self) { own in
            let document = PackageResources.openapi_json
            own.append(document.span)
        }
    }
}
