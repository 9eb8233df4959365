internal import Bytes
internal import Time

extension ByteBuffer {
    /// The *scope* of a V4 signature: `20231216/cn-hangzhou/oss/aliyun_v4_request`.
    mutating func append(scopeOf request: borrowing OSSRequest, day: Timestamp) {
        append(day: day)
        append(UInt8(ascii: "/"))
        if let region = request.region { append(request.text[region]) }
        append(UInt8(ascii: "/"))
        append(request.product)
        append("/aliyun_v4_request")
    }
}
