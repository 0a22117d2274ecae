import Diagnostics
import PolicyModel
import RuleIndex
import TestSupport
import Testing

@testable import PolicyAnalysis

/// The tables of the what-if, and the law of the search that a report runs over them.
@Suite("What-if changes") struct WhatIfTests {
    /// Two policies of one organization, a managed app under a third policy, an unmanaged app, and views of several
    /// kinds.
    private static let document = TightDocument().with {
        $0.policies = [
            ("pool", [("allowedOutboundClipboardSharingLevel", "allApps"), ("saveAsBlocked", "false")]),
            ("edge", [("allowedOutboundDataTransferDestinations", "allApps")]),
        ]
        $0.accounts.append("{account: pool@contoso.com, organization: contoso, policy: pool}")
        $0.apps.append(
            "{id: com.contoso.viewer, managed: true, organization: contoso, policy: edge, schemes: [viewer]}"
        )
        $0.views.append("{id: F, policy: currentIdentity}")
    }

    @Test("The settings that matter are offered, with the current value among their values")
    func choices() throws {
        let policy = CompiledPolicy(try Self.document.document())
        let whatIf = try WhatIf(policy)
        let used = whatIf.used.map { whatIf.choices.choices[$0] }
        let names = Set(used.map { "\($0.place.policy).\($0.place.setting.name)" })
        for name in ["strict.printBlocked", "pool.saveAsBlocked", "edge.allowedOutboundDataTransferDestinations"] {
            #expect(names.contains(name), "\(name)")
        }
        // Settings for opening the app move no data.
        #expect(!names.contains("strict.pinRequired") && !names.contains("strict.displayName"))
        for choice in used {
            #expect(
                choice.values[choice.current] == policy.document.policies[choice.place.policy]?[choice.place.setting]
            )
            #expect(choice.values.count > 1 && Set(choice.values).count == choice.values.count)
        }
        for table in whatIf.organizations.flatMap(\.tables.values) {
            #expect(whatIf.choices.count(of: table.positions) <= WhatIf.mostRows)
        }
    }

    @Test("Only changed settings are written, and the rest is unchanged")
    func changes() throws {
        let document = try Self.document.document()
        let choices = WhatIfChoices(document)
        #expect(choices.document(with: choices.current).policies == document.policies)
        let print = try #require(
            choices.choices.firstIndex { $0.place == PolicySettingPlace(policy: "pool", setting: .printBlocked) }
        )
        var chosen = choices.current
        chosen[print] = 0
        let changed = choices.document(with: chosen)
        #expect(changed.policies["pool"]?.printBlocked == false && changed.policies["strict"]?.printBlocked == true)
        #expect(changed.policies["pool"]?.location(of: .printBlocked)?.path == "what-if")
    }

    @Test("Table rows and values convert to each other")
    func rows() throws {
        let choices = WhatIfChoices(try Self.document.document())
        let positions = Array(choices.offered.prefix(4))
        for row in 0..<choices.count(of: positions) {
            var chosen = choices.current
            for (position, value) in zip(positions, choices.values(of: positions, inRow: row)) {
                chosen[position] = value
            }
            #expect(choices.row(of: positions, in: chosen) == row)
        }
    }

    @Test(
        "An answer that depends on an unlisted setting is detected and refused",
        arguments: [
            PolicySetting.printBlocked, .allowedOutboundClipboardSharingLevel, .saveAsBlocked,
        ]
    )
    func refusal(setting: PolicySetting) throws {
        let policy = CompiledPolicy(try Self.document.document())
        let refusal = #expect(throws: WhatIf.Refusal.self) { try WhatIf(policy, [], ignoring: setting, limit: .max) }
        guard case .dependsOnMore? = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
    }

    @Test("A document without managed accounts offers no changes")
    func nothing() throws {
        let document = try TightDocument().with { $0.accounts = ["{account: dana@home.example}"] }.document()
        #expect(throws: WhatIf.Refusal.nothingToChange) { try WhatIf(CompiledPolicy(document)) }
    }

    @Test("A document that needs too many questions is refused immediately")
    func limit() throws {
        let policy = CompiledPolicy(try Self.document.document())
        #expect(throws: WhatIf.Refusal.tooManyQuestions) { try WhatIf(policy, [], ignoring: nil, limit: 1000) }
        #expect(throws: WhatIf.Refusal.tooManyQuestions) { try WhatIf(policy, [], ignoring: nil, limit: 50_000) }
    }

    @Test("The result is equal in every run")
    func stable() throws {
        let policy = CompiledPolicy(try Self.document.document())
        #expect(try WhatIf(policy).form().text == WhatIf(policy).form().text)
    }

    // MARK: The law

    /// A document with its tables, and values with the results of an audit under these values.
    private static func lawCase(_ document: PolicyDocument, _ name: String, patches: Int) throws -> JSONForm? {
        let policy = CompiledPolicy(document)
        let whatIf: WhatIf
        do throws(WhatIf.Refusal) { whatIf = try WhatIf(policy) } catch {
            // A random document may have too few or too many settings, but every answer must depend only on known
            // settings.
            if case .dependsOnMore(let part) = error { Issue.record("\(name): \(part)") }
            return nil
        }
        var random = SplitMix(seed: UInt64(name.utf8.reduce(7) { $0 &* 31 &+ Int($1) }))
        let used = whatIf.used
        let cases = (0..<patches).map { number -> JSONForm in
            var chosen = whatIf.choices.current
            // From changes of one setting to changes of all settings.
            for position in used where number == 0 || random.once(in: number) {
                chosen[position] = random.number(in: 0...whatIf.choices.choices[position].values.count - 1)
            }
            let patched = CompiledPolicy(whatIf.choices.document(with: chosen))
            let audit = PolicyAudit(patched, PolicyAudit.Options(findsFixes: false))
            return .object([
                "chosen": .list(used.map { .number(chosen[$0]) }),
                "ids": .list(audit.paths.map(\.id).sorted().map { .string($0) }),
            ])
        }
        return .object(["name": .string(name), "data": whatIf.form(), "patches": .list(cases)])
    }

    @Test(
        "The page's search finds the same paths as an audit of the changed document",
        .enabled(if: Browser.isThere, "\(Browser.hint)")
    )
    func law() throws {
        var cases = [try Self.lawCase(Self.document.document(), "views and apps", patches: 9)].compactMap(\.self)
        var seed: UInt64 = 1
        while cases.count < TestSize.count(1, thorough: 5, exhaustive: 100) {
            let found = try Self.lawCase(
                RandomWorld(seed: seed).document,
                "seed \(seed)",
                patches: TestSize.isExhaustive ? 5 : 4
            )
            if let found { cases.append(found) }
            TestSize.report("documents with what-if tables", cases.count, of: 100)
            seed += 1
        }
        let folder = try TemporaryFolder()
        let script = try folder.write(WhatIfSearch.script.description, to: "search.js")
        let data = try folder.write(JSONForm.list(cases).text, to: "cases.json")
        let outcome = try Browser.run("search.py", [script, data])
        #expect(outcome.status == 0, "\(outcome.text)")
        #expect(outcome.text.hasSuffix("0 differences\n"), "\(outcome.text)")
    }
}
