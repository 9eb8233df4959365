internal import Bytes
internal import Exchange
internal import Kernel

/// The whole life of the program: one request is read, done and answered, and more while each says so.
package enum Fetch {
    /// Seconds for the request to come; the daemon has written it before this process runs.
    private static let patience: UInt32 = 10
    /// Seconds beyond the timeout of the exchange, in which libcurl gives up by itself.
    private static let grace: UInt32 = 5
    /// Seconds for another request to come; the daemon gives up a helper that it does not need much earlier.
    private static let rest: UInt32 = 180

    /// Says the exit status: 0 when there was a reply, even one that reports a failure.
    package static func run(_ arguments: [String]) -> Int32 {
        if arguments == ["--help"] || arguments == ["-h"] { return help() }
        guard let number = number(in: arguments), let channel = RequestChannel(number: number) else {
            return refuse()
        }
        do throws(SystemError) {
            try ThisProcess.forbidDumps()
            ThisProcess.ignoreBrokenPipes()
            try serve(channel)
            return 0
        } catch {
            // Whoever could be told is gone.
            return 1
        }
    }

    /// `--fd N`, or 3, the first that a parent hands over.
    private static func number(in arguments: [String]) -> Int32? {
        if arguments.isEmpty { return 3 }
        guard arguments.count == 2, arguments[0] == "--fd", let number = Int32(arguments[1]) else {
            return nil
        }
        return number == 0 || number > 2 ? number : nil
    }

    private static let usage =
        "usage: ossauth-fetch [--fd N]   a socket, 3 by default; 0 is standard input and output\n"

    private static func help() -> Int32 {
        let text = "ossauth-fetch: fetches tokens for ossauthd, which starts it\n\(usage)"
        do throws(SystemError) {
            try StandardStream.output.write(text.utf8Span.span)
            return 0
        } catch {
            return 1
        }
    }

    private static func refuse() -> Int32 {
        try? StandardStream.error.write(usage.utf8Span.span)
        return 64
    }
}

extension Fetch {
    private static func serve(_ channel: borrowing RequestChannel) throws(SystemError) {
        let kept = Kept()
        ThisProcess.endAfter(seconds: patience)
        var line = try channel.readLine(until: .max)
        while try serve(&line, channel, with: kept) {
            ThisProcess.endAfter(seconds: rest)
            line = try channel.readLine(until: .max)
            // Nothing but the end that every line has: the daemon needs no more.
            guard line.count > 1 else { return }
        }
    }

    /// Says whether another request may come.
    private static func serve(
        _ line: inout ByteBuffer, _ channel: borrowing RequestChannel, with kept: Kept
    ) throws(SystemError) -> Bool {
        var isOneOfMany = false
        let result = perform(line.span, with: kept, &isOneOfMany)
        line.wipe()
        try answer(consume result, on: channel)
        return isOneOfMany
    }

    private static func answer(
        _ result: consuming Result<PerformedExchange, ExchangeFailure>, on channel: borrowing RequestChannel
    ) throws(SystemError) {
        var head = ByteBuffer()
        switch consume result {
        case .success(let exchange):
            head.append(headOf: exchange.answer)
            try channel.write(head.span, until: .max)
            try channel.write(exchange.body.span, until: .max)
        case .failure(let failure):
            head.append(failure)
            try channel.write(head.span, until: .max)
        }
    }

    private static func perform(
        _ line: Span<UInt8>, with kept: Kept, _ isOneOfMany: inout Bool
    ) -> Result<PerformedExchange, ExchangeFailure> {
        do throws(ExchangeFailure) {
            let request = try read(line)
            isOneOfMany = request.isOneOfMany
            // From here on the process cannot outlive this, whatever libcurl waits for.
            ThisProcess.endAfter(seconds: UInt32(request.timeout) + grace)
            switch request {
            case .exchange(let exchange):
                return .success(try PerformedExchange(exchange, by: Means(kept, for: exchange)))
            case .command(let command): return .success(PerformedExchange(output: try command.output()))
            }
        } catch {
            return .failure(error)
        }
    }

    private static func read(_ line: Span<UInt8>) throws(ExchangeFailure) -> HelperRequest {
        do throws(ExchangeError) {
            guard let request = try HelperRequest.decode(line) else { throw ExchangeError.tooLong }
            return request
        } catch {
            throw ExchangeFailure(.badRequest, error.description)
        }
    }
}
