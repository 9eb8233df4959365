internal import Bytes
internal import Hashing
internal import Kernel
internal import Tokens

extension TokenCache {
    /// At the start, with a key: what was written before there was one.
    ///
    /// Tokens are sealed, whatever else holds one in plain text is removed. Returns what was removed.
    func sealLeftovers() throws(CacheError) -> [String] {
        try CacheError.file(prepare)
        let names = try CacheError.file { () throws(SystemError) in try File.names(in: directory) }
        // Without a key that works nothing is touched.
        guard try sealingKey(beside: names.filter(TokenCache.isToken)) != nil else { return [] }
        var removed: [String] = []
        for name in names {
            if TokenCache.isToken(name) {
                try sealToken(of: String(name.dropLast(TokenCache.suffix.utf8.count)))
            } else if TokenCache.isSetAside(name), try !isSealed(name) {
                try CacheError.file { () throws(SystemError) in try File.remove("\(directory)/\(name)") }
                removed.append("\(directory)/\(name)")
            }
        }
        return removed
    }

    private var sealingMark: String { "\(directory)/.sealed" }

    /// The key to seal with; `nil`: tokens are stored in plain text.
    ///
    /// A folder that ever had a sealed token gets none in plain text: its key may only have been lost on the way here.
    /// `names`: the files to look into, since a version before this one left no mark.
    func sealingKey(beside names: [String]) throws(CacheError) -> AES256GCM? {
        if let key = try key?.read() {
            try markAsSealed()
            return key
        }
        for name in names {
            guard let content = try plainOrSealed(name), SealedRecord.isSealed(content.span) else { continue }
            try markAsSealed()
        }
        let isSealed = try CacheError.file { () throws(SystemError) in
            try FileStatus.existing(at: sealingMark) != nil
        }
        guard !isSealed else { throw .keyIsMissing(for: directory) }
        return nil
    }

    func markAsSealed() throws(CacheError) {
        try CacheError.file { () throws(SystemError) in
            guard try FileStatus.existing(at: sealingMark) == nil else { return }
            try File.replace(sealingMark, with: ByteBuffer().span)
        }
    }

    private static func isToken(_ name: String) -> Bool {
        name.hasSuffix(suffix) && !name.hasPrefix(".")
    }

    private static func isSetAside(_ name: String) -> Bool {
        CacheRecord.Problem.allCases.contains { name.hasSuffix("\(suffix).\($0.suffix)") }
    }

    private func isSealed(_ name: String) throws(CacheError) -> Bool {
        guard let bytes = try plainOrSealed(name) else { return true }
        return SealedRecord.isSealed(bytes.span)
    }

    /// Another process that holds the lock is about to write the file itself.
    private func sealToken(of profile: String) throws(CacheError) {
        guard let lock = try CacheError.file({ () throws(SystemError) in try lock(profile) }) else { return }
        defer { withExtendedLifetime(lock) {} }
        guard let record = try plainOrSealed(profile + TokenCache.suffix) else { return }
        guard !SealedRecord.isSealed(record.span) else { return }
        var file = try replacement(with: record.span, of: profile)
        try CacheError.file { () throws(SystemError) in try file.finish() }
    }

    /// `nil` for what no writer of ours made; whoever wants to read it sets it aside.
    private func plainOrSealed(_ name: String) throws(CacheError) -> ByteBuffer? {
        try CacheError.file { () throws(SystemError) in
            let path = "\(directory)/\(name)"
            guard let status = try FileStatus.existing(at: path), status.kind == .regular,
                status.size <= SealedRecord.maximumLength
            else { return nil }
            return try File.contents(of: path, atMost: SealedRecord.maximumLength, followingLinks: false)
        }
    }
}
