import Foundation
import TestSupport
import Testing

/// Completion as the shells do it, with the scripts of the package.
struct ShellTests {
    private let stage: Stage
    private static let scripts = URL(filePath: #filePath).appending(path: "../../../packaging/completions")
        .standardized.path()

    init() throws {
        stage = try Stage()
    }

    /// The words that bash offers; the last word is the one at the cursor.
    private static func bash(_ words: String) -> String {
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
        #expect(try stage.shell(Self.bash(words), in: "/bin/bash").output == expected)
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
            zpty -w z "autoload -U compinit; compinit -u -D; source \(Self.scripts)/_ossauthctl; print rea''dy"
            while zpty -r z line && [[ $line != *ready* ]]; do; done
            zpty -w -n z $'ossauthctl \(line)'
            zpty -r -m z text '\(expected)'
            print found
            """
        #expect(try stage.shell(script, in: "/usr/bin/zsh").output == "found\n")
    }

    @Test(arguments: [
        ("ossauthctl pres", "presign\tSign URLs for others to use\n"),
        ("ossauthctl presign --addressing=v", "--addressing=virtual\n"),
        ("ossauthctl credentials f", "forget\tMake the daemon forget a token\n"),
    ])
    func `fish offers what the table has`(line: String, expected: String) throws {
        let script = "source \(Self.scripts)/ossauthctl.fish; complete -C '\(line)'"
        #expect(try stage.shell(script, in: "/usr/bin/fish").output == expected)
    }
}
