import KeepingSupport
import TestSupport
import Testing

/// The place of the bucket in a URL, when the request does not say.
struct AddressingTests {
    @Test(arguments: [
        ("path", "", "https://oss-cn-hangzhou.aliyuncs.com/bucket/k?"),
        ("path", "oss-cn-hangzhou.aliyuncs.com", "https://oss-cn-hangzhou.aliyuncs.com/bucket/k?"),
        ("path", "oss-cn-beijing.aliyuncs.com", "https://oss-cn-beijing.aliyuncs.com/bucket/k?"),
        ("virtual", "192.0.2.1", "https://192.0.2.1/bucket/k?"),
        ("auto", "oss-cn-beijing.aliyuncs.com", "https://bucket.oss-cn-beijing.aliyuncs.com/k?"),
        ("auto", "192.0.2.1", "https://192.0.2.1/bucket/k?"),
    ])
    func `the profile's addressing applies, also to an endpoint that the request names`(
        word: String, endpoint: String, url: String
    )
        throws
    {
        let daemon = try DaemonFixture(
            "[Profile a]\nSource=appserver\nURL=http://127.0.0.1:1/\nRegion=cn-hangzhou\n"
                + "Endpoint=https://oss-cn-hangzhou.aliyuncs.com\nAddressing=\(word)\n")
        let client = try daemon.connect()
        let named = endpoint.isEmpty ? "" : "\"endpoint\":\"\(endpoint)\","
        let body = "{\"profile\":\"a\",\(named)\"bucket\":\"bucket\",\"key\":\"k\"}"
        try client.send(
            "POST /v1/presign HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        try daemon.keeping.settle()
        try daemon.keeping.fetch().answerWithToken()
        let answer = try #require(try client.answer())
        #expect(answer.contains("\"url\":\"\(url)"), "\(answer)")
    }
}
