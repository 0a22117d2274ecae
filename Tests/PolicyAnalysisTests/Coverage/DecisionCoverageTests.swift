import Diagnostics
import PolicyFiles
import PolicyModel
import RuleIndex
import Scenarios
import TestSupport
import Testing

@testable import PolicyAnalysis
@testable import RuleRegions

@Suite("Coverage of decision classes") struct DecisionCoverageTests {
    static let document = TightDocument().with {
        $0.accounts.append("{account: kim@contoso.com, organization: contoso, policy: strict}")
        $0.strict.removeAll { $0.name == "printBlocked" }
        $0.rules.append("{id: ads, class: blocked, domain: ads.example}")
    }

    func coverage(of scenarios: String, _ document: TightDocument = document) throws -> DecisionCoverage {
        let files = MemoryFiles(["policy.yaml": document.text])
        let text = "demarc-test: 1\npolicy: policy.yaml\nscenarios:\n\(scenarios)"
        let loaded = ScenarioFileReader(files: files).load(text: text, path: "s.yaml")
        let file = try #require(loaded.file, "\(TextReport(sources: loaded.sources).text(loaded.diagnostics))")
        var coverage = DecisionCoverage(CompiledPolicy(file.policies[0].document))
        for scenario in file.scenarios { coverage.note(scenario) }
        return coverage
    }

    func scenario(_ when: String, _ given: String = "user: dana@contoso.com", name: String = "n") -> String {
        "- {name: \(name), given: {\(given)}, when: {\(when)}, then: {verdict: null}}\n"
    }

    private static let same: [(left: String, right: String, isOne: Bool, why: Comment)] = [
        (
            "copy: {from: E, characters: 5}", "copy: {from: E, characters: 900}", true,
            "no exception tells lengths apart"
        ),
        ("copy: {from: E}", "copy: {from: E, type: image}", false, "kinds are told apart"),
        ("copy: {from: native}", "copy: {from: 'account:dana@contoso.com'}", true, "both are who acts"),
        ("send: {to: com.example.a}", "send: {to: com.example.b}", true, "nobody declares either app"),
        ("send: {to: com.example.a}", "send: {to: com.example.a, via: openIn}", false, "the way is told apart"),
        (
            "navigate: {view: E, url: 'https://a.contoso.com/'}", "navigate: {view: E, url: 'https://b.contoso.com/x'}",
            true, "one rule decides both"
        ),
        (
            "navigate: {view: E, url: 'https://a.contoso.com/'}", "navigate: {view: E, url: 'https://ads.example/'}",
            false, "another rule decides"
        ),
        ("setting: print", "setting: {name: print, account: dana@contoso.com}", true, "it is the acting account's"),
        ("setting: print", "setting: backup", false, "two settings"),
    ]

    @Test("Requests of one class count once", arguments: same.indices)
    func classes(row: Int) throws {
        let (left, right, isOne, why) = Self.same[row]
        let one = try coverage(of: scenario(left))
        #expect(one.exercised == 1, "\(left): \(why)")
        let both = try coverage(of: scenario(left) + scenario(right, name: "m"))
        #expect(both.exercised == (isOne ? 1 : 2), "\(left), \(right): \(why)")
    }

    @Test("Accounts with the same organization and policy count as one")
    func accounts() throws {
        let one = try coverage(
            of: scenario("setting: print") + scenario("setting: print", "user: kim@contoso.com", name: "m")
        )
        #expect(one.exercised == 1)
        let other = try coverage(of: scenario("setting: print") + scenario("setting: print", "user: none", name: "m"))
        #expect(other.exercised == 2)
    }

    @Test("Requests without a class do not count", arguments: ["canOpen: 'tel:1'", "signOut: dana@contoso.com"])
    func others(when: String) throws {
        #expect(try coverage(of: scenario(when)).exercised == 0)
        let installed = scenario("setting: print", "user: dana@contoso.com, installed: []")
        #expect(try coverage(of: installed).exercised == 0)
    }

