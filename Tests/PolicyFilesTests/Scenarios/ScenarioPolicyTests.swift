import Diagnostics
import PolicyModel
import Testing

@testable import PolicyFiles

@Suite("Policies of scenarios") struct ScenarioPolicyTests {
    private let ask = "when: {open: u}, then: {verdict: allow}"

    @Test("Equal patches share a policy, in any order of keys; different patches do not")
    func sharing() throws {
        let text = scenarioFile(
            """
            {name: a, \(ask)}
            - {name: b, policy: {policies: {level2: {printBlocked: false, contactSyncBlocked: true}}}, \(ask)}
            - {name: c, policy: {policies: {level2: {contactSyncBlocked: true, printBlocked: false}}}, \(ask)}
            - {name: d, policy: {policies: {level2: {printBlocked: true}}}, \(ask)}
            - {name: e, policy: {policies: {}}, \(ask)}
            - {name: f, policy: ../policy.yaml, \(ask)}
            - {name: g, policy: {file: .././policy.yaml, policies: {level2: {printBlocked: true}}}, \(ask)}
            """
        )
        let result = readScenarios(text)
        let file = try #require(result.file, "\(summary(result))")
        #expect(file.scenarios.map(\.policy) == [0, 1, 1, 2, 0, 0, 2])
        #expect(file.policies.map(\.base) == [nil, 0, 0])
        #expect(file.policies.map { $0.document.policies["level2"]?.printBlocked } == [true, false, true])
        #expect(file.policies.allSatisfy { $0.document.ruleSets == file.policies[0].document.ruleSets })
    }

    @Test("A patched setting has its place in the scenario file, and all others in the policy")
    func places() throws {
        let text = scenarioFile("{name: a, policy: {policies: {level2: {printBlocked: false}}}, \(ask)}")
        let file = try #require(readScenarios(text).file)
        let policy = try #require(file.policies[1].document.policies["level2"])
        #expect(policy.location(of: .printBlocked)?.description == "t/s.yaml:4:42")
        #expect(policy.location(of: .allowedOutboundClipboardSharingLevel)?.path == "t/../policy.yaml")
    }

    @Test("The file's patch applies to every scenario, and a scenario's patch overrides it")
    func patchOfTheFile() throws {
        let policy = "{file: ../policy.yaml, policies: {level2: {printBlocked: false, saveAsBlocked: true}}}"
        let text = scenarioFile(
            """
            {name: a, \(ask)}
            - {name: b, policy: {policies: {level2: {printBlocked: true}}}, \(ask)}
            - {name: c, policy: {file: ../policy.yaml}, \(ask)}
            """,
            policy: policy
        )
        let result = readScenarios(text)
        let file = try #require(result.file, "\(summary(result))")
        let policies = file.scenarios.map { file.policies[$0.policy].document.policies["level2"] }
        #expect(policies.map { $0?.printBlocked } == [false, true, true])
        #expect(policies.map { $0?.saveAsBlocked } == [true, true, false])
    }

    @Test("If every scenario names a policy, the file needs none")
    func noPolicyOfTheFile() throws {
        let text =
            "demarc-test: 1\nscenarios:\n- {name: a, policy: ../policy.yaml, \(ask)}\n- {name: b, policy: one.yaml, \(ask)}\n"
        let result = readScenarios(text, files: ["t/one.yaml": "demarc: 1"])
        let file = try #require(result.file, "\(summary(result))")
        #expect(file.scenarios.map(\.policy) == [0, 1])
        #expect(file.policies[1].document.accounts.accounts.map(\.id) == [PolicyDocument.implicitAccount])
        // The names of one document are not valid in the other.
        checkScenarios(
            text + "- {name: c, policy: one.yaml, given: {user: 3ec2}, \(ask)}\n",
            files: ["t/one.yaml": "demarc: 1"],
            gives: ["5:45 unknown-name «3ec2» there is no account `3ec2` | write `demarc:default`"]
        )
    }

    @Test("Defaults are checked against every tested policy")
    func defaultsAgainstEach() {
        checkScenarios(
            scenarioFile("{name: a, \(ask)}\n- {name: b, policy: one.yaml, \(ask)}", defaults: "{given: {user: 3ec2}}"),
            files: ["t/one.yaml": "demarc: 1"],
            gives: ["3:26 unknown-name «3ec2» there is no account `3ec2` | write `demarc:default`"]
        )
    }

    @Test("A document is read once, and its findings are reported once, however often it is named")
    func readOnce() {
        let source = MemoryFiles(["policy.yaml": scenarioPolicy])
        var reads = 0
        let reading = ScenarioReading(ReadingContext(source: source, bounds: ReadingBounds(), allowsOutside: false)) {
            reads += 1
            #expect($2 == nil)
            return PolicyDocumentReader(files: source, requiresUser: $3).load(bytes: $0, path: $1)
        }
        let scenarios = (0..<50).map { "{name: n\($0), policy: ../policy.yaml, \(ask)}" }.joined(separator: "\n- ")
        let result = reading.load(Array(scenarioFile(scenarios).utf8), path: "t/s.yaml", resolvedPath: "/t/s.yaml")
        #expect(result.isUsable)
        #expect(reads == 1)
    }

    @Test("Only a scenario that signs an account in may use a document with a second managed account")
    func signIn() throws {
        let source = MemoryFiles([
            "policy.yaml": "demarc: 1\npolicies: {p: {}}\naccounts: [{account: a, policy: p}, {account: b, policy: p}]"
        ])
        // Replaces the reader's own way to allow it.
        func load(_ text: String) -> ScenarioLoadResult {
            ScenarioReading(ReadingContext(source: source, bounds: ReadingBounds(), allowsOutside: false)) {
                let text = String(decoding: $0, as: UTF8.self) + ($3 ? "\napp: {multiManagedIdentities: true}" : "")
                return PolicyDocumentReader(files: source, requiresUser: false).load(text: text, path: $1)
            }.load(Array(text.utf8), path: "t/s.yaml", resolvedPath: "/t/s.yaml")
        }
        let given = "given: {user: a}"
        let signIn = "{name: s, \(given), when: {signIn: b}, then: {verdict: notAllowed}}"
        let steps = "{name: t, \(given), steps: [{\(ask)}, {when: {signIn: b}, then: {verdict: notAllowed}}]}"
        let open = "{name: o, \(given), \(ask)}"
        #expect(load(scenarioFile(signIn)).isUsable)
        #expect(load(scenarioFile("\(steps)\n- \(signIn)")).file?.policies.count == 1)
        let codes = { (text: String) in load(text).diagnostics.map(\.code) }
        #expect(codes(scenarioFile(open)) == ["second-managed-account"])
        #expect(codes(scenarioFile("\(signIn)\n- \(open)")) == ["second-managed-account"])
        #expect(codes(scenarioFile("\(open)\n- \(signIn)")) == ["second-managed-account"])
    }

    @Test("A file that a scenario names is read anywhere; a folder and a pipe are refused")
    func disk() {
        let reader = ScenarioFileReader()
        let codes = { (policy: String) in
            reader.load(text: scenarioFile("{name: a, \(ask)}", policy: policy), path: "/nowhere/s.yaml").diagnostics
                .map(\.code)
        }
        #expect(codes("/tmp") == ["not-a-file"])
        #expect(codes("/dev/zero") == ["not-a-file"])
        #expect(codes("/nowhere.yaml") == ["file-not-found"])
        #expect(reader.load(path: "/nowhere/s.yaml").diagnostics.map(\.code) == ["file-not-found"])
        #expect(reader.load(path: "/tmp").diagnostics.map(\.code) == ["not-a-file"])
    }
}
