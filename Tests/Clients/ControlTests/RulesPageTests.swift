import Bytes
import CommandLine
import OSSAuthClient
import TestSupport
import Testing

@testable import Control

struct RulesPageTests {
    private let page = Page(ink: Ink(isColoured: false))

    @Test func `shows the identity and the rules of a caller`() throws {
        let answer = try Identity(
            #"""
            {"uid":33,"gid":33,"user":"www-data","groups":[33,44],"pid":412,"unit":"nginx.service","slice":"system.slice",
            "invocation":null,"exe":"/usr/sbin/nginx","label":null,"certainty":"pidfd","rules":[{"name":"web",
            "allow":["presign"],"profile":["media"],"bucket":[],"key":["public/**"],"method":["GET"],"parameter":[],
            "maxExpires":3600,"timeSkew":null,"rate":{"count":100,"seconds":60},"burst":100}]}
            """#.utf8Span.span)
        #expect(
            page.text(of: answer) == """
                user     www-data (33)
                groups   33 44
                process  pid 412 (verified by pidfd)
                program  /usr/sbin/nginx
                unit     nginx.service, system.slice

                [Access web]
                  Allow=      presign
                  Profile=    media
                  Key=        public/**
                  Method=     GET
                  Parameter=  none
                  MaxExpires= 1h
                  Rate=       100 in 1min
                  Burst=      100

                """)
    }

    @Test(arguments: [
        (#""user":null,"groups":[]"#, #""user":"www-data","groups":[33]"#),
        (#""user":"x","groups":[33,44]"#, #""user":"x","groups":[33,44]"#),
    ])
    func `tells a program the name and the groups that a person sees`(given: String, expected: String) throws
    {
        let body = #"{"uid":33,"gid":33,\#(given),"new":{"a":1},"rules":[]}"#
        let answer = try Identity(body.utf8Span.span)
        var document = ByteBuffer()
        try document.append(identity: body.utf8Span.span, of: answer, named: "www-data")
        #expect(document.string == #"{"uid":33,"gid":33,\#(expected),"new":{"a":1},"rules":[]}"#)
    }

    @Test(arguments: [
        (true, "granted: [Access a] grants all of it\nrules for this caller: [Access a]\n"),
        (false, "refused: [Access a] grants all of it\nrules for this caller: [Access a]\n"),
    ])
    func `the page says whether a request is allowed, and why`(isGranted: Bool, text: String) throws {
        let body =
            #"{"granted":\#(isGranted),"rule":null,"reason":"[Access a] grants all of it","rules":["a"]}"#
        let answer = try Explanation(body.utf8Span.span)
        #expect(page.text(of: answer) == text && answer.isGranted == isGranted)
    }

    @Test func `a refusal shows each condition that is not met, below the rule and its place`() throws {
        let body = #"""
            {"granted":false,"rule":null,"reason":"[Access web]: …","nearestRule":"web","place":"/etc/a.conf:12",
            "missing":[{"member":"method","value":"PUT","granted":["GET"],"detail":"method PUT is not in Method=GET"},
            {"member":"expires","value":10800,"limit":3600,"detail":"expires 3h is over MaxExpires=1h"}],
            "rules":["web"],"obstacle":null}
            """#
        #expect(
            page.text(of: try Explanation(body.utf8Span.span)) == """
                refused: [Access web]  /etc/a.conf:12
                  method PUT is not in Method=GET
                  expires 3h is over MaxExpires=1h
                rules for this caller: [Access web]

                """)
    }

    @Test(arguments: [
        #""reason":"no rule of this caller grants all of it""#,
        #""reason":"","nearestRule":"a","missing":[{"member":"key","detail":"key 'private/cat.jpg' is not in Key=public/**"}]"#,
    ])
    func `a refusal fits a narrow terminal`(members: String) throws {
        let body = #"{"granted":false,"rules":[],\#(members)}"#
        let page = Page(ink: Ink(isColoured: false), columns: 40)
        let text = page.text(of: try Explanation(body.utf8Span.span))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 40 } && text.contains("\n  "), "\(text)")
    }

    @Test func `says that a caller with a grant cannot connect`() throws {
        let body = #"{"granted":true,"reason":"r","rules":[],"obstacle":"the user cannot connect: no"}"#
        let answer = try Explanation(body.utf8Span.span)
        #expect(page.text(of: answer) == "granted: r\nbut the user cannot connect: no\n")
    }
}
