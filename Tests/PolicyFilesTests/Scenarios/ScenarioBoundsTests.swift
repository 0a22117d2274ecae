import Diagnostics
import PolicyModel
import Testing

@testable import PolicyFiles

@Suite("Bounds of scenario files") struct ScenarioBoundsTests {
    private func codes(
        _ scenarios: String,
        defaults: String? = nil,
        _ change: (inout ReadingBounds) -> Void = { _ in }
    ) -> [String] {
        var bounds = ReadingBounds()
        change(&bounds)
        return readScenarios(scenarioFile(scenarios, defaults: defaults), bounds: bounds).diagnostics.map(\.code)
    }

    private func scenario(_ name: String = "n", url: String = "u", matrix: String = "") -> String {
        "{name: \(name), when: {open: '\(url)'}, then: {verdict: allow}\(matrix)}"
    }

    @Test("The number of scenarios is bounded, written or generated")
    func scenarios() {
        let three = (0..<3).map { scenario("n\($0)") }.joined(separator: "\n- ")
        #expect(codes(three) { $0.scenarios = 3 } == [])
        #expect(codes(three) { $0.scenarios = 2 } == ["too-many-scenarios"])
        let six = scenario(url: "${a}${b}", matrix: ", matrix: {a: [1, 2], b: [1, 2, 3]}")
        #expect(codes(six) { $0.scenarios = 6 } == [])
        #expect(codes(six) { $0.scenarios = 5 } == ["too-many-scenarios"])
        #expect(codes("\(six)\n- \(six)") { $0.scenarios = 11 }.filter { $0 == "too-many-scenarios" }.count == 1)
    }

    @Test("Too many values are refused with advice that fits the kind of file")
    func values() {
        var bounds = ReadingBounds()
        bounds.nodes = 10
        let scenarios = readScenarios(scenarioFile(scenario()), bounds: bounds).diagnostics
        #expect(scenarios.map(\.code) == ["too-many-values"])
        #expect(scenarios.map(\.help) == ["split the file, or use `matrix`"])
        let text = "demarc: 1\napp: {id: a}\npolicies: {p: {printBlocked: true}}\nuser: none"
        let policy = PolicyDocumentReader(files: MemoryFiles([:] as [String: String]), bounds: bounds)
            .load(text: text, path: "policy.yaml").diagnostics
        #expect(policy.map(\.code) == ["too-many-values"])
        #expect(policy.map(\.help) == ["split the file, or put long lists of domains or URLs into a list file"])
    }

    @Test("A product that overflows is refused")
    func overflow() {
        let values = "[" + (0..<100).map { "\($0)" }.joined(separator: ",") + "]"
        let matrix = (0..<40).map { "v\($0): \(values)" }.joined(separator: ", ")
        #expect(codes(scenario(matrix: ", matrix: {\(matrix)}")) == ["too-many-scenarios"])
    }

    @Test("Expanded values and texts are bounded")
    func expansion() {
        let big = "[" + Array(repeating: "x", count: 1_000).joined(separator: ",") + "]"
        let numbers = "[" + (0..<100).map { "\($0)" }.joined(separator: ",") + "]"
        let nodes =
            "{name: n, matrix: {n: \(numbers), big: [\(big)]}, given: {installed: \"${big}\"}, when: {open: '${n}'}, then: {verdict: allow}}"
        #expect(codes(nodes) { $0.expandedNodes = 200_000 } == [])
        #expect(codes(nodes) { $0.expandedNodes = 50_000 } == ["too-many-scenarios"])
        let long = String(repeating: "x", count: 10_000)
        let text =
            "{name: n, matrix: {n: \(numbers), long: [\(long)]}, when: {open: '${n}${long}${long}'}, then: {verdict: allow}}"
        #expect(codes(text) { $0.allDocumentBytes = 4_000_000 } == [])
        #expect(codes(text) { $0.allDocumentBytes = 100_000 } == ["too-many-scenarios"])
    }

    @Test(
        "The values of `defaults` are counted for each scenario, written or generated",
        arguments: [
            ("{views: {pane: {policy: unmanaged, parent: W}, page: {policy: unmanaged}}}", 6),
            ("{views: {pane: {document: 'https://a.example/\(String(repeating: "x", count: 25_600))'}}}", 103),
            ("{installed: [com.contoso.a, com.contoso.b], mdmEnrolled: true}", 4),
        ] as [(String, Int)]
    )
    func defaults(given: String, count: Int) {
        let defaults = "{given: \(given)}"
        let three = (0..<3).map { scenario("n\($0)") }.joined(separator: "\n- ")
        #expect(codes(three, defaults: defaults) { $0.expandedNodes = 3 * count } == [])
        #expect(codes(three, defaults: defaults) { $0.expandedNodes = 3 * count - 1 } == ["too-many-scenarios"])
        #expect(codes(three, defaults: defaults) { $0.expandedNodes = 0 } == ["too-many-scenarios"])
        let matrix = scenario(url: "${a}", matrix: ", matrix: {a: [1, 2, 3]}")
        #expect(codes(matrix, defaults: defaults) { $0.expandedNodes = 3 * count + 100 } == [])
        #expect(codes(matrix, defaults: defaults) { $0.expandedNodes = 3 * count - 1 } == ["too-many-scenarios"])
        #expect(codes(matrix) { $0.expandedNodes = 100 } == [])
    }

