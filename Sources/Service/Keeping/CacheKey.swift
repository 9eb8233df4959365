internal import Bytes
package import Hashing
internal import Kernel
package import Settings

/// The key that seals the cache files.
///
/// It is read for each use, a few times in the life of a token, so that it does not stay in memory.
package struct CacheKey {
    let file: SecretPlace

    /// Bounds the read: a longer file is not a key.
    private static let sizeLimit = 4_096

    package init(file: SecretPlace) {
        self.file = file
    }

    package func read() throws(CacheError) -> AES256GCM {
        guard let path = file.path else {
            throw CacheError(description: "CacheKey=\(file.text): the unit hands over no such credential")
        }
        let content: ByteBuffer
        content = try mapping(File.contents(of: path, atMost: CacheKey.sizeLimit)) { (error: SystemError) in
            CacheError(description: "CacheKey=\(file.text): \(error)")
        }
        guard let key = AES256GCM(key: content.span) else {
            throw CacheError(
                description: "CacheKey=\(file.text) has \(content.count) bytes and must have 32, "
                    + "of which none is the end of a line")
        }
        return key
    }
}

/// Why the cache cannot be used now.
package struct CacheError: Error, CustomStringConvertible {
    package let description: String

    static func keyIsMissing(for directory: String) -> CacheError {
        CacheError(
            description:
                "\(directory) has sealed tokens and there is no CacheKey=; bring the key back, or remove "
                + "\(directory)/.sealed and the sealed files to have tokens in plain text")
    }

    /// Converts the error of one file operation.
    static func file<Value: ~Copyable>(
        _ step: @autoclosure () throws(SystemError) -> Value
    ) throws(CacheError) -> Value {
        try mapping(step()) { (error: SystemError) in CacheError(description: error.description) }
    }
}