    @Test("Pages and identities are followed through the steps of a scenario")
    func steps() throws {
        let steps = """
            - name: n
              given: {user: dana@contoso.com}
              steps:
                - when: {navigate: {view: E, url: 'https://contoso.com/'}}
                  then: {page: managed}
                - when: {copy: {from: E}}
                  then: {verdict: protected}
                - given: {views: {E: {page: external}}}
                  when: {copy: {from: E}}
                  then: {verdict: plain}

            """
        #expect(try coverage(of: steps).exercised == 3)
    }

    @Test("Leaks that a scenario walks are found")
    func leaks() throws {
        let none = try coverage(of: scenario("setting: backup"))
        #expect(none.leaks.map(\.sink.selector) == ["print"] && none.exercisedLeaks.isEmpty)
        let print = try coverage(of: scenario("setting: print"))
        #expect(print.exercisedLeaks == Set(print.leaks.map(\.id)))
    }

    /// Saving anywhere is permitted, and foreign sites are shown in frames only.
    private static let open = TightDocument().setting("allowedOutboundDataTransferDestinations", nil)
        .setting("saveAsBlocked", nil).setting("allowedDataStorageLocations", nil)
        .with {
            $0.views.removeFirst()
            $0.defaultClass = "external\n    transitions: [personalAccount, privateWindow]"
        }

    private static let lastSteps: [(document: TightDocument, sink: String, when: String, user: String)] = [
        (
            open, "account:dana@home.example",
            "openFrom: {receiver: dana@home.example, from: other, account: dana@contoso.com}", "dana@home.example"
        ),
        (
            open, "site:foreign", "upload: {from: 'account:dana@contoso.com', into: {view: E, frame: external}}",
            "dana@contoso.com"
        ),
        (
            TightDocument().with {
                $0.rules.append("{id: www, class: external, host: www.contoso.com}")
                $0.views.removeFirst()
                $0.sections = "organizations:\n  contoso: {hosts: [contoso.com]}\n"
            }, "apps:unmanaged", "copy: {from: {view: E, frame: external}}", "dana@contoso.com"
        ),
        (
            TightDocument().setting("apps", "[com.example.listed]"), "app:com.example.listed",
            "paste: {from: 'account:dana@contoso.com', into: 'app:com.example.listed', characters: 5}",
            "dana@contoso.com"
        ),
    ]

    @Test(
        "A leak whose last step belongs to no class is exercised, and its scenario is generated",
        arguments: lastSteps.indices
    )
    func withoutClass(row: Int) throws {
        let (document, sink, when, user) = Self.lastSteps[row]
        let asked = try coverage(of: scenario(when, "user: \(user)"), document)
        let leak = try #require(asked.leaks.first { $0.sink.selector == sink })
        #expect(asked.exercisedLeaks == [leak.id] && asked.leaksElsewhere == 0)
        var other = try coverage(of: scenario("setting: print"), document)
        #expect(other.exercisedLeaks.isEmpty)
        for scenario in other.missing() { other.note(scenario) }
        #expect(other.exercised == other.total && other.exercisedLeaks == Set(other.leaks.map(\.id)))
    }

    @Test("Leaks that end in another app are counted apart")
    func elsewhere() throws {
        let document = TightDocument().with {
            $0.policies = [("loose", [("printBlocked", "false")])]
            $0.apps.append("{id: com.contoso.reader, managed: true, organization: contoso, policy: loose}")
        }
        let coverage = try coverage(of: scenario("setting: print"), document)
        #expect(coverage.leaks.isEmpty && coverage.leaksElsewhere == 1)
    }

    @Test("The generated scenarios complete the coverage, and all pass")
    func missing() throws {
        var coverage = try coverage(of: scenario("setting: print") + scenario("copy: {from: E}", name: "m"))
        let before = coverage.exercised
        let missing = coverage.missing()
        #expect(before == 2 && missing.count == coverage.total - before && coverage.total > 300)
        let text = ScenarioFileText(note: "test").text(of: missing.map { ($0, .init(path: "policy.yaml")) })
        let files = MemoryFiles(["policy.yaml": Self.document.text])
        let loaded = ScenarioFileReader(files: files).load(text: text, path: "rest.yaml")
        let file = try #require(loaded.file, "\(loaded.diagnostics.prefix(3))")
        #expect(loaded.diagnostics.isEmpty && file.scenarios.count == missing.count)
        var runner = ScenarioRunner(file)
        let failed = file.scenarios.map { runner.run($0) }.filter { $0.outcome != .passed }
        #expect(failed.isEmpty, "\(failed.prefix(3))")
        for scenario in file.scenarios { coverage.note(scenario) }
        #expect(coverage.exercised == coverage.total && coverage.exercisedLeaks.count == coverage.leaks.count)
    }

