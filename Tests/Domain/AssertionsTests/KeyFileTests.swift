import Assertions
import Bytes
import Proving
import TestSupport
import Testing
import Text
import Verifying

/// Keys and certificates that `openssl genpkey` and `openssl req` made for these tests alone.
enum Sample {
    static let p256 = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgcjQnWMc/VgnifzUr
        6I053n/UUUlzs+acmhGdkhE5sUOhRANCAARN2lvODQ6NDH2lOJjG14dIx6BsnprU
        Kq4bczZM5YIqdmQ+BCrm8yVJT1FqnG+l0YV79agg7S0XTRFa/VAemFOK
        -----END PRIVATE KEY-----
        """
    static let p256Certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBejCCAR+gAwIBAgIULIoRySM0AbJcm6Fmtm5RCtnxkQ0wCgYIKoZIzj0EAwIw
        ETEPMA0GA1UEAwwGc2FtcGxlMCAXDTI2MTEyODA4MTEwN1oYDzIxMjYxMTA0MDgx
        MTA3WjARMQ8wDQYDVQQDDAZzYW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
        AARN2lvODQ6NDH2lOJjG14dIx6BsnprUKq4bczZM5YIqdmQ+BCrm8yVJT1FqnG+l
        0YV79agg7S0XTRFa/VAemFOKo1MwUTAdBgNVHQ4EFgQU0hXgzpIMIADG2t99kS9m
        JkVHEyswHwYDVR0jBBgwFoAU0hXgzpIMIADG2t99kS9mJkVHEyswDwYDVR0TAQH/
        BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEA1JBsbwTwbI8WexqPQlNO10mbZiOi
        BCIQwwyANdm+UDgCIQCsjHA5hqGkMcGfXwFlLoKa3901+7BrJtci77DkDrv9Ug==
        -----END CERTIFICATE-----
        """
    static let rsa = """
        -----BEGIN PRIVATE KEY-----
        MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQCb3BdyW/kiiYE0
        IiW4exbhkPMAU+0UApIGgUU62vf9SXGG7kjng4x47PxYNLkTf9dSS1Nt9+evTwUE
        KIdZXaNJ68q4Te+qYJzMnOy7ASkt47Viqf8HHToGEvu9C1wP6RkZOqNTfc610nT6
        4BvhcN4qB+I1at4pkS9pw6IRWxmSGzujbndtv0400irdTfy6OftwdbVwrfbRH38y
        2ZCfMQV3FEhEyg0PJMKWuRVCz5zlW5KHH3NNbR86VlZ1ZLf2cBXGw9nVJlU/iphK
        wp99bZ75A0DKBstmhPfegd6cbteWq8vDAnH6511QEIZxAKVYCvqOJPRZFarV9oyr
        JDjOUsMBAgMBAAECggEADS+XGjk2wBnDAQ6cg1mCi43QSShQh99ZzEwWd867qUWT
        4bb6GwARm89s3+eB+ujXZiJySfztsHKueXYWUVSvMltM+L+7NX5b9aGXE5EbE0NO
        /qxkI41w8b+cZZd27++oDG7eD3u2x8Io3GqmYTHD0el91UgXyIt8Z+XBqdc7uBUM
        6vFZHYXXJvkEniUQSY41G+GB/YbH3fr8H8rsFF0he49vXKVVaXfPDWinPUuUZJtu
        WT1D/ef51G2HSPBrODTAII73WpCnfZzyUB31eWG43959EFa6FIEqivD2AbIJOxby
        kbS29AMepc4sRftwWy39P+1D+g0VTJKaCWyajZ/nCwKBgQDOc76H5DlaJEeLQ7R7
        S/ljc1DFKVDxBKm4DEp2FqOKxf4D1EoGBdw4RyPCji753Kjwjf7LEFFHw6KHRZsU
        LZv+NxwRAKzvDLZAkvYFIOsYkSP3FcbTn1fbCRprRLyVoA3BRxkCW6XkgX4H7PdZ
        LzKIZw96RnLvzh7wAKYFGP2BEwKBgQDBQ/2YF/cujMg8UqvWxh4eagkInBlukt4T
        TF8jD99rGZPnlYVbkCQn6JZg0D8i4BMcY9k937RcDPmuPplzvKP3Li6oF7kjDWMQ
        N8ZvUD3+fp5CBkLD2NlDJrxXCC+1x5srxFHBCSXI04Vay25r38kevz4c0GY6sE4P
        liu9c5wCGwKBgHXYKbzl8DrdFJ2Q8xeiIWO8MjGoyNQa5knxchuABrAzHjDPX8Wa
        WL8jFG18vaHQa/qMAxGkadD+AesXN1NISY/No06tRQlbBzlK6fW5eZjXWGE04/5u
        KTcVNihe3wrFhrR5wfPPnp0VsXwSrooQ39Zuha41QmxSCuTSafHk9udTAoGAXEma
        TEmNaHYjm+KiWgHrGfzqaWkZH9sUHsUGXRjUSDFDln+o2ctf6IrBXGO08nNrzM/F
        Si2L07UCeXk9D65R4dP0xaHmb12SI4luwXLg16kg60hQE3N2dAGISEsJdVVmvKSX
        oYU7vMV81Zl1FiAbywnpoBrH5liQPhMoueP96GcCgYAqQt1XqqmwTs3RIVd5JFbn
        isz3EA1GaYSUrZVgEhw25ONzhC+zKjOCB3fm/VmAXNKvaBixsDoS1oOefz0E/v2/
        ejqGOGg45zHapHWOHUzyBlCD3APn6t6wQD2rf+0dQiXKozC8GOrm2sc6xr8Ys/ow
        wMQ8j4KgFFqtptNjL40WZw==
        -----END PRIVATE KEY-----
        """
    static let rsaCertificate = """
        -----BEGIN CERTIFICATE-----
        MIIDBTCCAe2gAwIBAgIUYGMYNfMFy3fQahRv8U1m64TqLEowDQYJKoZIhvcNAQEL
        BQAwETEPMA0GA1UEAwwGc2FtcGxlMCAXDTI2MTEyODA4MTEwOFoYDzIxMjYxMTA0
        MDgxMTA4WjARMQ8wDQYDVQQDDAZzYW1wbGUwggEiMA0GCSqGSIb3DQEBAQUAA4IB
        DwAwggEKAoIBAQCb3BdyW/kiiYE0IiW4exbhkPMAU+0UApIGgUU62vf9SXGG7kjn
        g4x47PxYNLkTf9dSS1Nt9+evTwUEKIdZXaNJ68q4Te+qYJzMnOy7ASkt47Viqf8H
        HToGEvu9C1wP6RkZOqNTfc610nT64BvhcN4qB+I1at4pkS9pw6IRWxmSGzujbndt
        v0400irdTfy6OftwdbVwrfbRH38y2ZCfMQV3FEhEyg0PJMKWuRVCz5zlW5KHH3NN
        bR86VlZ1ZLf2cBXGw9nVJlU/iphKwp99bZ75A0DKBstmhPfegd6cbteWq8vDAnH6
        511QEIZxAKVYCvqOJPRZFarV9oyrJDjOUsMBAgMBAAGjUzBRMB0GA1UdDgQWBBQc
        coLFMk0mb8pj23RNFfeodyCbOTAfBgNVHSMEGDAWgBQccoLFMk0mb8pj23RNFfeo
        dyCbOTAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3DQEBCwUAA4IBAQBsSz7pbpNp
        j0s/r5ENND2azIZh4TCXocv076lKIelU1IzYm1/+NGwAZR4oSw59ltKL5IMufzAV
        7SxfS53IY3ip274ZmN9q7KeDk4K9T/gs8KgoitGpd2qcqXI+AHLV/n6xNPMg2m+R
        PWuLO21h93P5MOB8njOqAMsijBJCNqi871djzr84V8Cq7IsEKTf4yWr93VYCxbJf
        px1kqBQ1yZ5W2baz61tqb5eVRm5m3KmHqLru8fAlADyEmBA6DieuwwWGPjX1Rtb/
        4XO3qF4zIVH6X/hDPQVKiTZrlmzFyXqiKekfAgMXKs/+AtFDIU4oO0SdFfw9CHTb
        9UyuYJb6s7lx
        -----END CERTIFICATE-----
        """
}

