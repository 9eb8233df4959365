import Access
import Bytes
import Issuing
import Signing
import Testing
import Time

struct ObjectQuestionTests {
    private let now = Timestamp(secondsSince1970: 1_702_743_657)

    private var terms: UserTerms {
        var terms = UserTerms(name: "g")
        terms.profile = "media"
        terms.scope.operations = [.presign, .postPolicy]
        terms.scope.buckets = [Glob("b-1")].compactMap(\.self)
        terms.scope.keys = [Glob("home/%u/**", specifiers: true)].compactMap(\.self)
        terms.scope.methods = [.get, .put, .post]
        return terms
    }

    private func question(_ body: String, _ service: ObjectQuestion.Service = .url)
        throws(QuestionError) -> ObjectQuestion
    {
        try ObjectQuestion(body.utf8Span.span, for: service)
    }

    private func isGranted(
        _ body: String, _ service: ObjectQuestion.Service = .url, to user: String = "alice"
    ) throws -> Bool {
        try question(body, service).isGranted(to: try #require(UserName(user)), by: terms, at: now)
    }

    @Test(arguments: [
        #"{"bucket":"b-1","key":"home/alice/a"}"#,
        #"{"method":"PUT","bucket":"b-1","key":"home/alice/a/b","expires":60}"#,
    ])
    func `grants a URL for the user's own keys`(body: String) throws {
        #expect(try isGranted(body))
        #expect(try !isGranted(body, to: "bob"))
        #expect(try !isGranted(body, to: "al"))
    }

    @Test(arguments: [
        #"{"bucket":"b-2","key":"home/alice/a"}"#, #"{"bucket":"b-1","key":"home/alice"}"#,
        #"{"bucket":"b-1","key":"home/alicea/a"}"#, #"{"bucket":"b-1","key":"home/alice/../bob/a"}"#,
        #"{"method":"DELETE","bucket":"b-1","key":"home/alice/a"}"#,
        #"{"bucket":"b-1","key":"/home/alice/a"}"#,
    ])
    func `does not grant another URL`(body: String) throws {
        #expect(try !isGranted(body))
    }

    @Test func `grants a form for a key or a prefix of the user`() throws {
        #expect(try isGranted(#"{"bucket":"b-1","key":"home/alice/a"}"#, .form))
        #expect(try isGranted(#"{"bucket":"b-1","keyPrefix":"home/alice/"}"#, .form))
        #expect(try !isGranted(#"{"bucket":"b-1","keyPrefix":"home/alice"}"#, .form))
        #expect(try !isGranted(#"{"bucket":"b-1","keyPrefix":"home/"}"#, .form))
    }

    @Test func `grants nothing where the policy is written`() throws {
        var written = terms
        written.template = try PolicyTemplate("{}")
        let question = try question(#"{"bucket":"b-1","key":"home/alice/a"}"#)
        #expect(!question.isGranted(to: try #require(UserName("alice")), by: written, at: now))
    }

    @Test(arguments: [
        ("", QuestionError.notJSON), ("[]", .notJSON), ("{}", .member("bucket")),
        (#"{"bucket":"b-1"}"#, .member("key")),
        (#"{"bucket":"b-1","key":"k","expires":0}"#, .member("expires")),
        (#"{"bucket":"b-1","key":"k","expires":604801}"#, .member("expires")),
        (#"{"bucket":"b-1","key":"k","method":"get"}"#, .member("method")),
        (#"{"bucket":"b-1","key":"k","key":"l"}"#, .member("key")),
        (#"{"bucket":"b-1","key":"k","parameters":[]}"#, .member("parameters")),
        (#"{"bucket":"b-1","key":"k","keyPrefix":"k"}"#, .member("keyPrefix")),
        (#"{"bucket":"b-1","key":1}"#, .notJSON), (#"{"bucket":"b-1","key":"k"} x"#, .notJSON),
    ])
    func `refuses a body that it does not understand`(body: String, error: QuestionError) {
        #expect(throws: error) { try question(body) }
    }

    @Test func `asks the daemon for what was granted and nothing else`() throws {
        var body = ByteBuffer()
        try question(#"{"method":"PUT","bucket":"b-1","key":"home/a\"b","expires":60}"#).append(
            for: "media", to: &body)
        #expect(
            String(copying: body.span)
                == #"{"profile":"media","bucket":"b-1","expires":60,"method":"PUT","key":"home/a\"b"}"#)
        var form = ByteBuffer()
        try question(#"{"bucket":"b-1","keyPrefix":"p/","maxBytes":7}"#, .form).append(
            for: "media", to: &form)
        #expect(
            String(copying: form.span)
                == #"{"profile":"media","bucket":"b-1","expires":900,"conditions":[["starts-with","$key","p/"],["content-length-range",0,7]]}"#
        )
    }
}
