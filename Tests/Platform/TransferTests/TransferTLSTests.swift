import Kernel
import TestSupport
import Testing
import Transfer

struct TransferTLSTests: ~Copyable {
    private let authority: Authority
    private var attempt = Attempt()

    init() throws {
        ThisProcess.ignoreBrokenPipes()
        authority = try Authority()
    }

    @Test mutating func `trusts the authority that it was given`() throws {
        let server = try ScriptedServer(with: authority.certify("IP:127.0.0.1"))
        attempt.ca = authority.certificate.file
        #expect(try attempt("https://127.0.0.1:\(server.port)/good").status == 200)
    }

    @Test mutating func `refuses a certificate for another host`() throws {
        let server = try ScriptedServer(with: authority.certify("DNS:app.example.com"))
        attempt.ca = authority.certificate.file
        #expect(try attempt.failure("https://127.0.0.1:\(server.port)/good") == .tls)
    }

    @Test func `refuses an authority that the system does not know`() throws {
        let server = try ScriptedServer(with: authority.certify("IP:127.0.0.1"))
        #expect(try attempt.failure("https://127.0.0.1:\(server.port)/good") == .tls)
    }

    @Test mutating func `refuses another authority than the trusted one`() throws {
        let server = try ScriptedServer(with: authority.certify("IP:127.0.0.1"))
        let other = try Authority()
        attempt.ca = other.certificate.file
        #expect(try attempt.failure("https://127.0.0.1:\(server.port)/good") == .tls)
    }

    @Test mutating func `a trusted file that is not there is no reason to trust all`() throws {
        let server = try ScriptedServer(with: authority.certify("IP:127.0.0.1"))
        attempt.ca = "/nonexistent/ca.pem"
        #expect(try attempt.failure("https://127.0.0.1:\(server.port)/good") == .tls)
    }
}
