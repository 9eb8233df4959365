internal import Bytes
internal import Contract
internal import EventLoop
internal import Exchange
internal import Exchanging
internal import Hashing
internal import Issuing
internal import IssuingSettings
internal import Kernel
internal import Records
internal import Time
internal import Tokens

/// The keys of the identity provider of `JWKSURL=`, which a fetch helper gets.
///
/// Its last keys stay in use while the provider does not answer, and have a copy on disk for a restart.
final class ProviderKeys {
    private let provider: KeyProvider
    private let authoritiesFile: String?
    private let copyPath: String
    private let helper: FetchHelper
    private let loop: EventLoop
    private let clock: Clock
    private let log: Log
    private(set) var content: JSONWebKeys
    private(set) var readings = 0
    /// The connection while a fetch runs.
    private var line: HelperLine?
    private var schedule = KeySchedule()
    private var failure: FailureCode?

    /// `nil`: no keys are fetched.
    init?(_ settings: IssuingServerSettings, on loop: EventLoop, _ clock: Clock, _ log: Log)
        throws(SystemError)
    {
        guard let provider = settings.provider else { return nil }
        helper = try FetchHelper.find()
        self.provider = provider
        authoritiesFile = settings.authoritiesFile
        copyPath = ProviderKeys.copyPath(of: provider)
        self.loop = loop
        self.clock = clock
        self.log = log
        content = ProviderKeys.keys(inCopy: copyPath, at: clock.now().wall) ?? JSONWebKeys()
    }

    /// A copy that cannot be read, or is too old, is worth as much as none.
    private static func keys(inCopy path: String, at now: Timestamp) -> JSONWebKeys? {
        guard let status = try? FileStatus.reached(by: path),
            KeySchedule.isUsable(copyOf: Timestamp(secondsSince1970: status.writtenAt), at: now)
        else { return nil }
        return try? WatchedFile(
            "JWKSURL", path, of: ThisProcess.user, atMost: JSONWebKeys.maximumSize, else: JSONWebKeys()
        ) { try JSONWebKeys($0) }.content
    }

    /// Each address has a copy of its own, so that no key of a former provider counts for the present one.
    private static func copyPath(of provider: KeyProvider) -> String {
        var path = ByteBuffer()
        path.append(ThisProcess.variable("STATE_DIRECTORY") ?? "/var/lib/ossauth-appserver")
        path.append("/jwks-")
        path.append(hex: sha256(provider.address.text.utf8Span.span).span.extracting(first: 16))
        path.append(".json")
        return String(copying: path.span)
    }

    /// Whether the last fetch succeeded.
    var isCurrent: Bool { schedule.isCurrent }

    /// Fetches the keys if it is time.
    func look(at now: Instant) {
        guard line == nil, schedule.isDue(at: now) else { return }
        schedule.begin(at: now)
        ask(provider.address, documentOf: provider.issuer)
    }

    /// A token names a key that is not here; returns the seconds until it may be, or `nil`.
    func missed(at now: Instant) -> Int? { schedule.missed(at: now, isFetching: line != nil) }
}

// One fetch.
extension ProviderKeys {
    /// `issuer`: the address has the discovery document of this issuer, and not the keys.
    private func ask(_ address: ExchangeURL, documentOf issuer: String? = nil) {
        var request = ExchangeRequest(.get, address)
        request.caFile = authoritiesFile
        request.maximumResponseSize = JSONWebKeys.maximumSize
        do throws(FetchFailure) {
            let line = try mapping(HelperLine(to: helper, on: loop, clock)) { (error: SystemError) in
                FetchFailure(reaching: helper, by: "ossauth-appserver-fetch.socket", error)
            }
            self.line = line
            try line.ask(.exchange(request)) { [unowned self] in
                take($0, from: address, documentOf: issuer)
            }
        } catch {
            fail(error, at: address)
        }
    }

    private func take(
        _ result: Result<ExchangeAnswer, FetchFailure>, from address: ExchangeURL, documentOf issuer: String?
    ) {
        do throws(FetchFailure) {
            let answer = try result.get()
            guard answer.status == 200 else { throw FetchFailure(answer) }
            guard let body = line?.withReply({ ByteBuffer(copying: $0[answer.body]) }) else { return }
            if let issuer {
                return ask(
                    try read { () throws(DiscoveryError) in try DiscoveryDocument(body.span, of: issuer) }
                        .keys)
            }
            use(try read { () throws(JSONWebKeysError) in try JSONWebKeys(body.span) }, body, from: address)
        } catch {
            fail(error, at: address)
        }
    }

    private func read<Value, Problem: Error>(
        _ body: () throws(Problem) -> Value
    ) throws(FetchFailure) -> Value {
        try mapping(body()) { (error: Problem) in
            FetchFailure(kind: .permanent, message: "\(error)", code: .answer)
        }
    }

    private func use(_ keys: JSONWebKeys, _ document: borrowing ByteBuffer, from address: ExchangeURL) {
        let isNew = keys != content
        if isNew || !isCurrent { log.write(.keysFetched(keys.count, from: address.shown())) }
        if isNew {
            content = keys
            readings += 1
        }
        copy(document)
        end(with: nil)
    }

    /// Writes the same keys again, because the copy is as old as the last fetch.
    private func copy(_ document: borrowing ByteBuffer) {
        do throws(SystemError) {
            try File.replace(copyPath, with: document.span)
        } catch {
            log.write(.keysNotCopied(reason: "\(error)"))
        }
    }

    private func fail(_ failure: FetchFailure, at address: ExchangeURL) {
        if self.failure != failure.code {
            let reason = "\(address.shown()): \(failure.message)"
            log.write(.keysNotFetched(reason: reason, code: failure.code))
        }
        end(with: failure.code)
    }

    private func end(with failure: FailureCode?) {
        line = nil
        self.failure = failure
        schedule.end(failure == nil)
    }
}
