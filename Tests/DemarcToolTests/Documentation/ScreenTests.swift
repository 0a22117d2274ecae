import Diagnostics
import Foundation
import TestSupport
import Testing

/// The output in a terminal of 80 and of 120 columns.
///
/// The screens are in `Screens`, one file for each command and width.
@Suite("Terminal output") struct ScreenTests {
    private static let commands: [(name: String, arguments: [String])] = [
        ("lint", ["lint", "."]),
        ("test", ["test", "."]),
        ("explain", ["explain", "DM061"]),
        ("configure", ["configure", "-i", "app/Info.plist", "-o", "Info.plist"]),
        ("import", ["import", "chrome", "--block", "block.txt", "--output", "imported.yaml"]),
    ]

    @Test("The lines of each command fit and equal their snapshot", arguments: commands.map(\.name), [80, 120])
    func screen(name: String, columns: Int) throws {
        let arguments = try #require(Self.commands.first { $0.name == name }).arguments
        let folder = try Self.folder()
        let screen = try Terminal.run(arguments, columns: UInt16(columns), in: folder)
        let shown = screen.text.replacing(/in (\d+ ms|[\d.]+ s)/) { _ in "in 1 ms" }
            .replacing(/\((\d+ (µs|ms)|[\d.]+ s)\)/) { _ in "(1 ms)" }
        try Screen.check(shown, shownBy: name, in: columns)
    }

