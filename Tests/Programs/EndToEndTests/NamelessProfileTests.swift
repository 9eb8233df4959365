import TestSupport
import Testing

/// Requests that name no profile where several could be meant.
struct NamelessProfileTests {
    private func answer(profiles names: [String], of rule: String = "*") throws -> Answer {
        let access = Home.access.replacing("Profile=*", with: "Profile=\(rule)")
        let home = try Home(profiles: names.map { manualProfile($0) }.joined(), access: access)
        return try RunningDaemon(home).ask("POST", "/v1/sign", Question.sign)
    }

    @Test(arguments: [
        (["a", "b"], "you may use 2 (a, b), "),
        (
            (1...21).map { "p\($0)" },
            "you may use 21 (\((1...20).map { "p\($0)" }.joined(separator: ", ")), …), "
        ),
    ])
    func `are told which there are, and of no more than a few`(names: [String], clause: String) throws {
        let answer = try answer(profiles: names)
        #expect(
            answer.status == 404 && answer.document["type"] == .text("urn:ossauthd:problem:no-such-profile"))
        #expect(answer.document["title"] == .text("Name a profile"))
        #expect(
            answer.document["detail"]
                == .text("\(clause)and none is the default, which DefaultProfile= would name"))
    }

    @Test func `use the only profile that the caller may use, and name none that it may not use`()
        throws
    {
        #expect(try answer(profiles: ["a", "b"], of: "a").status == 503)
        let none = try answer(profiles: ["a", "b"], of: "x*")
        #expect(none.status == 404 && none.document["title"] == .text("Unknown profile"))
    }
}
