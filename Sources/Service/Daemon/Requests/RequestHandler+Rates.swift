internal import API
internal import Access
internal import Bytes
internal import Time

// What callers use of the rates of their rules.
extension RequestHandler {
    /// The rules of the caller, each with how long it is used up.
    func meteredRules(of connection: Connection, at now: Moment) -> PeerRules {
        let caller = connection.caller
        return rates.waits(for: caller.rules, by: caller.peer.uid, at: now.boot)
    }

    func count(
        _ grants: borrowing ReusedArray<Grant>, of rules: PeerRules, to connection: Connection, at now: Moment
    ) {
        for index in grants.indices {
            let grant = grants[index]
            count(grant.count, by: rules.rules[grant.rule], to: connection, at: now)
        }
    }

    func count(_ times: Int, by rule: Rule, to connection: Connection, at now: Moment) {
        rates.take(times, of: rule, by: connection.caller.peer.uid, at: now.boot)
    }
}
