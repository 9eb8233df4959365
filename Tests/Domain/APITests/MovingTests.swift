import API
import Access
import Signing
import Testing

/// What `x-oss-rename` needs of the rules beside the parameter.
struct MovingTests {
    @Test(arguments: [("in/*", MissingGrant?.some(.key)), ("in/**", nil)])
    func `a folder that is moved brings all that lies in it`(place: String, missing: MissingGrant?) throws {
        let old = try #require(Glob("old/**"))
        let new = try #require(Glob(place))
        let rules = [([old], [Method.get, .delete]), ([new], [.post])].map { keys, methods in
            var rule = Rule(name: "moving")
            rule.alternatives = [[.uid(0)]]
            rule.operations = [.sign]
            rule.versions = [.v1, .v4]
            rule.keys = keys
            rule.methods = SmallSet(methods)
            return rule
        }
        let refusal = SigningFixture(Policy(rules: rules)).refusal(
            of: #"{"method":"POST","key":"in/x","headers":{"x-oss-rename-source":"old/x"}}"#, for: .sign)
        #expect(refusal == missing.map { Problem.notAllowed($0) })
    }

    @Test(arguments: [("home/*", MissingGrant?.some(.key)), ("home/alice", .some(.key)), ("home/**", nil)])
    func `a folder that is deleted takes all that lies in it`(key: String, missing: MissingGrant?) throws {
        let glob = try #require(Glob(key))
        var rule = Rule(name: "deleting")
        rule.alternatives = [[.uid(0)]]
        rule.operations = [.sign]
        rule.keys = [glob]
        rule.parameters = ["x-oss-delete"]
        let refusal = SigningFixture(Policy(rules: [rule])).refusal(
            of: #"{"method":"POST","key":"home/alice","parameters":{"x-oss-delete":null}}"#, for: .sign)
        #expect(refusal == missing.map { Problem.notAllowed($0) })
    }
}
