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
    ])
    func `does not grant another URL`(body: String) throws {
        #expect(try !isGranted(body))
    }

    @Test func `a key that no object has is told as such`() {
        #expect(throws: QuestionError.member("key")) {
            try isGranted(#"{"bucket":"b-1","key":"/home/alice/a"}"#)
        }
    }

    @Test func `grants a form for a key or a prefix of the user`() throws {
        #expect(try isGranted(#"{"bucket":"b-1","key":"home/alice/a"}"#, .form))
        #expect(try isGranted(#"{"bucket":"b-1","keyPrefix":"home/alice/"}"#, .form))
        #expect(try !isGranted(#"{"bucket":"b-1","keyPrefix":"home/alice"}"#, .form))
        #expect(try !isGranted(#"{"bucket":"b-1","keyPrefix":"home/"}"#, .form))
    }

    /// OSS puts the name of the uploaded file, with its slashes, in the place of `${filename}`.
    @Test(arguments: ["inbox/${filename}", "users/${filename}/alice/f", "home/alice/${filename}"])
    func `a form for a key with a variable is judged as one for all keys that it may become`(key: String)
        throws
    {
        var narrow = terms
        narrow.scope.keys = [
            Glob("inbox/*"), Glob("users/*/%u/**", specifiers: true), Glob("home/%u/*", specifiers: true),
        ].compactMap(\.self)
        let alice = try #require(UserName("alice"))
        let body = #"{"bucket":"b-1","key":"\#(key)"}"#
        #expect(try !question(body, .form).isGranted(to: alice, by: narrow, at: now))
        #expect(try isGranted(#"{"bucket":"b-1","key":"home/alice/${filename}"}"#, .form))
        // In a URL the key is what it is.
        let url = #"{"bucket":"b-1","key":"inbox/${filename}"}"#
        #expect(try question(url).isGranted(to: alice, by: narrow, at: now))
    }

    @Test func `a form for a prefix is not one for the key of this name`() throws {
        var narrow = terms
        narrow.scope.keys = [Glob("users/%u/a.jpg", specifiers: true)].compactMap(\.self)
        let alice = try #require(UserName("alice"))
        let prefix = try question(#"{"bucket":"b-1","keyPrefix":"users/alice/a.jpg"}"#, .form)
        #expect(try !prefix.isGranted(to: alice, by: narrow, at: now))
        let key = try question(#"{"bucket":"b-1","key":"users/alice/a.jpg"}"#, .form)
        #expect(try key.isGranted(to: alice, by: narrow, at: now))
    }

    @Test(arguments: [#"{"bucket":"B_1","key":"home/alice/a"}"#, #"{"bucket":"b-1","key":"home/alice/a"}"#])
    func `a bucket that cannot exist is told as such to a user that may use every bucket`(body: String) throws
    {
        var wide = terms
        wide.scope.buckets = [Glob("*")].compactMap(\.self)
        let isPossible = body.contains("b-1")
        let judge = {
            try self.question(body).isGranted(to: #require(UserName("alice")), by: wide, at: self.now)
        }
        if isPossible {
            #expect(try judge())
        } else {
            #expect(throws: QuestionError.member("bucket")) { try judge() }
        }
    }

    @Test func `grants nothing where the policy is written`() throws {
        var written = terms
        written.written = .template(try PolicyTemplate("{}"))
        let question = try question(#"{"bucket":"b-1","key":"home/alice/a"}"#)
        #expect(try !question.isGranted(to: try #require(UserName("alice")), by: written, at: now))
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
                == #"{"profile":"media","bucket":"b-1","conditions":[["starts-with","$key","p/"],["content-length-range",0,7]]}"#
        )
    }
}
