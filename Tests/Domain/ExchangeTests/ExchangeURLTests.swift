import Exchange
import Testing

struct ExchangeURLTests {
    @Test(arguments: [
        ("https://app.example.com/sts?role=a%20b", "app.example.com", true, false),
        ("https://app.example.com", "app.example.com", true, false),
        ("http://app.example.com:8080?x", "app.example.com", false, false),
        ("http://localhost:1/", "localhost", false, true),
        ("http://LocalHost/", "LocalHost", false, true),
        ("http://127.0.0.1:65535/sts", "127.0.0.1", false, true),
        ("http://127.255.0.254", "127.255.0.254", false, true),
        ("http://[::1]:7/", "[::1]", false, true),
        ("https://[2001:db8::7]", "[2001:db8::7]", true, false),
    ])
    func `reads a URL with one meaning`(text: String, host: String, isSecure: Bool, isLoopback: Bool) throws {
        let url = try ExchangeURL(text)
        #expect(url.text == text)
        #expect(url.host == host)
        #expect(url.isSecure == isSecure)
        #expect(url.isLoopback == isLoopback)
    }

    /// To a resolver or an older parser each of these may be something else.
    @Test(arguments: [
        "http://127.0.0.1.example.com/", "http://127.1/", "http://127.0.0.01/", "http://0x7f.0.0.1/",
        "http://127.0.0.256/", "http://127.0.0.1.1/", "http://127.0.0./", "http://2130706433/",
        "http://localhost.example.com/", "http://localhost./", "http://[::ffff:127.0.0.1]/",
        "http://0.0.0.0/",
        "http://[0:0:0:0:0:0:0:1]/",
    ])
    func `a host that only resembles loopback is not loopback`(text: String) throws {
        let url = try ExchangeURL(text)
        #expect(!url.isLoopback)
    }

    @Test(arguments: [
        "", "https://", "https:///path", "ftp://host/", "file:///etc/passwd", "HTTPS://host/", "//host/",
        "host/",
        "https:/host/", "https:\\\\host\\", "https://user@host/", "https://user:secret@host/",
        "https://host/#part",
        "https://host:/", "https://host:0/", "https://host:65536/", "https://host:8o/", "https://host:+8/",
        "https://host:80:80/", "https://[::1/", "https://::1/", "https://[]/", "https://[::1]x/",
        "https://[host]/",
        "https://[fe80::1%25eth0]/", "https://host\\@evil/", "https://ho st/", "https://host/a b",
        "https://host/\n",
        "https://host/ü", "https://hüst/", "https://host/%", "https://host/%2", "https://host/%zz",
        "https://host/%0z", "https://host/%z0",
        "https://host/[]",
        "https://host/\"", "https://host\0/", "https://host%2eevil/", "https://host;evil/",
    ])
    func `rejects a URL with no meaning or two`(text: String) {
        #expect(throws: ExchangeError.url) { try ExchangeURL(text) }
    }

    @Test func `the length of a URL is limited`() throws {
        let path = String(repeating: "a", count: ExchangeLimit.urlBytes - "https://host/".count)
        _ = try ExchangeURL("https://host/" + path)
        #expect(throws: ExchangeError.url) { try ExchangeURL("https://host/a" + path) }
    }

    @Test func `plain text goes to this machine only, unless it is allowed`() throws {
        var request = ExchangeRequest(.get, try ExchangeURL("http://app.example.com/"))
        #expect(request.isRefusedAsPlainHTTP(request.url))
        request.allowPlainHTTP = true
        #expect(!request.isRefusedAsPlainHTTP(request.url))
        request = ExchangeRequest(.get, try ExchangeURL("http://127.0.0.1:80/"))
        #expect(!request.isRefusedAsPlainHTTP(request.url))
        request = ExchangeRequest(.get, try ExchangeURL("https://app.example.com/"))
        #expect(!request.isRefusedAsPlainHTTP(request.url))
    }
}