    @Test(
        "Nothing exceeds a narrow terminal either",
        arguments: [
            ["lint", "."], ["test", "."], ["explain"], ["test", ".", "--coverage"],
            ["check", "--policy", "policy.yaml", "--view", "nonesuch", "https://a.example/"],
        ],
        [40, 60, 80]
    )
    func narrow(arguments: [String], columns: Int) throws {
        let screen = try Terminal.run(arguments, columns: UInt16(columns), in: try Self.folder())
        for line in screen.lines { #expect(VisibleText.columns(of: line) <= columns, "\(line)") }
    }

    @Test("COLUMNS overrides the terminal's width, and applies to files")
    func columns() throws {
        let folder = try Self.folder()
        let environment = ["NO_COLOR": "1", "COLUMNS": "60"]
        let screen = try Terminal.run(["lint", "."], columns: 200, in: folder, environment: environment)
        #expect(screen.lines.allSatisfy { VisibleText.columns(of: $0) <= 60 })
        let file = try Self.bash("COLUMNS=60 \"$demarc\" lint .", in: folder)
        #expect(file.lines.allSatisfy { VisibleText.columns(of: $0) <= 60 })
        // Programs read lines, so lines are not wrapped for them.
        let unbounded = try Self.bash("unset COLUMNS; \"$demarc\" lint .", in: folder)
        #expect(unbounded.lines.contains { VisibleText.columns(of: $0) > 120 })
    }

    @Test("COLUMNS counts as unset if no terminal is so wide", arguments: ["0", "10001", "100000000", "9999999999"])
    func hugeColumns(columns: String) throws {
        let folder = try Self.folder()
        let script = "\"$demarc\" check --policy policy.yaml https://a.example/; \"$demarc\" --help"
        let outcome = try Self.bash("export COLUMNS=\(columns); \(script)", in: folder)
        #expect(outcome.text == (try Self.bash("unset COLUMNS; \(script)", in: folder)).text)
    }

    @Test(
        "Color is on unless it is turned off",
        arguments: [
            ([:], [], true, "a terminal has colour"),
            (["NO_COLOR": "1"], [], false, "NO_COLOR says no"),
            (["NO_COLOR": ""], [], true, "an empty NO_COLOR says nothing"),
            (["TERM": "dumb"], [], false, "not every terminal has colour"),
            (["TERM": "dumb", "FORCE_COLOR": "1"], [], true, "FORCE_COLOR says yes"),
            (["TERM": "dumb", "CLICOLOR_FORCE": "1"], [], true, "CLICOLOR_FORCE says yes"),
            (["TERM": "dumb", "CLICOLOR_FORCE": "0"], [], false, "0 forces nothing"),
            (["NO_COLOR": "1", "FORCE_COLOR": "1"], [], false, "NO_COLOR counts more"),
            (["NO_COLOR": "1"], ["--color", "always"], true, "the option counts most"),
            (["FORCE_COLOR": "1"], ["--color=never"], false, "the option counts most"),
            (["NO_COLOR": "1"], ["--color", "auto"], false, "auto is what holds without the option"),
        ] as [([String: String], [String], Bool, Comment)]
    )
    func color(environment: [String: String], options: [String], expected: Bool, why: Comment) throws {
        let folder = try Self.folder()
        let screen = try Terminal.run(["lint", "."] + options, columns: 80, in: folder, environment: environment)
        #expect(screen.text.contains("\u{1B}[1;33mwarning[") == expected, why)
    }

    @Test("Files and pipes have color only on request")
    func colorOfFiles() throws {
        let folder = try Self.folder()
        #expect(try !Self.bash("\"$demarc\" lint .", in: folder).text.contains("\u{1B}"))
        #expect(try Self.bash("\"$demarc\" lint . --color always", in: folder).text.contains("\u{1B}[1;33m"))
        #expect(try Self.bash("FORCE_COLOR=1 \"$demarc\" lint . | cat", in: folder).text.contains("\u{1B}[1;33m"))
        #expect(try Tool.run(["lint", ".", "--color", "sometimes"]).status == 64)
    }

    @Test("Standard error in a file has no color on a terminal either", arguments: ["plain", "junit", "json"])
    func colorOfErrors(report: String) throws {
        let folder = try Self.folder()
        let errors = try folder.write("", to: "errors.log")
        let arguments = ["test", "scenarios.yaml", "--report", report]
        let screen = try Terminal.run(arguments, columns: 80, in: folder, environment: [:], errors: errors)
        #expect(screen.text.contains("\u{1B}") == (report == "plain"), "\(screen.text)")
        let log = try folder.read("errors.log")
        #expect(log.contains("2 scenarios in ") == (report != "plain") && !log.contains("\u{1B}"), "\(log)")
    }

    private static func bash(_ script: String, in folder: TemporaryFolder) throws -> Tool.Outcome {
        try Tool.bash("unset NO_COLOR FORCE_COLOR CLICOLOR_FORCE; cd '\(folder.path)'; \(script)")
    }

    // MARK: Files

    /// A folder with one file of each kind.
    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.makeFolder("app")
        try folder.write(Samples.oneView, to: "policy.yaml")
        try folder.write(
            #"""
            demarc-rules: 1
            rules:
              - {id: intranet, class: internal, regex: "contoso\\.com"}
              - {id: 漢字, class: blocked, domain: casino.example, because: Gambling at work is not what we are here for.}
              - {id: again, class: blocked, domain: casino.example}
            """#,
            to: "rules.yaml"
        )
        try folder.write(
            """
            demarc-test: 1
            policy: policy.yaml
            scenarios:
              - name: links to the intranet stay in the view
                steps:
                  - when: {navigate: {url: "https://intranet.contoso.com/"}}
                    then: {verdict: allow}
              - name: a link to a site with a very long address is opened in the browser of the organization
                steps:
                  - when: {navigate: {url: "https://casino.example/a/very/long/path/that/goes/on/and/on?and=on"}}
                    then: {verdict: route}
            """,
            to: "scenarios.yaml"
        )
        try folder.write("demrac: 1\npolicies: {}\n", to: "edge.yaml")
        try folder.write("\tdemarc-test: 1\n", to: "tab.yaml")
        try folder.write("unrelated: true\n", to: "other.yaml")
        try folder.write("casino.example\nhttp://[broken\n", to: "block.txt")
        try folder.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0">
            <dict>
            \t<key>CFBundleIdentifier</key>
            \t<string>com.contoso.app</string>
            \t<key>IntuneMAMSettings</key>
            \t<dict>
            \t\t<key>ADALClientId</key>
            \t\t<string>12345678-1234-1234-1234-123456789abc</string>
            \t</dict>
            \t<key>LSApplicationQueriesSchemes</key>
            \t<array>
            \t\t<string>mailto</string>
            \t</array>
            </dict>
            </plist>
            """,
            to: "app/Info.plist"
        )
        return folder
    }
}
