internal import API
internal import Access
internal import Bytes
internal import Metrics
internal import Tokens

extension RequestHandler {
    /// Takes the call off the desk, or makes it wait for its turn.
    func begin(
        _ request: borrowing ClientRequest, of connection: Connection, with profile: Profile,
        from desk: inout SigningDesk
    ) throws(Problem) {
        let user = connection.caller.peer.uid
        guard batches.hasRoom(user) else { throw .rateLimited(.memory, retryAfter: 1) }
        let batch = Batch(request, of: connection, with: profile)
        swap(&batch.desk, &desk)
        guard batches.present == nil else {
            guard connection.turn < .overdue,
                batches.countWaiting(of: user) < ServerLimits.waitingBatchesPerUser
            else { throw .rateLimited(.batches, retryAfter: 1) }
            return batches.waiting.append(BatchQueue.Waiting(user: user, wait: batch.wait))
        }
        do throws(Problem) {
            try batch.begin(by: connection.caller.rules)
        } catch {
            recordRefusal(error, of: &batch.desk, by: connection, at: batch.now)
            throw error
        }
        batches.present = batch
        batches.memory?.keep()
        connection.keep().batch = batch
        batches.askForTurn()
    }

    /// The answer, when it is there.
    func finish(_ batch: Batch) throws(Problem) -> RequestOutcome {
        let connection = batch.connection
        guard batch.stage == .done else {
            batch.wait = connection.beginWait()
            return .waits
        }
        connection.keep().batch = nil
        if let problem = batch.problem { throw problem }
        connection.keep().output = batch.takeOutput()
        return .answered()
    }

    /// One slice of the present call; the next one when that was the last.
    func turn() {
        guard let batch = batches.present else {
            if !batches.waiting.isEmpty { batches.resume(batches.waiting.removeFirst().wait) }
            return askForTurnIfNeeded()
        }
        do throws(Problem) {
            try proceed(batch)
        } catch {
            batch.fail(error)
        }
        if batch.stage == .done {
            batches.present = nil
            batches.resume(batch.wait)
        }
        askForTurnIfNeeded()
    }

    /// Its client is gone.
    func drop(_ batch: Batch) {
        if batches.present === batch { batches.present = nil }
        batch.connection.keep().batch = nil
        askForTurnIfNeeded()
    }

    private func askForTurnIfNeeded() {
        if batches.present != nil || !batches.waiting.isEmpty { batches.askForTurn() }
    }

    private func proceed(_ batch: Batch) throws(Problem) {
        switch batch.stage {
        case .admitting: try admitSlice(of: batch)
        case .admitted: try beginSigning(batch)
        case .signing:
            try batch.signSlice()
            if batch.stage == .done { batch.profile.tally.value.signatures += batch.desk.call.keys.count }
        case .done: break
        }
    }

    /// What the rules grant is counted when all of it is granted; a request that waited was counted when it came.
    private func admitSlice(of batch: Batch) throws(Problem) {
        let connection = batch.connection
        let counts = connection.isToBeCounted
        let rules = counts ? meteredRules(of: connection, at: batch.now) : connection.caller.rules
        do throws(Problem) {
            try batch.admitSlice(by: rules)
        } catch {
            recordRefusal(error, of: &batch.desk, by: connection, at: batch.now)
            throw error
        }
        guard counts, batch.stage == .admitted else { return }
        count(batch.desk.grants, to: connection, at: batch.now)
    }

    /// Without a token the call is given up, and begun again when there is one.
    private func beginSigning(_ batch: Batch) throws(Problem) {
        let connection = batch.connection
        guard !batch.profile.isReplaced else {
            drop(batch)
            return batches.restart(batch.wait)
        }
        let seconds = batch.desk.call.minValid
        guard
            let credential = try credential(
                of: batch.profile, living: seconds, for: connection, at: clock.now())
        else {
            drop(batch)
            return batch.profile.waiters.append(connection.beginWait())
        }
        guard !credential.isElsewhere else { throw .tooManyKeysForElsewhere }
        record(credential, connection, &batch.desk, at: batch.now)
        try batch.beginSigning(with: credential)
    }
}
