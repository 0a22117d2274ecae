import CAllocationCounter
import Demarc
import Diagnostics
import PolicyModel
import RuleIndex
import Testing

@Suite("App configuration in the engine") struct AppConfigurationEngineTests {
    private static let document = """
        demarc: 1
        user: dana
        app: {multiIdentity: true, multiManagedIdentities: true, appConfig: {own: app}}
        policies: {edge: {allowedOutboundDataTransferDestinations: none}}
        accounts:
          - {account: dana, upn: dana@contoso.example, policy: edge}
          - {account: alex, policy: edge}
          - {account: home}
        appConfigurations:
          - settings: {theme: light, com.microsoft.intune.mam.screencapturecontrol: Disabled}
          - {accounts: [alex], settings: {theme: dark}}
          - {channel: mdm, settings: {IntuneMAMUPN: dana@contoso.example, count: 3, flag: true}}
          - {default: true, settings: {theme: none, fallback: "yes"}}
        """

    @Test("Each account has its own view; an unmanaged, unknown or signed-out account has none")
    func accounts() throws {
        let engine = try DemarcTests.engine(Self.document)
        var evaluator = engine.makeEvaluator()
        func theme(_ account: AccountID?) -> AppConfigurationAnswer<[String]> {
            .value(evaluator.appConfiguration(for: account).allStrings("theme"))
        }
        #expect(theme(nil) == .value(["light"]))
        #expect(theme(AccountID("DANA@contoso.example")) == .value(["light"]))
        #expect(theme(AccountID("alex")) == .value(["dark", "light"]))
        for account in [AccountID("home"), .noUser, AccountID("stranger")] { #expect(theme(account) == .value([])) }
        #expect(evaluator.appConfiguration().numberValue("count") == .value(3))
        #expect(evaluator.appConfiguration(for: AccountID("alex")).numberValue("count") == .absent)
        #expect(evaluator.appConfiguration().stringValue("own") == .value("app"))
        engine.signOut(AccountID("dana"))
        #expect(theme(AccountID("dana")) == .value([]))
    }

    @Test("A window of several accounts has the candidates of exactly those accounts")
    func merged() throws {
        let engine = try DemarcTests.engine(Self.document)
        engine.showAccounts([AccountID("alex"), AccountID("dana")], at: .window("both"))
        engine.showAccounts([AccountID("alex"), AccountID("home")], at: .window("one"))
        var evaluator = engine.makeEvaluator()
        let both = evaluator.appConfiguration(in: "both")
        #expect(both.allStrings("theme") == ["dark", "light"])
        #expect(both.boolValue("flag") == .value(true))
        #expect(evaluator.appConfiguration(in: "one").boolValue("flag") == .absent)
    }

    @Test("A policy as text and its compiled form give the same answers")
    func compiled() throws {
        let engine = try DemarcTests.engine(Self.document)
        let text = engine.policy
        let opened = try CompiledPolicy(opening: text.compiledFile())
        #expect(opened.document.appConfigurations == text.document.appConfigurations)
        #expect(opened.appConfigurations == text.appConfigurations)
        #expect(opened.document.appConfigurations.count == 4)
    }

    @Test("The question is answered from the acting account's view, and owns its value")
    func question() throws {
        let engine = try DemarcTests.engine(Self.document)
        let answer = try engine.answer(.config("count", as: .number))
        #expect(answer.outcome == .configuration(.value) && answer.verdict == nil)
        #expect(answer.configuration == AppConfigurationResult(value: .number(3)))
        #expect(answer.parts == [.verdict, .value, .conflict, .reasons])
        let other = try engine.answer(.config("count", as: .number), as: AccountID("alex"))
        #expect(other.verdictName == "absent" && other.reasons.map(\.code) == [.configAbsent])
        let named = try engine.answer(.config("theme", query: .max, of: AccountID("alex")))
        #expect(named.text(of: .value) == "light" && named.configuration?.hasConflict == true)
        #expect(throws: QuestionError.self) { try engine.answer(.config("theme", of: AccountID("stranger"))) }
    }

    @Test("Listeners get each account whose view changes once, and nothing for equal views")
    func changes() async throws {
        let engine = try DemarcTests.engine(Self.document)
        var changes = engine.appConfigurationChanges.makeAsyncIterator()
        // Written in another place, with the same values.
        engine.reload(try DemarcTests.engine("# moved\n" + Self.document).policy)
        engine.reload(try DemarcTests.engine(Self.document.replacing("count: 3", with: "count: 4")).policy)
        #expect(await changes.next() == [AccountID("dana")])
        engine.reload(try DemarcTests.engine(Self.document.replacing("theme: dark", with: "theme: grey")).policy)
        engine.reload(try DemarcTests.engine(Self.document.replacing("own: app", with: "own: other")).policy)
        #expect(await changes.next() == [AccountID("alex"), AccountID("dana")])
    }

    @Test("Listeners get no account that is not signed in, because its view stays empty", arguments: [true, false])
    func changesOfSignedOut(isListed: Bool) async throws {
        let signedIn = isListed ? [AccountID("alex")] : nil
        let engine = PolicyEngine(try DemarcTests.document(Self.document), signedIn: signedIn)
        engine.signOut(AccountID("dana"))
        var changes = engine.appConfigurationChanges.makeAsyncIterator()
        engine.reload(try DemarcTests.document(Self.document.replacing("count: 3", with: "count: 4")))
        engine.reload(try DemarcTests.document(Self.document.replacing("theme: dark", with: "theme: grey")))
        #expect(await changes.next() == [AccountID("alex")])
        engine.signIn(AccountID("dana"))
        engine.reload(try DemarcTests.document(Self.document.replacing("count: 3", with: "count: 4")))
        #expect(await changes.next() == [AccountID("alex"), AccountID("dana")])
    }

    @Test("Listening ends with its task")
    func cancelled() async throws {
        let engine = try DemarcTests.engine(Self.document)
        let task = Task { () -> [[AccountID]] in
            var seen: [[AccountID]] = []
            for await accounts in engine.appConfigurationChanges { seen.append(accounts) }
            return seen
        }
        task.cancel()
        #expect(await task.value == [])
    }
}

/// Counts the allocations of look-ups in the C library; see ``AllocationTests``.
@Suite(
    "Allocations of app configuration",
    .serialized,
    .enabled(if: demarc_allocation_counting_available(), "allocations cannot be counted in this process")
)
struct AppConfigurationAllocationTests {
    @Test("A view and its look-ups allocate nothing")
    func lookups() throws {
        let settings = (0..<100).map { "k\($0).com.contoso.a.long.key: \"\($0)\"" }.joined(separator: ", ")
        let engine = try DemarcTests.engine(
            """
            demarc: 1
            appConfigurations: [{settings: {\(settings)}}, {settings: {\(settings)}}]
            """
        )
        var evaluator = engine.makeEvaluator()
        let key = "k42.com.contoso.a.long.key"
        #expect(evaluator.appConfiguration().numberValue(key) == .value(42))
        var before = demarc_allocation_count()
        for round in 0...10 {
            // The runtime creates its record of a generic type on first use.
            if round == 1 { before = demarc_allocation_count() }
            let view = evaluator.appConfiguration()
            _ = view.numberValue(key, .max)
            _ = view.stringValue(key)
            _ = view.boolValue(key, .and)
            _ = view.hasConflict(key)
            _ = view.candidates(of: "missing")
        }
        let count = demarc_allocation_count() - before
        #expect(count == 0, "\(count) allocations")
    }
}
