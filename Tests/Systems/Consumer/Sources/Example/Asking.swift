import OSSAuthClient

/// The request of the README.
func firstURL() throws -> String {
    let request = OSSRequest(.get, bucket: "media", key: "public/cat.jpg")
    let url = try SigningDaemon().presign(request, for: .seconds(600)).url
    return url
}

/// A URL for a download, and when it really ends.
func downloadURL() throws -> String {
    let daemon = SigningDaemon()
    let answer = try daemon.presign(
        OSSRequest(.get, bucket: "examplebucket", key: "a.txt"), for: .seconds(600))
    if answer.endsWithCredential, let end = answer.expiration { note("ends early, at \(end)") }
    return answer.url
}

/// An upload, signed in its headers.
func upload(_ daemon: SigningDaemon) throws -> Sending {
    var request = OSSRequest(.put, bucket: "examplebucket", key: "a.txt")
    request.headers = [.init("content-type", "text/plain"), .init("x-oss-meta-author", "me")]
    let signed = try daemon.sign(request)
    return Sending("PUT", signed.url, request.headers + signed.headers)
}

/// A thousand URLs at once.
func gallery(_ daemon: SigningDaemon) throws -> [String] {
    let keys = (1...1_000).map { "photos/\($0).jpg" }
    return try daemon.presign(keys, like: OSSRequest(bucket: "examplebucket"), for: .seconds(3_600)).urls
}

/// A form with which a browser uploads into a folder.
func uploadForm(_ daemon: SigningDaemon) throws -> SigningDaemon.Form {
    let conditions = #"[["starts-with", "$key", "incoming/"], ["content-length-range", 1, 1048576]]"#
    return try daemon.form(
        for: OSSRequest(bucket: "examplebucket"), conditions: conditions, for: .seconds(600))
}
