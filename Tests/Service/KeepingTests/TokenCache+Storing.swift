import Kernel
import Records
import Tokens

@testable import Keeping

extension TokenCache {
    /// All the steps at once, as the seal of a plain file is written.
    func store(_ credential: Credential, of owner: CacheRecord.Owner) throws {
        var file = try replacement(with: credential, of: owner)
        try file.finish()
    }
}
