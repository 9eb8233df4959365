import Chunks
import Testing

struct FilterSharesTests {
    private let quarter = FilterShares.all / 4

    @Test func `each user has a quarter, and four of them have all`() {
        var shares = FilterShares()
        for user in 1...4 {
            shares.expect(quarter, for: user)
            shares.expect(1, for: user, isThere: false)
        }
        shares.expect(1, for: 5, isThere: false)
        shares.release(1, of: 2)
        shares.expect(1, for: 5)
    }

    @Test func `a user may have again the bytes that it gave back`() {
        var shares = FilterShares()
        for _ in 0..<10 {
            shares.expect(quarter, for: 1)
            shares.release(quarter, of: 1)
        }
        shares.expect(FilterShares.all, for: nil)
        shares.expect(1, for: 1, isThere: false)
    }
}

extension FilterShares {
    fileprivate mutating func expect(_ bytes: Int, for user: Int?, isThere: Bool = true) {
        let hasRoom = reserve(bytes, for: user)
        #expect(hasRoom == isThere)
    }
}
