internal import CommandLine

// The description of a request to OSS.
extension Option {
    static let profile = Option(
        "profile", .text("NAME"), "The profile whose credential is used.",
        standard: "that of the daemon",
        variable: "OSSAUTHD_PROFILE")
    static let method = Option(
        "method", .choice("METHOD", methods), "The method that the URL is for.", standard: "GET")
    static let expires = Option(
        "expires", .span("TIME"), "How long the URL is valid: 900, 15min, 1h.",
        standard: "15min, or less if the rule allows less")
    static let signatureVersion = Option(
        "signature-version", .choice("VERSION", ["v4", "v1", "s3"]),
        "The signature algorithm; s3 is that of Amazon, for the S3 endpoint of OSS.",
        standard: "that of the profile")
    static let endpoint = Option(
        "endpoint", .text("URL"), "The server, such as https://oss-cn-hangzhou.aliyuncs.com.",
        standard: "that of the profile")
    static let region = Option(
        "region", .text("REGION"), "The region of the bucket, such as cn-hangzhou.",
        standard: "that of the profile, else by the endpoint")
    static let addressing = Option(
        "addressing", .choice("STYLE", ["virtual", "path", "cname"]), "The place of the bucket in the URL.",
        standard: "that of the profile, else by the endpoint")
    static let cloudBoxID = Option(
        "cloud-box-id", .text("ID"), "Sign for this CloudBox, which takes the place of the region.")
    static let time = Option(
        "time", .text("TIME"),
        "Sign as at this time, such as 2026-11-21T12:00:00Z, as far as TimeSkew= of your rule allows.",
        standard: "now")
    static let parameter = Option(
        "parameter", .text("NAME[=VALUE]"), "A query parameter, not encoded.", isRepeatable: true)
    static let header = Option(
        "header", .text("'NAME: VALUE'"), "A header that will be sent.", isRepeatable: true)
    static let additionalHeader = Option(
        "additional-header", .text("NAME"), "Sign this --header as well (v4, s3).", isRepeatable: true)
    static let contentType = Option(
        "content-type", .text("TYPE"),
        "The Content-Type that will be sent; auto finds it by the ending of the key.")
    static let contentMD5 = Option(
        "content-md5", .text("MD5"), "The Content-MD5 that will be sent, in base64.")
    static let minValid = Option(
        "min-valid", .span("TIME"), "How long the credential must last at least, or it is refreshed first.",
        standard: "0")
    static let showStringToSign = Option(
        "show-string-to-sign", .flag,
        "Print the signed texts to standard error, to compare them with an error of OSS.")

    static let methods = ["GET", "PUT", "POST", "HEAD", "DELETE", "OPTIONS"]

    /// The options that determine the signature.
    static let kindOfSignature = [
        profile, signatureVersion, endpoint, region, addressing, cloudBoxID, parameter, header,
        additionalHeader, contentType, contentMD5, time,
    ]

    static let description = kindOfSignature + [minValid, showStringToSign]
}
