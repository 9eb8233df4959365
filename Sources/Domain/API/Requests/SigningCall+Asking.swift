package import Access
internal import Bytes
internal import Signing
internal import Time

// What the rules want to know of a call.
extension SigningCall {
    package var operation: Operation {
        switch route {
        case .sign: .sign
        case .presign: .presign
        case .postPolicy: .postPolicy
        case .signString: isOpaque ? .signOpaque : .signString
        }
    }

    /// What keeps the caller from having this of the profile that is named, whether there is one or not.
    package func refusal(by rules: PeerRules) -> Refusal? {
        rules.refusal(to: operation, with: request.text[profile ?? 0..<0])
    }

    /// A policy that fixes only the beginning of the key is good for all keys that begin so.
    var keyIsPrefix: Bool {
        guard let policy else { return false }
        if case .exactly = policy.key { return false }
        return true
    }

    /// The key, or with a form the part of it that the policy fixes.
    package var ruledKey: Range<Int> {
        switch policy?.key {
        case .exactly(let key), .beginning(let key): key
        case .any: 0..<0
        case nil: request.key ?? 0..<0
        }
    }

    /// For how long the answer would be good.
    ///
    /// What is dated later ends later, and may be good at once: a URL of V1 and a form only say when they end.
    func life(at now: Timestamp) -> Duration {
        if let policy, policy.expiration.secondsSince1970 != 0 {
            return .seconds(max(0, policy.expiration - now))
        }
        switch ready {
        case .url(let end): return .seconds(max(0, end - now))
        case .header: return .zero
        case nil:
            guard route != .sign else { return .zero }
            let end = (time ?? now) + Int64(expires)
            return .seconds(max(Int64(expires), end - now))
        }
    }

    /// How far the signing time is from now.
    func skew(at now: Timestamp) -> Duration {
        if case .header(let time) = ready { return .seconds(abs(time - now)) }
        return time.map { .seconds(abs($0 - now)) } ?? .zero
    }

    /// How much is signed with each key besides the key itself.
    package var bytesPerKey: Int {
        var bytes = 0
        for index in request.headers.indices {
            bytes += request.headers[index].name.count + request.headers[index].value.count
        }
        for index in request.parameters.indices {
            bytes += request.parameters[index].name.count + request.parameters[index].value.count
        }
        return bytes
    }

    /// A large call must not keep its megabytes for the small ones that follow.
    mutating func forgetLargeMemory() {
        guard keys.capacity > 64 || request.text.count > 65_536 else { return }
        self = SigningCall()
    }
}
