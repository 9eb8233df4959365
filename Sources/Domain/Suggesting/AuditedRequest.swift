internal import Access

/// A request that the daemon granted, as far as the rules judge it and the audit knows it.
package struct AuditedRequest: Hashable, Sendable {
    package let user: UInt32
    package let unit: String?
    package let program: String?
    package let profile: String
    /// The word of `Allow=`.
    package let operation: String
    package fileprivate(set) var method: String
    /// Empty: the request is one to the service, or is not known.
    package fileprivate(set) var bucket: String
    /// Empty: the request is one to the bucket.
    package fileprivate(set) var key: [UInt8] = []
    /// Whether it is for all keys that begin with `key`.
    package fileprivate(set) var isPrefix = false
    package fileprivate(set) var parameters: [String]
    /// The life of a URL or form in seconds, 0 if it is not on record.
    package let expires: Int

    fileprivate init(_ record: JournalRecord, of user: UInt32, _ operation: String) {
        self.user = user
        (unit, program, profile) = (record["UNIT"], record["EXE"], record["PROFILE"] ?? "")
        (method, bucket) = (record["METHOD"] ?? "", record["BUCKET"] ?? "")
        parameters = record.values("PARAMETER")
        expires = record["EXPIRES"].flatMap { Int($0) } ?? 0
        self.operation = operation == "forward" ? "sign" : operation
        // The rules judge each key of a list of objects to delete as a DELETE of its own.
        if operation == "forward", method == "POST", record["CLASS"] == "removal", parameters.isEmpty {
            method = "DELETE"
        }
    }

    /// The folder of its instance of a service, and the pattern of all instances.
    var instance: (folder: [UInt8], pattern: String)? {
        var facts = ProcessFacts()
        facts.unit = unit
        guard let unit, unit.hasSuffix(".service"), !unit.hasPrefix("user@"), let folder = facts.instance
        else {
            return nil
        }
        let prefix = unit.utf8.prefix { $0 != UInt8(ascii: "@") }.flatMap(KeyPart.quoted)
        return prefix.isEmpty
            ? nil : (Array(folder.utf8), "\(String(decoding: prefix, as: UTF8.self))@*.service")
    }

    /// The same for other keys.
    fileprivate func with(key: String, isPrefix: Bool = false) -> AuditedRequest {
        var request = self
        (request.key, request.isPrefix) = (Array(key.utf8), isPrefix)
        return request
    }

    /// The read of the object `BUCKET/KEY` that a copy names.
    fileprivate func source(_ place: String) -> AuditedRequest {
        let parts = place.split(separator: "/", maxSplits: 1).map(String.init)
        var source = with(key: parts.last ?? "")
        (source.bucket, source.method, source.parameters) = (parts.first ?? "", "GET", [])
        return source
    }
}

extension JournalRecord {
    /// The requests of a record; none if it is of something else, or of a number of requests.
    package var requests: [AuditedRequest] {
        guard self["VERDICT"] == "granted", let operation = self["OPERATION"], let user else { return [] }
        let request = AuditedRequest(self, of: user, operation)
        let sources = values("SOURCE").map(request.source)
        if let prefix = self["KEY_PREFIX"] {
            return [request.with(key: prefix, isPrefix: true)] + sources
        }
        let keys = values("KEY")
        return (keys.isEmpty ? [request] : keys.map { request.with(key: $0) }) + sources
    }
}
