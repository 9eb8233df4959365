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
        guard !batches.isBusy else { return try queue(batch.wait, of: connection) }
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

    /// Lets the call wait until those before it are done.
    private func queue(_ wait: Waiter, of connection: Connection) throws(Problem) {
        let user = connection.caller.peer.uid
        guard connection.turn < .overdue, batches.countWaiting(of: user) < ServerLimits.waitingBatchesPerUser
        else { throw .rateLimited(.batches, retryAfter: 1) }
        batches.waiting.append(BatchQueue.Waiting(user: user, wait: wait))
    }

    /// Reads the body in pieces, or makes it wait for its turn.
    func beginReading(
        _ request: borrowing ClientRequest, for route: SigningRoute, of connection: Connection
    ) throws(Problem) {
        let body = LargeBody(request, for: route, of: connection)
        guard !batches.isBusy else { return try queue(body.wait, of: connection) }
        batches.reading = body
        connection.keep().largeBody = body
        batches.askForTurn()
    }

    /// Goes on with what was read, as with a body that was read in one go.
    func finish(
        _ body: LargeBody, _ request: borrowing ClientRequest, of connection: Connection,
        into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        guard body.isRead else {
            body.wait = connection.beginWait()
            return .waits
        }
        connection.keep().largeBody = nil
        if let problem = body.problem { throw problem }
        return try sign(request, of: connection, at: &body.desk, into: &output)
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

    /// One piece or slice of the present call; the next one when that was the last.
    func turn() {
        if let body = batches.reading { return readPiece(of: body) }
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

    private func readPiece(of body: LargeBody) {
        body.readPiece()
        if body.isRead {
            batches.reading = nil
            batches.resume(body.wait)
        }
        askForTurnIfNeeded()
    }

    /// Its client is gone.
    func drop(_ body: LargeBody) {
        if batches.reading === body { batches.reading = nil }
        body.connection.keep().largeBody = nil
        askForTurnIfNeeded()
    }

    /// Its client is gone.
    func drop(_ batch: Batch) {
        if batches.present === batch { batches.present = nil }
        batch.connection.keep().batch = nil
        askForTurnIfNeeded()
    }

    private func askForTurnIfNeeded() {
        if batches.isBusy || !batches.waiting.isEmpty { batches.askForTurn() }
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
