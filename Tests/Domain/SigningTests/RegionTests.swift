import Bytes
import Signing
import TestSupport
import Testing

struct RegionTests {
    @Test(arguments: [
        ("oss-cn-hangzhou.aliyuncs.com", "cn-hangzhou"),
        ("oss-cn-hangzhou-internal.aliyuncs.com", "cn-hangzhou"),
        ("oss-cn-wuhan-lr.aliyuncs.com", "cn-wuhan-lr"),
        ("oss-ap-southeast-1.aliyuncs.com", "ap-southeast-1"),
        ("oss-us-west-1-internal.aliyuncs.com", "us-west-1"),
        ("oss-me-central-1.aliyuncs.com", "me-central-1"),
        ("cn-hangzhou.oss.aliyuncs.com", "cn-hangzhou"),
        ("cn-shanghai.oss-internal.aliyuncs.com", "cn-shanghai"),
        ("oss.aliyuncs.com", "cn-hangzhou"), ("oss-internal.aliyuncs.com", "cn-hangzhou"),
        ("http://OSS-EU-Central-1.aliyuncs.com:80/", "eu-central-1"),
        ("s3.oss-cn-hangzhou.aliyuncs.com", "cn-hangzhou"),
        ("s3.oss-cn-beijing-internal.aliyuncs.com", "cn-beijing"),
    ])
    func `the region follows from an endpoint that names it`(endpoint: String, region: String) throws {
        #expect(
            try scope(of: Wanted(endpoint: endpoint, region: nil))
                == "20231216/\(region)/oss/aliyun_v4_request")
    }

    @Test(arguments: [
        // No region in the name.
        "oss-accelerate.aliyuncs.com", "oss-accelerate-overseas.aliyuncs.com", "static.example.com",
        "127.0.0.1", "[::1]",
        "localhost", "aliyuncs.com", "oss-console.aliyuncs.com", "oss-.aliyuncs.com", "oss-cn.aliyuncs.com",
        "oss-cn-.aliyuncs.com", "oss-1n-hangzhou.aliyuncs.com", "oss-c1-hangzhou.aliyuncs.com",
        // Finance and government: the host is not the id.
        "oss-cn-hzfinance.aliyuncs.com", "oss-cn-szfinance.aliyuncs.com",
        "oss-cn-hzjbp-a-internal.aliyuncs.com",
        "oss-cn-shanghai-finance-1.aliyuncs.com", "oss-cn-shanghai-finance-1-pub-internal.aliyuncs.com",
        "oss-cn-shenzhen-finance-1-internal.aliyuncs.com", "oss-cn-north-2-gov-1.aliyuncs.com",
        // A bucket or something else stands in front.
        "examplebucket.oss-cn-hangzhou.aliyuncs.com", "ex-bucket.cn-hangzhou.oss.aliyuncs.com",
        "s3.oss-accelerate.aliyuncs.com", "s3.cn-hangzhou.oss.aliyuncs.com", "s3.aliyuncs.com",
        "oss-cn-a.oss-cn-hangzhou.aliyuncs.com",
        // A similar domain of another owner.
        "oss-cn-hangzhou.aliyuncs.com.example.com", "oss-cn-hangzhou.example.com",
        "oss-cn-hangzhou.xaliyuncs.com",
    ])
    func `the region is not guessed from any other endpoint`(endpoint: String) {
        #expect(Wanted(endpoint: endpoint, region: nil).refusal == .regionMissing)
    }

    @Test func `an explicit region wins`() throws {
        #expect(try scope(of: Wanted(region: "cn-beijing")) == "20231216/cn-beijing/oss/aliyun_v4_request")
    }

    @Test(arguments: [
        "", "CN-Hangzhou", "cn_hangzhou", "cn-hangzhou/oss", "cn hangzhou", "cn\n", "ü",
        String(repeating: "a", count: 65),
    ])
    func `rejects an invalid region`(region: String) {
        #expect(Wanted(region: region).refusal == .region)
        #expect(Wanted(cloudBox: region).refusal == .cloudBoxID)
    }

    @Test func `the name of an endpoint is no region`() {
        #expect(Wanted(region: "oss-cn-hangzhou").refusal == .region)
        #expect(Wanted(region: "cn-oss-hangzhou").refusal == nil)
    }

    @Test func `a cloud box takes the place of the region, in whatever order they are named`() throws {
        let expected = "20231216/cb-f8z7yvzgwfkl9q0h/oss-cloudbox/aliyun_v4_request"
        let endpoint = "http://cb-f8z7yvzgwfkl9q0h.cn-heyuan.oss-cloudbox.aliyuncs.com"
        for region in [nil, "cn-heyuan"] {
            let wanted = Wanted(endpoint: endpoint, region: region, cloudBox: "cb-f8z7yvzgwfkl9q0h")
            #expect(try scope(of: wanted) == expected)
        }
        var request = OSSRequest()
        try request.setRegion(request.adding("cn-heyuan"))
        try request.setCloudBox(request.adding("cb-1"))
        #expect(request.product.description == "oss-cloudbox")
        #expect(request.region.map { String(copying: request.text[$0]) } == "cb-1")
    }

    /// The scope stands in the third line of what is signed, and again in the header.
    private func scope(of wanted: Wanted) throws -> String {
        let signed = try wanted.signed()
        let scope = String(signed.stringToSign.split(separator: "\n")[2])
        #expect(signed.authorization.contains("Credential=LTAI5tPublicVector01/\(scope),"))
        return scope
    }
}
