internal import Bytes
internal import Documents
internal import TestSupport
import Testing
internal import Time

/// The documents that other programs expect, each as a whole text.
struct DocumentTests {
    private static let expiration = "2026-11-21T06:40:00Z"

    private func text(
        _ format: DocumentFormat, token: String = "CAIS/x+y==", secret: String = "s3cr3t",
        expires: Bool = true, variables: [String] = ["oss"]
    ) throws -> String {
        let (keyID, secret, token) = ("STS.Key", secret, token)
        var document = CredentialDocument(
            accessKeyID: keyID.utf8Span.span, accessKeySecret: secret.utf8Span.span,
            securityToken: token.utf8Span.span)
        if expires { document.expiration = Timestamp(rfc3339: Self.expiration.utf8Span.span) }
        document.lastUpdated = Timestamp(rfc3339: "2026-11-21T05:40:00Z".utf8Span.span)
        document.endpoint = "https://oss-cn-hangzhou.aliyuncs.com"
        document.region = "cn-hangzhou"
        document.variables = try variables.map { try VariableChoice($0) }
        var buffer = ByteBuffer()
        buffer.append(document, as: format)
        return buffer.string
    }

    @Test(arguments: [
        (
            DocumentFormat.json,
            """
            {
              "AccessKeyId": "STS.Key",
              "AccessKeySecret": "s3cr3t",
              "Expiration": "2026-11-21T06:40:00Z",
              "SecurityToken": "CAIS/x+y==",
              "LastUpdated": "2026-11-21T05:40:00Z",
              "Code": "Success"
            }

            """
        ),
        (
            .process,
            """
            {
              "AccessKeyId": "STS.Key",
              "AccessKeySecret": "s3cr3t",
              "SecurityToken": "CAIS/x+y==",
              "Expiration": "2026-11-21T06:40:00Z"
            }

            """
        ),
        (
            .external,
            """
            {
              "mode": "StsToken",
              "access_key_id": "STS.Key",
              "access_key_secret": "s3cr3t",
              "sts_token": "CAIS/x+y==",
              "expiration": "2026-11-21T06:40:00Z"
            }

            """
        ),
        (
            .appserver,
            """
            {
              "StatusCode": "200",
              "AccessKeyId": "STS.Key",
              "AccessKeySecret": "s3cr3t",
              "SecurityToken": "CAIS/x+y==",
              "Expiration": "2026-11-21T06:40:00Z"
            }

            """
        ),
        (
            .env,
            """
            ALIBABA_CLOUD_ACCESS_KEY_ID=STS.Key
            ALIBABA_CLOUD_ACCESS_KEY_SECRET=s3cr3t
            ALIBABA_CLOUD_SECURITY_TOKEN=CAIS/x+y==
            OSS_ACCESS_KEY_ID=STS.Key
            OSS_ACCESS_KEY_SECRET=s3cr3t
            OSS_SESSION_TOKEN=CAIS/x+y==
            OSS_REGION=cn-hangzhou
            OSS_ENDPOINT=https://oss-cn-hangzhou.aliyuncs.com

            """
        ),
        (
            .ini,
            """
            [default]
            oss_access_key_id=STS.Key
            oss_secret_access_key=s3cr3t
            oss_session_token=CAIS/x+y==

            """
        ),
        (
            .aws,
            """
            {
              "Code": "Success",
              "LastUpdated": "2026-11-21T05:40:00Z",
              "Type": "AWS-HMAC",
              "AccessKeyId": "STS.Key",
              "SecretAccessKey": "s3cr3t",
              "Token": "CAIS/x+y==",
              "Expiration": "2026-11-21T06:40:00Z"
            }

            """
        ),
        (
            .awsProcess,
            """
            {
              "Version": 1,
              "AccessKeyId": "STS.Key",
              "SecretAccessKey": "s3cr3t",
              "SessionToken": "CAIS/x+y==",
              "Expiration": "2026-11-21T06:40:00Z"
            }

            """
        ),
        (
            .awsIni,
            """
            [default]
            aws_access_key_id=STS.Key
            aws_secret_access_key=s3cr3t
            aws_session_token=CAIS/x+y==
            region=cn-hangzhou
            endpoint_url=https://s3.oss-cn-hangzhou.aliyuncs.com
            request_checksum_calculation=when_required
            response_checksum_validation=when_required
            s3=
                addressing_style=virtual

            """
        ),
        (
            .ossutil,
            """
            [default]
            accessKeyID=STS.Key
            accessKeySecret=s3cr3t
            stsToken=CAIS/x+y==
            endpoint=https://oss-cn-hangzhou.aliyuncs.com
            region=cn-hangzhou
            [Credentials]
            accessKeyID=STS.Key
            accessKeySecret=s3cr3t
            stsToken=CAIS/x+y==
            endpoint=https://oss-cn-hangzhou.aliyuncs.com
            region=cn-hangzhou

            """
        ),
    ])
    func `a document has the text that its readers expect`(format: DocumentFormat, expected: String) throws {
        #expect(try text(format) == expected)
    }