    @Test("The web view of a document without views has classes")
    func implicitView() throws {
        let policy = try compiledPolicy("demarc: 1\npolicies: {p: {}}\n")
        let classes = DecisionClasses(policy, FlowAsking(policy), PolicySites(policy))
        #expect(classes.requests.contains { $0.question.kind == .navigate })
    }

    @Test("If there are too many classes, only pastes are left out, and the coverage says so")
    func cut() throws {
        let policy = try compiledPolicy(Self.document.text)
        let (asking, sites) = (FlowAsking(policy), PolicySites(policy))
        let all = DecisionClasses(policy, asking, sites)
        #expect(!all.isCut)
        let other = Set(all.requests.filter { $0.question.kind != .paste })
        let limit = other.count + 5
        try #require(all.requests.count > limit)
        let cut = DecisionClasses(policy, asking, sites, limit: limit)
        #expect(cut.isCut && cut.requests.count == limit)
        let lost = other.subtracting(cut.requests)
        #expect(lost.isEmpty, "\(lost.prefix(3))")
        var coverage = DecisionCoverage(policy, limit: limit)
        for scenario in coverage.missing() { coverage.note(scenario) }
        #expect(coverage.exercised == limit && coverage.total == limit && coverage.isCut)
        #expect(!DecisionCoverage(policy).isCut)
    }

    private static let edits: [(name: String, before: String, after: String)] = [
        ("notificationRestriction", "blockOrganizationalData", "allow"),
        ("notificationRestriction", "allow", "blockOrganizationalData"),
        ("customBrowserProtocol", "good", "other"),
        ("allowedOutboundClipboardSharingExceptionLength", "10", "20"),
        ("dialerRestrictionLevel", "blocked", "customApp"),
    ]

    @Test("The generated scenarios notice a change of the value or the opened URL alone", arguments: edits.indices)
    func finer(row: Int) throws {
        let (name, before, after) = Self.edits[row]
        // Another policy has the longest exception.
        let document = (name.hasPrefix("custom") ? Self.document.setting("managedBrowser", nil) : Self.document)
            .with {
                $0.policies = [("lenient", [("allowedOutboundClipboardSharingExceptionLength", "30")])]
                $0.accounts.append("{account: lee@contoso.com, organization: contoso, policy: lenient}")
            }
        let missing = try coverage(of: scenario("setting: print"), document.setting(name, before)).missing()
        let text = ScenarioFileText(note: "test").text(of: missing.map { ($0, .init(path: "policy.yaml")) })
        for (value, isSame) in [(before, true), (after, false)] {
            let files = MemoryFiles(["policy.yaml": document.setting(name, value).text])
            let loaded = ScenarioFileReader(files: files).load(text: text, path: "rest.yaml")
            let file = try #require(loaded.file, "\(loaded.diagnostics.prefix(3))")
            var runner = ScenarioRunner(file)
            let hasFailed = file.scenarios.contains { runner.run($0).outcome != .passed }
            #expect(hasFailed != isSame, "\(name): \(value)")
        }
    }

    /// Each class is its own representative, on policies of every kind.
    @Test("Every class is its own representative", arguments: 0..<12)
    func representatives(seed: Int) {
        let world = RandomWorld(seed: UInt64(seed) + 300)
        let policy = CompiledPolicy(world.document)
        var classes = DecisionClasses(policy, FlowAsking(policy), PolicySites(policy))
        for position in classes.requests.indices.prefix(2_000) {
            #expect(classes.position(of: classes.requests[position]) == position, "\(classes.requests[position])")
        }
        #expect(!classes.requests.isEmpty)
    }
}
