import Bytes
import Glibc
import Kernel
import Systemd

// Prints the view of a service at its start on standard output. The numbers from 3 on belong to systemd only in a
// process that has no thread of its own yet, so no test runner can play this part.

/// `3`, or with a word for each thing that is not as it should be.
func describe(_ descriptor: borrowing Descriptor) -> String {
    let isShared = fcntl(descriptor.number, F_GETFD) & FD_CLOEXEC == 0
    let isWaiting = fcntl(descriptor.number, F_GETFL) & O_NONBLOCK == 0
    return "\(descriptor.number)\(isShared ? " shared" : "")\(isWaiting ? " waiting" : "")"
}

func takeListener(_ name: String, from passed: inout PassedDescriptors) -> String {
    do throws(SystemError) {
        guard let listener = try passed.takeListener(named: name) else { return "none" }
        return describe(listener)
    } catch {
        return error.description
    }
}

func takeLoopbackListener(_ name: String, from passed: inout PassedDescriptors) -> String {
    do throws(SystemError) {
        guard let listener = try passed.takeLoopbackListener(named: name) else { return "none" }
        return describe(listener.socket)
    } catch {
        return error.description
    }
}

func takeMetadata(_ name: String, from passed: inout PassedDescriptors) -> String {
    do throws(SystemError) {
        guard let listener = try passed.takeMetadataListener(named: name) else { return "none" }
        let kernel = try passed.takeNetlinkSocket(named: name, inNamespaceOf: listener.socket)
        guard kernel != nil else { return "\(describe(listener.socket)) alone" }
        return "\(describe(listener.socket)) \(listener.address.text) with netlink"
    } catch {
        return error.description
    }
}

func takeNetlinkSocket(_ name: String, from passed: inout PassedDescriptors) -> String {
    guard let socket = passed.takeNetlinkSocket(named: name) else { return "none" }
    return "\(socket.number)"
}

func content(of name: String, from passed: inout PassedDescriptors) throws -> String {
    guard let file = passed.take(named: name) else { return "none" }
    let content = try file.contents(atMost: 100)
    return String(copying: content.span)
}

func report(_ line: String) throws {
    let text = line + "\n"
    try StandardStream.output.write(text.utf8Span.span)
}

func probe(_ requests: ArraySlice<String>) throws {
    var passed = try PassedDescriptors()
    try report("names " + passed.names.joined(separator: " "))
    for request in requests {
        let words = request.split(separator: " ").map(String.init)
        switch words[0] {
        case "listener": try report(takeListener(words[1], from: &passed))
        case "loopback": try report(takeLoopbackListener(words[1], from: &passed))
        case "metadata": try report(takeMetadata(words[1], from: &passed))
        case "netlink": try report(takeNetlinkSocket(words[1], from: &passed))
        case "content": try report(try content(of: words[1], from: &passed))
        case "variable": try report(ThisProcess.variable(words[1]) ?? "unset")
        case "fill": try ThisProcess.fillStandardStreams()
        default: try report(FileStatus(of: .error) == nil ? "closed" : "open")
        }
    }
}

try probe(CommandLine.arguments.dropFirst())
// Lives until its standard input ends, without the descriptors that were not taken.
_ = try StandardStream.input.contents(atMost: 0)
