import Access
import Signing
import Testing

@testable import AccessSupport

/// Which parameters a rule grants by itself, and which it must name.
struct ParameterTests {
    @Test(arguments: [
        [], ["response-content-type"], ["uploads"], ["uploadId", "partNumber"], ["versionId"],
        ["x-oss-process"],
        ["callback", "callback-var"], ["append", "position"],
        ["list-type", "prefix", "continuation-token", "max-keys"],
    ])
    func `parameters that read, write or list objects need no grant`(names: [String]) {
        expect(Request(parameters: names).decision(of: .alice()), nil)
    }

    @Test(arguments: [("GET", true), ("HEAD", true), ("POST", false), ("PUT", false)])
    func `processing an object and storing the result needs a grant`(method: String, isGranted: Bool) {
        let missing = MissingGrant.parameter(RestrictedParameter("x-oss-process".utf8Span.span))
        let request = Request(method: method, parameters: ["x-oss-process"])
        expect(request.decision(of: .alice()), isGranted ? nil : missing)
        expect(request.decision(of: .alice { $0.parameters = ["x-oss-process"] }), nil)
    }

    @Test func `a parameter that may read another object needs a grant where keys are limited`() {
        let request = Request(key: "public/a", parameters: ["x-oss-process"])
        expect(request.decision(of: .alice()), nil)
        let confined = Rule.alice { $0.keys = [Glob("public/**")].compactMap(\.self) }
        let missing = MissingGrant.parameter(RestrictedParameter("x-oss-process".utf8Span.span))
        expect(request.decision(of: confined), missing)
        var granting = confined
        granting.parameters = ["x-oss-process"]
        expect(request.decision(of: granting), nil)
    }

    @Test func `removal of many objects needs a grant where keys are limited`() {
        let request = Request(method: "POST", key: "public/a", parameters: ["delete"])
        let confined = Rule.alice { $0.keys = [Glob("public/**")].compactMap(\.self) }
        expect(request.decision(of: confined), .parameter(RestrictedParameter("delete".utf8Span.span)))
    }

    @Test(
        arguments: [
            ([], true), ([.post, .delete], true), ([.post], false), ([.get, .post], false),
        ] as [(SmallSet<Method>, Bool)])
    func `removal of many objects needs a grant where methods are limited`(
        methods: SmallSet<Method>, isGranted: Bool
    ) {
        let request = Request(method: "POST", key: "", parameters: ["delete"])
        let missing = MissingGrant.parameter(RestrictedParameter("delete".utf8Span.span))
        expect(request.decision(of: .alice { $0.methods = methods }), isGranted ? nil : missing)
        let granting = Rule.alice { rule in
            rule.methods = methods
            rule.parameters = ["delete"]
        }
        expect(request.decision(of: granting), nil)
    }

    @Test(arguments: [
        "acl", "policy", "lifecycle", "cors", "website", "logging", "referer", "encryption", "worm",
        "replication",
        "tagging", "symlink", "versioning", "publicAccessBlock", "accessPoint", "inventory", "resourceGroup",
    ])
    func `a parameter that configures needs a grant by name`(name: String) {
        let refusal = Request(parameters: ["prefix", name]).decision(of: .alice())
        guard case .refused(.parameter(let known?)) = refusal else {
            Issue.record("\(refusal)")
            return
        }
        #expect("\(known.name)" == name)
        expect(Request(parameters: ["prefix", name]).decision(of: .alice { $0.parameters = [name] }), nil)
        expect(Request(parameters: ["ACL"]).decision(of: .alice { $0.parameters = [name] }), .parameter(nil))
    }

    @Test func `an unknown parameter is refused and not repeated`() {
        expect(Request(parameters: ["evil\n"]).decision(of: .alice()), .parameter(nil))
    }
}
