import Bytes
import Kernel
import TestSupport
import Testing

/// A daemon that is started anew while it owes answers.
struct RestartTests {
    private let stage: Stage

    init() throws {
        stage = try Stage()
    }

    @Test func `sends unanswered requests again, and prints each answer once`() throws {
        let listener = try stage.listen(at: stage.api)
        var running = try stage.start(["presign", "oss://b/1", "oss://c/2"])
        let answers = [Scripted(200, #"{"url":"https://b/"}"#), Scripted(200, #"{"url":"https://c/"}"#)]
        let first = try stage.serve(listener.socket, Array(answers.prefix(1)))
        let second = try stage.serve(listener.socket, Array(answers.dropFirst()))
        let run = try running.finish()
        #expect(run.output == "https://b/\nhttps://c/\n" && run.error == "" && run.status == .exited(0))
        #expect(first.map(\.body) == [#"{"method":"GET","bucket":"b","key":"1"}"#])
        #expect(second.map(\.body) == [#"{"method":"GET","bucket":"c","key":"2"}"#])
    }

    @Test func `one that hangs up again and again is no daemon`() throws {
        let listener = try stage.listen(at: stage.api)
        var running = try stage.start(["presign", "oss://b/1"])
        _ = try stage.serve(listener.socket, [Scripted(raw: "")])
        let run = try running.finish()
        #expect(run.output == "" && run.status == .exited(3) && run.error.contains("ended the connection"))
    }
}
