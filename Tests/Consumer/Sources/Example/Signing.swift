import OSSSigning

/// Signs without a daemon, for code that has a key of its own.
func signHere(_ key: OSSCredential, at time: UnixTime, endpoint: String) throws -> Sending {
    var request = OSSRequest(.get, bucket: "examplebucket", key: "a.txt")
    request.endpoint = endpoint
    request.region = "cn-hangzhou"
    let signer = OSSSigner(key)
    let signed = try signer.sign(request, at: time)
    return Sending("GET", signed.url, signed.headers)
}
