import Kernel
import Tokens

@testable import Callers
@testable import Daemon
@testable import Keeping
@testable import Records
@testable import Serving

extension TokenCache {
    /// All the steps at once, as the seal of a plain file is written.
    func store(_ credential: Credential, of owner: CacheRecord.Owner) throws {
        var file = try replacement(with: credential, of: owner)
        try file.finish()
    }
}