struct KeyFileTests {
    private func error(_ pem: String) -> PrivateKeyError? {
        do throws(PrivateKeyError) {
            _ = try PrivateKey(pem: pem.utf8Span.span)
            return nil
        } catch {
            return error
        }
    }

    private func error(certificates pem: String) -> CertificateError? {
        do throws(CertificateError) {
            _ = try CertificateChain(pem: pem.utf8Span.span)
            return nil
        } catch {
            return error
        }
    }

    private func verifies(_ key: CertifiedKey, _ signature: Span<UInt8>, of message: Span<UInt8>) -> Bool {
        switch key {
        case .rsa(let modulus, let exponent):
            PublicKeySignatures.isValid(
                rsa: signature, of: message, modulus: modulus.span, exponent: exponent.span)
        case .p256(let x, let y):
            PublicKeySignatures.isValid(p256: signature, of: message, x: x.span, y: y.span)
        }
    }

    private func signature(by pem: String, of message: Span<UInt8>) throws -> ByteBuffer? {
        let key = try PrivateKey(pem: pem.utf8Span.span)
        return switch key.kind {
        case .rsa(let numbers): PrivateKeySignatures.rsa(key.der.span, numbers: numbers, signing: message)
        case .p256(let place): PrivateKeySignatures.p256(key.der[place], signing: message)
        }
    }

