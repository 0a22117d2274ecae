import Foundation
import TestSupport
import Testing

@Suite("Quoting in terminals and logs") struct QuotedArgumentTests {
    /// Starts a line with a GitHub command, clears the screen, and changes the direction of the text.
    private static let hostile = "x\n::error::y\r\u{1B}[2J\u{202E}"

    @Test(
        "An argument cannot start a line or control the terminal",
        arguments: [
            ["--\(hostile)"], ["-a\(hostile)"], [hostile], ["check", "--\(hostile)=1"], ["check", "--format", hostile],
            ["check", "--format=\(hostile)", "--policy", "p"], ["check", "--policy", hostile, "a:b"],
            ["check", "--fail-on", hostile, "--policy", "p"], ["url", "--input", hostile], ["url", hostile],
            ["url", "https://a.example/\(hostile)"], ["url", "--output", hostile + "/x", "a:b"], ["explain", hostile],
            ["schema", hostile], ["test", hostile], ["test", "--filter", hostile, "/dev"], ["lint", hostile],
            ["lint", "--skip", hostile, "."], ["lint", "--severity", hostile, "."], ["import", "hosts", hostile],
            ["compile", hostile, "-o", "x"], ["compile", "/dev/null", "-o", hostile + "/x"],
            ["configure", "-i", hostile], ["configure", "-i", hostile, "-e", hostile],
            ["bench", "--policy", hostile, "--urls", hostile], ["open", "--policy", hostile, hostile],
        ]
    )
    func argument(arguments: [String]) throws {
        let outcome = try Tool.run(arguments)
        let shown = outcome.text + outcome.errors
        #expect(!shown.isEmpty)
        for line in shown.split(separator: "\n") { #expect(!line.hasPrefix("::"), "\(shown)") }
        for scalar in shown.unicodeScalars where scalar != "\n" {
            let isControl = [.control, .format].contains(scalar.properties.generalCategory)
            #expect(!isControl, "\(scalar.escaped(asASCII: true)) in \(shown)")
        }
    }

    @Test(
        "A line does not begin with a GitHub command",
        arguments: [["url", "::error::x"], ["url", " ::error::x"], ["lint", "::error::x"], ["test", "::error::x"]]
    )
    func command(arguments: [String]) throws {
        let outcome = try Tool.run(arguments)
        for line in (outcome.text + outcome.errors).split(separator: "\n") {
            #expect(!line.drop(while: \.isWhitespace).hasPrefix("::"), "\(line)")
        }
    }

    @Test(
        "A command that a runner obeys anywhere in a line is spelled out",
        arguments: [
            ["url", "https://a.example/##[error]x"], ["url", "x ##vso[task.complete]"], ["lint", "x##[error]y"],
            ["url", "--format", "json", "https://a.example/##[error]x"], ["--x##[error]y"], ["explain", "##[error]y"],
        ]
    )
    func runner(arguments: [String]) throws {
        let outcome = try Tool.run(arguments)
        let shown = outcome.text + outcome.errors
        #expect(shown.contains("23"), "\(shown)")
        for command in ["##[", "##vso["] { #expect(!shown.contains(command), "\(shown)") }
    }

    @Test(
        "An argument that is not UTF-8 would name another file, so it can only be a URL",
        arguments: [
            (#"show policy.yaml -o $'o\xff.txt'"#, 64), (#"show policy.yaml --output=$'o\xff.txt'"#, 64),
            (#"check -p $'p\xff.yaml' https://a.example/"#, 64), (#"url $'https://a.example/\xff'"#, 0),
            (#"check -p policy.yaml --explain $'https://a.example/\xff'"#, 0),
        ]
    )
    func notUTF8(command: String, status: Int32) throws {
        let check = try CheckCase()
        let names = check.folder.names
        let outcome = try Tool.bash("cd '\(check.folder.path)'; \"$demarc\" \(command)")
        #expect(outcome.status == status, "\(outcome.text)\(outcome.errors)")
        #expect(outcome.errors.contains("is not UTF-8") == (status == 64))
        #expect(check.folder.names == names)
    }

    @Test("A wrong argument is still named, with the correct one")
    func named() throws {
        let outcome = try Tool.run(["url", "--format", "xml\n"])
        #expect(outcome.status == 64)
        #expect(outcome.errors.hasPrefix("Error: The value 'xml␊' is invalid for '--format <format>'"))
        #expect(outcome.errors.contains("\nUsage: demarc url"))
    }

    @Test("A rejected control character does not join the lines of the message")
    func rejected() throws {
        let reason = ["--accept", "abcdef", "--until", "2099-01-01", "--owner", "x", "--reason", "a\nb"]
        let outcome = try Tool.run(["audit", "--policy", "p"] + reason)
        #expect(outcome.status == 64)
        let message = "Error: --reason contains a control character; write it on one line.\nUsage: demarc audit"
        #expect(outcome.errors.hasPrefix(message), "\(outcome.errors)")
    }
}
