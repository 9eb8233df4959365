import CommandLine
import Commands
import Testing

struct RulesPageTests {
    private let page = RulesPage(Ink(isColoured: false))

    @Test func `shows who somebody is, and what he may do`() throws {
        let answer = try IdentityAnswer(
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
                process  412, handed out by the kernel
                program  /usr/sbin/nginx
                unit     nginx.service, system.slice

                [Access web]
                  allow      presign
                  profile    media
                  key        public/**
                  method     GET
                  parameter  none
                  maxExpires 1h
                  rate       100 in 1min
                  burst      100

                """)
    }

    @Test(arguments: [
        (true, "granted: [Access a] grants all of it\nrules for this caller: [Access a]\n"),
        (false, "refused: [Access a] grants all of it\nrules for this caller: [Access a]\n"),
    ])
    func `says yes or no, and why`(isGranted: Bool, text: String) throws {
        let body =
            #"{"granted":\#(isGranted),"rule":null,"reason":"[Access a] grants all of it","rules":["a"]}"#
        let answer = try ExplanationAnswer(body.utf8Span.span)
        #expect(page.text(of: answer) == text && answer.isGranted == isGranted)
    }

    @Test func `says that somebody to whom it is granted cannot connect`() throws {
        let body = #"{"granted":true,"reason":"r","rules":[],"obstacle":"he cannot connect: no"}"#
        let answer = try ExplanationAnswer(body.utf8Span.span)
        #expect(page.text(of: answer) == "granted: r\nbut he cannot connect: no\n")
    }
}
