import TestSupport
import Testing

@Suite("demarc test: coverage and watching") struct TestWatchTests {
    private static let scenarios = """
        demarc-test: 1
        policy: policy.yaml
        scenarios:
          - name: The intranet opens
            given: {user: dana@contoso.com}
            when: {navigate: {view: E, url: "https://contoso.com/"}}
            then: {verdict: allow}
        """

    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(Samples.oneView, to: "policy.yaml")
        try folder.write(scenarios, to: "a.yaml")
        return folder
    }

    private static func run(_ arguments: String, in folder: TemporaryFolder) throws -> Tool.Outcome {
        try Tool.bash("cd '\(folder.path)'; \"$demarc\" test \(arguments)")
    }

    // One of three rules and one setting: 25 %.
    @Test(
        "Only a coverage below the threshold fails",
        arguments: [(0, 0), (25, 0), (26, 1), (100, 1), (101, 64), (-1, 64)] as [(Int, Int32)]
    )
    func threshold(percent: Int, status: Int32) throws {
        let outcome = try Self.run("a.yaml --coverage-threshold=\(percent)", in: try Self.folder())
        #expect(outcome.status == status, "\(outcome.errors)")
        if status == 1 {
            #expect(
                outcome.errors
                    == "demarc: error: the coverage of rules and settings is 25.0 %, below \(percent) %; --coverage lists what is missing\n"
            )
        }
    }

    @Test("The duration of each scenario is shown")
    func times() throws {
        let outcome = try Self.run("a.yaml --verbose", in: try Self.folder())
        #expect(outcome.text.contains(#/  passed The intranet opens \(\d+(\.\d+)? (µs|ms|s)\)\n/#), "\(outcome.text)")
    }

    @Test(
        "A change of any used file starts a new run, and a signal ends watching",
        arguments: [
            ("sed -i 's/allow/block/' a.yaml", "FAIL  a.yaml"),
            ("sed -i 's/class: internal/class: external/' policy.yaml", "FAIL  a.yaml"),
            ("cp a.yaml b.yaml", "PASS  b.yaml"), ("echo 'demarc-test: 1' > a.yaml", "could not be run"),
            ("rm policy.yaml", "could not be run"),
        ]
    )
    func watch(change: String, said: String) throws {
        let folder = try Self.folder()
        let outcome = try Tool.bash(
            """
            cd '\(folder.path)'
            "$demarc" test --watch . >out 2>err & watcher=$!
            wait_for() { for _ in $(seq 200); do [ "$(grep -c waiting err)" -ge "$1" ] && return; sleep 0.1; done; }
            wait_for 1; \(change); wait_for 2
            kill -INT $watcher; wait $watcher; status=$?
            cat out; exit $status
            """
        )
        #expect(outcome.status == 130)
        #expect(outcome.text.hasPrefix("PASS  a.yaml: 1 passed\n1 scenario in "), "\(outcome.text)")
        #expect(outcome.text.contains(said), "\(outcome.text)")
    }

    @Test(
        "Watching allows only a plain report on standard output",
        arguments: ["--report json", "--output x", "--coverage-output x"]
    )
    func misused(option: String) throws {
        let outcome = try Self.run("--watch \(option) .", in: try Self.folder())
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("--watch shows a plain report"))
    }
}
