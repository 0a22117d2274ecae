import Foundation
import TestSupport
import Testing

@Suite("Standard streams") struct StandardStreamTests {
    /// The arguments of commands that write to standard output; `P` is a policy.
    static let writers = [
        "--version", "--help", "help check", "--generate-completion-script bash", "schema policy", "explain",
        "explain DM040", "url https://a.example/", "check --policy P https://a.example/",
        "check --policy P --format json https://a.example/", "open --policy P tel:1",
        "paste --policy P --from E --into E", "transfer save --policy P --to localStorage", "test S.yaml",
        "test --report junit S.yaml", "lint P", "lint --format json P", "import hosts H", "bench --policy P --urls U",
    ]

    private func run(_ command: String, _ redirection: String) throws -> Tool.Outcome {
        let check = try CheckCase()
        try check.folder.write("https://contoso.com/\n", to: "U")
        try check.folder.write("0.0.0.0 casino.example\n", to: "H")
        try check.folder.write(
            """
            demarc-test: 1
            policy: policy.yaml
            scenarios:
              - {name: n, when: {navigate: {view: E, url: https://contoso.com/}}, then: {verdict: allow}}
            """,
            to: "S.yaml"
        )
        return try Tool.bash(
            """
            cd '\(check.folder.path)'; cp policy.yaml P
            timeout 20 "$demarc" \(command) \(redirection)
            echo "status $?" >&2
            cat out 2> /dev/null
            """
        )
    }

    @Test("A command whose output is lost fails", arguments: writers, [">&-", "> /dev/full"])
    func lost(command: String, redirection: String) throws {
        let outcome = try run(command, redirection)
        #expect(outcome.errors.contains("cannot write"), "\(outcome.errors)")
        #expect(outcome.errors.hasSuffix("status 2\n"), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }

    @Test("The same commands succeed if standard output accepts their output", arguments: writers)
    func written(command: String) throws {
        let outcome = try run(command, "> out")
        #expect(outcome.errors.hasSuffix("status 0\n"), "\(outcome.errors)")
        #expect(!outcome.output.isEmpty)
    }

    @Test(
        "Closed input is an error and nothing else is written, and the command does not wait for it",
        arguments: [
            ("check --policy P", "demarc: error: cannot read the input: it is not open\n"),
            ("check --policy P --format json", "demarc: error: cannot read the input: it is not open\n"),
            ("url", "demarc: error: cannot read the input: it is not open\n"),
            ("url --input -", "demarc: error: cannot read the input: it is not open\n"),
            ("bench --policy P --urls -", "demarc: error: cannot read the input: it is not open\n"),
            ("import hosts -", "demarc: error: cannot read `standard input`: it is not open\n"),
            ("launch --policy P --facts -", "demarc: error: cannot read `standard input`: it is not open\n"),
            ("fmt -", "demarc: error: cannot read `standard input`: it is not open\n"),
            ("lint --quiet -", "error[file-unreadable]: `standard input`: it is not open\n"),
        ]
    )
    func closedInput(command: String, message: String) throws {
        let outcome = try run(command, "<&-")
        #expect(outcome.errors == message + "status 2\n")
        #expect(outcome.output.isEmpty)
    }

    @Test(
        "`-` is a usage error where other files belong to a file",
        arguments: [
            ("check --policy - https://a.example/", "a policy cannot be read from standard input"),
            ("test -", "a scenario file cannot be read from standard input"),
            ("test S.yaml -", "a scenario file cannot be read from standard input"),
            ("audit --policy P --claims -", "a scenario file cannot be read from standard input"),
            (
                "audit --policy P --write-scenarios new.yaml --scenarios -",
                "a scenario file cannot be read from standard input"
            ),
            ("configure -i - --dry-run", "a property list cannot be read from standard input"),
            ("configure -i Info.plist -e - --dry-run", "a property list cannot be read from standard input"),
            ("init --graph - new", "an export cannot be read from standard input"),
            ("init -", "- is standard input; name a folder"),
        ]
    )
    func refusedInput(command: String, message: String) throws {
        let outcome = try run(command, "< S.yaml")
        #expect(outcome.errors.contains(message) && outcome.errors.hasSuffix("status 64\n"), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }

    @Test(
        "Findings in standard input have one name for it",
        arguments: [
            ("launch --policy P --facts -", "standard input:1:1: error"),
            ("launch --policy P --registrations -", "standard input:1:1: error"),
            ("replay - --policy P", "standard input:1: error"), ("import graph -", "standard input:1:1: error"),
        ]
    )
    func findingInInput(command: String, place: String) throws {
        let outcome = try run(command, "<<< nonsense")
        #expect(outcome.errors.contains(place) && outcome.errors.hasSuffix("status 2\n"), "\(outcome.errors)")
    }

    @Test("A folder as input is an error, and nothing else is written", arguments: ["check --policy P", "url"])
    func folderAsInput(command: String) throws {
        let outcome = try run(command, "< .")
        #expect(outcome.errors == "demarc: error: cannot read the input: it is a folder\nstatus 2\n")
        #expect(outcome.output.isEmpty)
    }

    @Test("A written file does not get the descriptor of a closed stream", arguments: ["2>&-", "<&- >&- 2>&-"])
    func closedErrors(redirection: String) throws {
        let outcome = try run("check --policy P --format ndjson --output out https://contoso.com/", "\(redirection)")
        #expect(outcome.errors.hasSuffix("status 0\n"))
        #expect(outcome.lines.count == 1)
        #expect(outcome.text.hasPrefix("{\"input\":\"https://contoso.com/\"") && outcome.text.hasSuffix("}\n"))
    }

    @Test("Output to a full non-blocking pipe waits")
    func nonBlocking() throws {
        let check = try CheckCase()
        let count = 20_000
        let urls = (0..<count).map { "https://search.example/\($0)\n" }.joined()
        let input = try check.folder.write(urls, to: "urls")
        var ends: [Int32] = [-1, -1]
        try #require(unsafe pipe(&ends) == 0)
        #expect(fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
        let process = Process()
        process.executableURL = URL(filePath: Tool.path)
        process.arguments = ["check", "--policy", check.policy, "--format", "ndjson", "--quiet", "--input", input]
        process.standardOutput = FileHandle(fileDescriptor: ends[1])
        try process.run()
        close(ends[1])
        // By now the pipe is full, unless the machine is slow: then it fills while it is read.
        usleep(300_000)
        let output = try FileHandle(fileDescriptor: ends[0], closeOnDealloc: true).readToEnd()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(output?.count { $0 == 0x0A } == count)
        #expect(output?.last == 0x0A)
    }
}
