internal import Bytes
internal import Hashing
internal import Text
internal import Time

/// A *signing key* of V4, which depends only on secret, day, region and product, ready to sign with.
final class SigningKey {
    let day: Int64
    private let region: ByteBuffer
    private let isForCloudBox: Bool
    let code: HMACSHA256

    init(seed: borrowing HMACSHA256, day: Timestamp, request: borrowing OSSRequest) {
        self.day = day.day
        isForCloudBox = request.isForCloudBox
        var region = ByteBuffer(capacity: 32)
        if let name = request.region { region.append(request.text[name]) }
        var date = ByteBuffer(capacity: 8)
        date.append(day: day)
        code = seed.derived(by: date.span).derived(by: region.span).derived(by: request.product)
            .derived(by: "aliyun_v4_request")
        self.region = region
    }

    func fits(_ request: borrowing OSSRequest, day: Int64) -> Bool {
        guard self.day == day, isForCloudBox == request.isForCloudBox, let region = request.region else {
            return false
        }
        return self.region.equals(request.text[region])
    }
}

extension HMACSHA256 {
    fileprivate borrowing func derived(by message: StaticString) -> HMACSHA256 {
        derived(by: message.bytes)
    }
}
