import CommandLine
import Testing

@testable import Control

struct MessageTests {
    @Test(arguments: [
        (Message.error("no"), "ossauthctl: error: no\n", "ossauthctl: \u{1B}[31merror:\u{1B}[0m no\n"),
        (
            .warning("a\nb"), "ossauthctl: warning: a\\u{a}b\n",
            "ossauthctl: \u{1B}[33mwarning:\u{1B}[0m a\\u{a}b\n"
        ),
        (.note("n"), "ossauthctl: note: n\n", "ossauthctl: \u{1B}[36mnote:\u{1B}[0m n\n"),
    ])
    func `a message begins with its kind`(message: Message, plain: String, coloured: String) {
        #expect(message.text(Ink(isColoured: false)) == plain)
        #expect(message.text(Ink(isColoured: true)) == coloured)
    }

    @Test func `breaks a line for a terminal, and for nothing else`() {
        let message = Message.error("there is no socket at /run/ossauthd/ossauthd.sock")
        #expect(
            message.text(Ink(isColoured: false), columns: 40)
                == "ossauthctl: error: there is no socket at\n  /run/ossauthd/ossauthd.sock\n")
        #expect(message.text(Ink(isColoured: false)).split(separator: "\n").count == 1)
    }
}
