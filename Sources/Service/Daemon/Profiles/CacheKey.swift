internal import Bytes
internal import Hashing
internal import Kernel
internal import Settings

/// The key that seals the cache files.
///
/// It is read anew at each use, a few times in the life of a token, and is not in memory between.
struct CacheKey {
    let file: SecretPlace

    /// A longer file is no key either; how much longer does not matter.
    private static let sizeLimit = 4_096

    func read() throws(CacheError) -> AES256GCM {
        guard let path = file.path else {
            throw CacheError(description: "CacheKey=\(file.text): the unit hands over no such credential")
        }
        let content: ByteBuffer
        do throws(SystemError) {
            content = try File.contents(of: path, atMost: CacheKey.sizeLimit)
        } catch {
            throw CacheError(description: "CacheKey=\(file.text): \(error)")
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
struct CacheError: Error, CustomStringConvertible {
    let description: String

    static func keyIsMissing(for directory: String) -> CacheError {
        CacheError(
            description:
                "\(directory) has sealed tokens and there is no CacheKey=; bring the key back, or remove "
                + "\(directory)/.sealed and the sealed files to have tokens in plain text")
    }

    /// Runs one step on a file.
    static func file<Value: ~Copyable>(_ step: () throws(SystemError) -> Value) throws(CacheError) -> Value {
        do throws(SystemError) {
            return try step()
        } catch {
            throw CacheError(description: error.description)
        }
    }
}
