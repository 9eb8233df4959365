internal import Bytes
internal import Kernel

/// The key that the secret paths of the compat listener are made of.
///
/// It is kept with the tokens: programs that were told such a path know no way to ask for another after a restart.
enum CompatKey {
    private static let length = 32

    /// The one that is there, or a new one; without a file that can be written it lasts as long as this process.
    static func load(from cache: TokenCache, _ log: Log) -> ByteBuffer {
        let path = "\(cache.directory)/compat.key"
        do throws(SystemError) {
            try cache.prepare()
        } catch {
            log.write(.compatKeyNotKept(reason: "\(error)"))
            return random()
        }
        do throws(SystemError) {
            if try FileStatus.existing(at: path) != nil {
                let kept = try File.contents(of: path, atMost: length, followingLinks: false)
                if kept.count == length { return kept }
            }
        } catch {
            log.write(.compatKeyNotKept(reason: "\(error)"))
        }
        return make(at: path, log)
    }

    private static func make(at path: String, _ log: Log) -> ByteBuffer {
        let key = random()
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

    private static func random() -> ByteBuffer {
        var key = ByteBuffer(capacity: length)
        Randomness.append(length, to: &key)
        return key
    }
}