    @Test(arguments: [
        (Sample.p256, Sample.p256Certificate, Sample.rsaCertificate),
        (Sample.rsa, Sample.rsaCertificate, Sample.p256Certificate),
    ])
    func `a key signs what its certificate verifies`(pem: String, own: String, other: String) throws {
        let message = "message".utf8Span.span
        let chain = try CertificateChain(pem: own.utf8Span.span)
        let foreign = try CertificateChain(pem: other.utf8Span.span)
        guard let signature = try signature(by: pem, of: message) else {
            Issue.record("no signature")
            return
        }
        let results = [
            verifies(chain.key, signature.span, of: message),
            verifies(chain.key, signature.span, of: "massage".utf8Span.span),
            verifies(foreign.key, signature.span, of: message),
        ]
        #expect(results == [true, false, false])
    }

    @Test func `the algorithm follows from the key`() throws {
        #expect(try PrivateKey(pem: Sample.p256.utf8Span.span).algorithm == .es256)
        #expect(try PrivateKey(pem: Sample.rsa.utf8Span.span).algorithm == .rs256)
    }

    @Test func `text around the blocks, other blocks and line ends of other systems do not matter`() throws {
        let text = "Bag Attributes\n" + Sample.p256Certificate + "\n" + Sample.p256
        #expect(error(text.replacing("\n", with: "\r\n")) == nil)
        #expect(error(certificates: text) == nil)
        #expect(error("  " + Sample.p256.replacing("\n", with: " \t\n  ")) == nil)
    }

    @Test func `each mistake has its correction`() {
        #expect(error("") == .noKey)
        #expect(error(Sample.rsaCertificate) == .noKey)
        #expect(error(Sample.rsa.replacing("PRIVATE", with: "RSA PRIVATE")) == .older)
        #expect(error(Sample.p256.replacing("PRIVATE", with: "EC PRIVATE")) == .older)
        #expect(error(Sample.p256.replacing("PRIVATE", with: "ENCRYPTED PRIVATE")) == .encrypted)
        #expect(error(Sample.p256.replacing("-----END PRIVATE KEY-----", with: "")) == .damaged)
        #expect(error(Sample.p256.replacing("-----END PRIVATE", with: "-----END OTHER")) == .damaged)
        #expect(error("-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n") == .damaged)
        #expect(error("-----BEGIN PRIVATE KEY-----\nAAA\n-----END PRIVATE KEY-----\n") == .damaged)
        #expect(error("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n") == .unknownKey)
        #expect(error(certificates: Sample.rsa) == .noCertificate)
        #expect(
            error(certificates: Sample.rsa.replacing("PRIVATE KEY", with: "CERTIFICATE")) == .unknownKey)
        #expect(
            error(certificates: String(repeating: Sample.p256Certificate + "\n", count: 8)) == nil)
        #expect(
            error(certificates: String(repeating: Sample.p256Certificate + "\n", count: 9)) == .tooMany)
    }

    /// Nothing is read beyond the key, and nettle gets only numbers that it can take.
    @Test(arguments: [Sample.p256, Sample.rsa])
    func `damaged keys are refused or sign with all bytes`(pem: String) throws {
        var key = ByteBuffer()
        key.append(try PrivateKey(pem: pem.utf8Span.span).der)
        let length = key.count > 200 ? 256 : 64
        for index in 0..<key.count {
            key[index] ^= 0x41
            var text = ByteBuffer()
            text.append("-----BEGIN PRIVATE KEY-----\n")
            text.append(base64: key.span)
            text.append("\n-----END PRIVATE KEY-----\n")
            key[index] ^= 0x41
            guard let signature = try? signature(by: String(copying: text.span), of: "m".utf8Span.span) else {
                continue
            }
            #expect(signature.count == length)
        }
    }

    @Test func `a chain is written as it was read`() throws {
        let text = Sample.rsaCertificate + "\n" + Sample.p256Certificate + "\n"
        let chain = try CertificateChain(pem: text.utf8Span.span)
        #expect(chain.base64.count == 2)
        #expect(chain.pem(0..<2) == text)
        #expect(chain.pem(1..<1) == "")
    }
}
