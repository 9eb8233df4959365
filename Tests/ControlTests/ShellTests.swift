import Kernel
import TestSupport
import Testing

/// Completion as the shells do it, with the scripts that the program prints.
struct ShellTests {
    private let stage: Stage
    private static let status = Scripted(
        200, #"{"version":"1","pid":1,"ready":true,"profiles":[{"name":"uploads"},{"name":"media"}]}"#)

    init() throws {
        stage = try Stage()
    }

    /// The words that bash offers; the last word is the one at the cursor.
    private static func bash(_ words: String) -> String {
        """
        source <("$0" completion bash); COMP_WORDS=(ossauthctl \(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _ossauthctl "$0"; printf '%s\\n' "${COMPREPLY[@]}"
        """
    }

    @Test(arguments: [
        ("pres", "presign\n"), ("presign --meth", "--method\n"), ("presign --method = PU", "PUT\n"),
        ("--js", "--json\n"), ("credentials f", "forget\n"), ("presign oss : //b/k --addr", "--addressing\n"),
    ])
    func `bash offers what the table has`(words: String, expected: String) throws {
        #expect(try stage.shell(Self.bash(words), in: "/bin/bash").output == expected)
    }

    @Test func `bash offers the profiles of the daemon`() throws {
        let run = try stage.shell(
            Self.bash("presign --profile up"), in: "/bin/bash", answering: [Self.status])
        #expect(run.output == "uploads\n" && run.requests.map(\.line) == ["GET /v1/status"])
    }

    @Test func `zsh offers what the table has`() throws {
        let script = """
            zmodload zsh/zpty
            zpty z 'zsh -f -i'
            zpty -w z "autoload -U compinit; compinit -u -D; path=(${0:h} \\$path)
            source <($0 completion zsh); print rea''dy"
            while zpty -r z line && [[ $line != *ready* ]]; do; done
            zpty -w -n z $'ossauthctl presign --addressing \\t'
            zpty -r -m z text '*cname*path*virtual*'
            print found
            """
        #expect(try stage.shell(script, in: "/usr/bin/zsh").output == "found\n")
    }

    @Test(arguments: [
        ("ossauthctl pres", "presign\tSign URLs for others to use\n"),
        ("ossauthctl presign --addressing=v", "--addressing=virtual\n"),
        ("ossauthctl help credentials f", "forget\tMake the daemon forget a token\n"),
    ])
    func `fish offers what the table has`(line: String, expected: String) throws {
        let script =
            #"set -x PATH (dirname $argv[1]) $PATH; ossauthctl completion fish | source; complete -C '\#(line)'"#
        let run = try stage.shell(script, in: "/usr/bin/fish")
        #expect(run.output == expected)
    }

    @Test func `offers no profile where no daemon is, and complains not`() throws {
        let run = try stage.run(["__complete", "presign", "--profile", ""])
        #expect(run.output == ":nothing\n" && run.error == "" && run.status == .exited(0))
    }
}
