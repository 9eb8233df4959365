internal import Bytes
internal import Keeping
internal import Kernel
internal import Records

/// The key that the secret paths of the compat listener are derived from.
///
/// It is stored with the tokens, because running programs cannot get a new path after a restart.
enum CompatKey {
    private static let length = 32

    /// The stored key, or a new one; if it cannot be stored, the paths are valid only for this process.
    static func load(from cache: TokenCache, _ log: Log) -> ByteBuffer {
        let path = "\(cache.directory)/compat.key"
        let key = Randomness.bytes(length)
        do throws(SystemError) {
            try cache.prepare()
        } catch {
            log.write(.compatKeyNotKept(reason: "\(error)"))
            return key
        }
        do throws(SystemError) {
            if try FileStatus.existing(at: path) != nil {
                let kept = try File.contents(of: path, atMost: length, followingLinks: false)
                if kept.count == length { return kept }
            }
        } catch {
            log.write(.compatKeyNotKept(reason: "\(error)"))
        }
        keep(key, at: path, log)
        return key
    }

    private static func keep(_ key: borrowing ByteBuffer, at path: String, _ log: Log) {
        do throws(SystemError) {
            try File.replace(path, with: key.span)
        } catch {
            log.write(.compatKeyNotKept(reason: "\(error)"))
        }
    }
}