    @Test("Hundreds of views in `defaults` are no problem for thousands of scenarios")
    func manyDefaults() {
        let views = (0..<300).map { "pane\($0): {policy: unmanaged, document: 'https://a.example/'}" }
        let defaults = "{given: {views: {" + views.joined(separator: ", ") + "}}}"
        #expect(codes((0..<3_000).map { scenario("n\($0)") }.joined(separator: "\n- "), defaults: defaults) == [])
    }

    @Test("Patched policies and documents are bounded")
    func policies() {
        let patch =
            "{name: 'n ${n}', policy: {policies: {level2: {minimumPinLength: '${n}'}}}, when: {open: u}, then: {verdict: allow}, matrix: {n: [1, 2, 3]}}"
        // The policy of these tests contains two policies, and so does each of its patches.
        #expect(codes(patch) { $0.patchedPolicies = 6 } == [])
        #expect(codes(patch) { $0.patchedPolicies = 5 } == ["too-many-policies"])
        let files = Dictionary((0..<3).map { ("t/p\($0).yaml", "demarc: 1") }) { first, _ in first }
        var bounds = ReadingBounds()
        let text = scenarioFile(
            (0..<3).map { "{name: n\($0), policy: p\($0).yaml, when: {open: u}, then: {verdict: allow}}" }
                .joined(separator: "\n- ")
        )
        bounds.policyDocuments = 3
        #expect(readScenarios(text, files: files, bounds: bounds).isUsable)
        bounds.policyDocuments = 2
        #expect(readScenarios(text, files: files, bounds: bounds).diagnostics.map(\.code) == ["too-many-policies"])
    }

    @Test("The size of the file is bounded")
    func size() {
        var bounds = ReadingBounds()
        bounds.documentBytes = 100
        let reader = ScenarioFileReader(files: MemoryFiles(["s.yaml": scenarioFile(scenario())]), bounds: bounds)
        #expect(reader.load(path: "s.yaml").diagnostics.map(\.code) == ["file-too-large"])
        #expect(
            reader.load(text: scenarioFile(scenario()), path: "s.yaml").diagnostics.map(\.code) == ["file-too-large"]
        )
    }

    @Test("A matrix full of mistakes stops at the limit of findings")
    func mistakes() {
        let numbers = "[" + (0..<300).map { "zz\($0)" }.joined(separator: ",") + "]"
        let text =
            "{name: '${a} ${b}', matrix: {a: \(numbers), b: \(numbers)}, when: {open: u}, then: {verdict: '${a}${b}'}}"
        let result = readScenarios(scenarioFile(text))
        #expect(!result.isUsable)
        #expect(result.diagnostics.count <= ReadingBounds().findings + 1)
    }

    @Test("A combination is charged for every variable, used or not, and for its label")
    func manyVariables() {
        let variables = (0..<1_000).map { "v\($0): [\(String(repeating: "x", count: 150))]" }.joined(separator: ", ")
        let numbers = "[" + (0..<100).map { "\($0)" }.joined(separator: ",") + "]"
        let text = scenario(url: "${a}", matrix: ", matrix: {a: \(numbers), \(variables)}")
        #expect(codes(text) { $0.expandedNodes = 90_000 }.filter { $0 != "unused-variable" } == ["too-many-scenarios"])
        #expect(
            codes(text) { $0.allDocumentBytes = 4 << 20 }.filter { $0 != "unused-variable" } == ["too-many-scenarios"]
        )
        #expect(codes(text).allSatisfy { $0 == "unused-variable" || $0 == "too-many-findings" })
    }

    @Test("Aliases are read, and charged for their expansion")
    func aliases() throws {
        let text = """
            demarc-test: 1
            policy: ../policy.yaml
            scenarios:
            - {name: a, given: &g {user: 3ec2}, when: {open: u}, then: &t {verdict: allow}}
            - {name: b, given: {<<: *g, mdmEnrolled: true}, when: {open: v}, then: *t}
            """
        let file = try #require(readScenarios(text).file)
        #expect(file.scenarios[1].given.user == .accounts([AccountID("3ec2")]))
        #expect(file.scenarios[1].steps[0].expected == file.scenarios[0].steps[0].expected)
        let bomb =
            "demarc-test: 1\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
            + (1..<9).map { n in
                "a\(n): &a\(n) [" + Array(repeating: "*a\(n - 1)", count: 10).joined(separator: ",") + "]\n"
            }
            .joined()
        #expect(readScenarios(bomb).diagnostics.map(\.code).contains("too-many-aliases"))
    }

    @Test("JSON is read like YAML")
    func json() throws {
        let text =
            #"{"demarc-test": 1, "policy": "../policy.yaml", "scenarios": [{"name": "\ud83d\ude00", "when": {"open": {"url": "u"}}, "then": {"verdict": null}}]}"#
        let result = readScenarios(text)
        #expect(try #require(result.file, "\(summary(result))").scenarios.map(\.name) == ["😀"])
    }
}
