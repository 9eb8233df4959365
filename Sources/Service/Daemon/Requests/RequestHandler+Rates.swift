internal import API
internal import Access
internal import Bytes
internal import Time

// What callers use of the rates of their rules.
extension RequestHandler {
    /// The rules of the caller, each with how long it is used up.
    func meteredRules(of connection: Connection, at now: Moment) -> PeerRules {
        let caller = connection.caller
        return caller.metered?.rules(at: now.boot) ?? caller.rules
    }

    func count(_ grants: borrowing ReusedArray<Grant>, to connection: Connection, at now: Moment) {
        for index in grants.indices {
            let grant = grants[index]
            count(grant.count, by: grant.rule, to: connection, at: now)
        }
    }

    func count(_ times: Int, by rule: Int, to connection: Connection, at now: Moment) {
        connection.caller.metered?.take(times, of: rule, at: now.boot)
    }
}
