import Bytes
import Kernel
import Reference
import TestSupport
import Testing

/// Completion as the shells do it, with the scripts of the package.
struct ShellTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        try File.makeDirectory(folder.appending("completions"), mode: 0o700)
        for script in GeneratedPage.completions { try script.write(in: folder) }
    }

    private var scripts: String { folder.appending("completions") }

    private func output(of script: String, in shell: String) throws -> String {
        var program = try RunningProgram(
            shell, ["-c", script], environment: ["HOME=\(folder.path)", "TERM=dumb"])
        return try program.rest().string
    }

    /// The words that bash offers; the last word is the one at the cursor.
    private func bash(_ words: String) -> String {
        """
        source \(scripts)/ossauthctl.bash; COMP_WORDS=(ossauthctl \(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _ossauthctl; printf '%s\\n' "${COMPREPLY[@]}"
        """
    }

    @Test(arguments: [
        ("pres", "presign\n"), ("presign --meth", "--method\n"), ("presign --method = PU", "PUT\n"),
        ("--js", "--json\n"), ("credentials f", "forget\n"), ("presign oss : //b/k --addr", "--addressing\n"),
        ("presign --js", "--json\n"), ("presign --socket /et", "/etc\n"),
        // An option behind the words of a group is that of its default command.
        ("credentials --format ossu", "ossutil\n"), ("credentials --end", "--endpoint\n"),
    ])
    func `bash offers what the table has`(words: String, expected: String) throws {
        #expect(try output(of: bash(words), in: "/bin/bash") == expected)
    }

    @Test(arguments: [
        ("/bin/bash", "ossauthctl.bash"), ("/usr/bin/zsh", "_ossauthctl"),
        ("/usr/bin/fish", "ossauthctl.fish"),
    ])
    func `a completion is a script that its shell reads`(shell: String, name: String) throws {
        #expect(try output(of: "\(shell) -n \(scripts)/\(name) 2>&1", in: "/bin/sh") == "")
    }

    @Test(arguments: [
        (#"presign --addressing \t"#, "*cname*path*"),
        (#"presign --addressing=v\t"#, "*--addressing=virtual*"),
        (#"credentials f\t"#, "*credentials forget*"),
    ])
    func `zsh offers what the table has`(line: String, expected: String) throws {
        let script = """
            zmodload zsh/zpty
            zpty z 'zsh -f -i'
            zpty -w z "autoload -U compinit; compinit -u -D; source \(scripts)/_ossauthctl; print rea''dy"
            while zpty -r z line && [[ $line != *ready* ]]; do; done
            zpty -w -n z $'ossauthctl \(line)'
            zpty -r -m z text '\(expected)'
            print found
            """
        #expect(try output(of: script, in: "/usr/bin/zsh") == "found\n")
    }

    @Test(arguments: [
        ("ossauthctl pres", "presign\tSign URLs for others to use\n"),
        ("ossauthctl presign --addressing=v", "--addressing=virtual\n"),
        ("ossauthctl credentials f", "forget\tMake the daemon forget a token\n"),
    ])
    func `fish offers what the table has`(line: String, expected: String) throws {
        let script = "source \(scripts)/ossauthctl.fish; complete -C '\(line)'"
        #expect(try output(of: script, in: "/usr/bin/fish") == expected)
    }
}