    /// Its reader cuts the text at commas and looks for four words in each piece; a fifth would mislead it.
    @Test func `is cut by ossfs into its four members`() throws {
        let pieces = try text(.ossfs).split(separator: ",")
        let words = ["AccessKeyId", "AccessKeySecret", "Token", "Expiration"]
        #expect(pieces.count == words.count)
        for (piece, word) in zip(pieces, words) {
            #expect(piece.split(separator: "\"").first { $0.hasSuffix(word) } != nil)
        }
        #expect(try !text(.ossfs).contains("RoleArn"))
    }

    @Test(arguments: [DocumentFormat.process, .external, .ossfs, .awsProcess])
    func `has no member without a value`(format: DocumentFormat) throws {
        let text = try text(format, token: "", expires: false)
        for word in ["SecurityToken", "SessionToken", "sts_token", "xpiration", "\"\""] {
            #expect(!text.contains(word))
        }
    }

    /// A client of a credentials URI that misses it raises an error with the whole document in it, the secret too.
    @Test(arguments: [DocumentFormat.json, .appserver])
    func `a document of a key without a token has an empty token`(format: DocumentFormat) throws {
        #expect(try text(format, token: "").contains("\n  \"SecurityToken\": \"\",\n"))
    }

    @Test func `a document of a key without a token is marked as such`() throws {
        #expect(try text(.external, token: "").contains("\"mode\": \"AK\""))
    }

    /// As their documents and sources name them.
    @Test(arguments: [
        (["alicloud"], ["ALICLOUD_ACCESS_KEY", "ALICLOUD_SECRET_KEY", "ALICLOUD_SECURITY_TOKEN"]),
        (
            ["velero"],
            [
                "ALIBABA_CLOUD_ACCESS_KEY_ID", "ALIBABA_CLOUD_ACCESS_KEY_SECRET",
                "ALIBABA_CLOUD_ACCESS_STS_TOKEN",
            ]
        ),
        (["juicefs"], ["ALICLOUD_ACCESS_KEY_ID", "ALICLOUD_ACCESS_KEY_SECRET", "SECURITY_TOKEN"]),
        (["aws"], ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"]),
        (["A=AccessKeyId", "B=AccessKeySecret", "C=SecurityToken"], ["A", "B", "C"]),
    ])
    func `the variables have the names that a program looks for`(words: [String], names: [String]) throws {
        let lines = try text(.env, variables: words).split(separator: "\n").map(String.init)
        let values = ["STS.Key", "s3cr3t", "CAIS/x+y=="]
        #expect(lines.prefix(3) == zip(names, values).map { "\($0)=\($1)" }[...])
    }

    @Test func `a token that a key lacks is empty under each name`() throws {
        #expect(try text(.env, token: "", variables: ["T=SecurityToken"]) == "T=\n")
    }

    @Test(arguments: [
        ("https://oss-cn-hangzhou.aliyuncs.com", "https://s3.oss-cn-hangzhou.aliyuncs.com"),
        ("oss-cn-beijing-internal.aliyuncs.com", "https://s3.oss-cn-beijing-internal.aliyuncs.com"),
        ("http://oss-accelerate.aliyuncs.com", "http://s3.oss-accelerate.aliyuncs.com"),
        ("https://files.example.com", "https://files.example.com"), ("", ""),
        ("https://oss-cn-x.aliyuncs.com.example.org", "https://oss-cn-x.aliyuncs.com.example.org"),
    ])
    func `knows the S3 address of an endpoint`(endpoint: String, address: String) {
        #expect(S3Endpoint.address(of: endpoint) == address)
    }

    @Test(arguments: ["$(id)", "a'b", "`x`", "a\\b", "a\"b", "a;b", "a#b", "~", "a&b|c>d", "!x", "*"])
    func `a shell reads the original value`(secret: String) throws {
        let script = try text(.env, secret: secret) + "printf %s \"$OSS_ACCESS_KEY_SECRET\"\n"
        var shell = try RunningProgram("/bin/sh", ["-c", script])
        #expect(try shell.rest().string == secret)
    }
}
