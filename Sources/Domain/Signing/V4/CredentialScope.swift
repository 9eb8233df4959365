internal import Bytes
internal import Time

extension ByteBuffer {
    /// The *scope* of a V4 signature: `20231216/cn-hangzhou/oss/aliyun_v4_request`.
    ///
    /// With `%2F` between its parts it is what a URL says of it, since nothing else in it needs an escape.
    mutating func append(scopeOf request: borrowing OSSRequest, day: Timestamp, slash: StaticString = "/") {
        append(day: day)
        append(slash)
        if let region = request.region { append(request.text[region]) }
        append(slash)
        append(request.product)
        append(slash)
        append("aliyun_v4_request")
    }
}
