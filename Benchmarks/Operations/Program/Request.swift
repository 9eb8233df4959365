/// The bodies that are sent, as an SDK writes them.
enum Request {
    static let presign = presigning(#""version":"v4","key":"photos/2026/10/vacation 0001.jpg","#)
    static let presignV1 = presigning(#""version":"v1","key":"photos/2026/10/vacation 0001.jpg","#)
    static let sign = signing("v4")
    static let signV1 = signing("v1")

    static let postPolicy = """
        {"profile":"bench","version":"v4","bucket":"example-bucket","expires":3600,\
        "conditions":[["starts-with","$key","uploads/jane-doe/"],["content-length-range",1,10485760]]}
        """
    static let signString = """
        {"profile":"bench","version":"v1","stringToSign":"PUT\\n\\nimage/jpeg\\nMon, 21 Sep 2026 14:13:20 GMT\\n\
        x-oss-meta-author:jane-doe\\n/example-bucket/photos/2026/10/vacation 0001.jpg?partNumber=1&uploadId=0004B999EF518A1F"}
        """

    static func presignMany(_ count: Int) -> String {
        let keys = (1...count).map { #""photos/2026/10/vacation \#($0).jpg""# }
        return presigning(#""version":"v4","keys":[\#(keys.joined(separator: ","))],"#)
    }

    /// The body behind the head that comes with it over a socket.
    static func message(_ body: String) -> String {
        """
        POST /v1/presign HTTP/1.1\r
        Host: localhost\r
        User-Agent: usockload/1\r
        Content-Type: application/json\r
        Content-Length: \(body.utf8.count)\r
        \r
        \(body)
        """
    }

    private static let common = """
        "method":"GET","region":"cn-hangzhou","endpoint":"https://oss-cn-hangzhou.aliyuncs.com",\
        "bucket":"example-bucket","headers":{"content-type":"image/jpeg","x-oss-meta-author":"jane-doe"},\
        "parameters":{"response-content-type":"image/jpeg","versionId":"CAEQMhiBgIC"}
        """

    private static func presigning(_ members: String) -> String {
        #"{"profile":"bench",\#(members)"expires":3600,"additionalHeaders":["host"],\#(common)}"#
    }

    private static func signing(_ version: String) -> String {
        #"{"profile":"bench","version":"\#(version)","key":"photos/2026/10/vacation 0001.jpg",\#(common)}"#
    }
}
