import Demarc
import PolicyModel
import Testing

@Suite("Identities") struct IdentityTests {
    private let dana = AccountID("dana")
    private let home = AccountID("home")
    private let robin = AccountID("robin")

    /// Two managed accounts that differ in the handling of external links, and one unmanaged account. No account acts.
    private let engine: PolicyEngine
    private let view: ViewID
    private let inWindow: ViewID

    init() throws {
        engine = try DemarcTests.engine(
            """
            demarc: 1
            user: none
            app: {multiIdentity: true, multiManagedIdentities: true}
            policies: {edge: {managedBrowserToOpenLinksRequired: true}, free: {}}
            accounts:
              - {account: Dana, upn: Dana@Contoso.example, policy: edge}
              - {account: robin, policy: free}
              - {account: home}
            views: []
            """
        )
        view = try engine.addView()
        inWindow = try engine.addView(window: "w")
    }

    /// The acting account of a decision, determined from the handling of an external link.
    private func acting(in view: ViewID? = nil, as identity: AccountID? = nil) -> String {
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.navigation(
            to: "https://search.example/",
            in: view ?? self.view,
            answer: .external,
            identity: identity
        )
        return switch (decision.destination, decision.has(.identityUnmanaged), decision.has(.identityUnknown)) {
        case (.managedBrowser?, false, false): "dana"
        case (.view?, false, false): "robin"
        case (.view?, true, false): "unmanaged"
        case (nil, false, true): "unknown"
        default: decision.line
        }
    }

    // MARK: Levels

    @Test("The identity of a task belongs to one engine: others decide as before")
    func taskOfAnotherEngine() throws {
        let other = try DemarcTests.engine("demarc: 1\naccounts: [{account: robin}]\nviews: []")
        engine.switchIdentity(to: dana, at: .process)
        // Both engines have used tasks, and only one of them.
        for isUsed in [false, true] {
            if isUsed { engine.withTaskIdentity(dana) {} }
            other.withTaskIdentity(.noUser) {
                #expect(acting() == "dana")
                #expect(engine.effectiveIdentity() == dana && engine.effectiveIdentity(for: .files) == .account(dana))
                #expect(engine.switchIdentity(to: dana, at: .hostWide) == .success)
                #expect(other.effectiveIdentity() == .noUser)
                engine.withTaskIdentity(robin) {
                    #expect(acting() == "robin")
                    #expect(other.effectiveIdentity() == .noUser)
                }
                #expect(acting() == "dana")
            }
        }
    }

    @Test("Window, host and process apply in this order; nil asks the next level, and no user is an answer")
    func levels() {
        #expect(acting() == "unmanaged")
        #expect(engine.effectiveIdentity() == nil)
        engine.switchIdentity(to: dana, at: .process)
        #expect(acting() == "dana")
        #expect(acting(in: inWindow) == "dana")
        engine.switchIdentity(to: robin, at: .hostWide)
        #expect(acting() == "robin")
        #expect(acting(in: inWindow) == "robin")
        engine.switchIdentity(to: .noUser, at: .window("w"))
        #expect(acting() == "robin")
        #expect(acting(in: inWindow) == "unmanaged")
        #expect(engine.effectiveIdentity(in: "w") == .noUser)
        #expect(engine.effectiveIdentity(in: "another") == nil)
        engine.openWindow("another")
        #expect(engine.effectiveIdentity(in: "another") == robin)
        engine.switchIdentity(to: nil, at: .window("w"))
        #expect(acting(in: inWindow) == "robin")
        engine.switchIdentity(to: nil, at: .hostWide)
        #expect(acting(in: inWindow) == "dana")
        engine.switchIdentity(to: nil, at: .process)
        #expect(acting() == "unmanaged")
    }

    @Test("A window's identity applies to later views of the window, and in no other window")
    func windows() throws {
        engine.switchIdentity(to: dana, at: .window("later"))
        let later = try engine.addView(window: "later")
        #expect(acting(in: later) == "dana")
        #expect(acting(in: inWindow) == "unmanaged")
    }

    @Test(
        "An account is found by its id or UPN, in any case",
        arguments: ["Dana", "DANA", "dana@contoso.example", "Dana@CONTOSO.example"]
    )
    func names(name: String) {
        #expect(engine.switchIdentity(to: AccountID(name)) == .success)
        #expect(acting() == "dana")
        #expect(acting(as: AccountID(name)) == "dana")
    }

    @Test("The request's own account takes precedence over every level")
    func request() {
        engine.switchIdentity(to: dana, at: .window("w"))
        #expect(acting(in: inWindow, as: robin) == "robin")
        #expect(acting(in: inWindow, as: .noUser) == "unmanaged")
        #expect(acting(in: inWindow, as: home) == "unmanaged")
        #expect(acting(in: inWindow, as: AccountID("stranger")) == "unknown")
        engine.withTaskIdentity(home) { #expect(acting(in: inWindow, as: robin) == "robin") }
    }

    // MARK: Tasks

    private struct Failure: Error {}

    @Test("A task's identity overrides the window's, nests, and ends with its scope, even by an error")
    func scopes() {
        engine.switchIdentity(to: robin, at: .window("w"))
        engine.withTaskIdentity(dana) {
            #expect(acting(in: inWindow) == "dana")
            #expect(engine.effectiveIdentity(in: "w") == dana)
            engine.withTaskIdentity(.noUser) { #expect(acting(in: inWindow) == "unmanaged") }
            #expect(acting(in: inWindow) == "dana")
            #expect(throws: Failure.self) { try engine.withTaskIdentity(home) { throw Failure() } }
            #expect(acting(in: inWindow) == "dana")
        }
        #expect(acting(in: inWindow) == "robin")
        #expect(engine.withTaskIdentity(dana) { 42 } == 42)
    }

    @Test("Child tasks inherit a task's identity, and detached tasks do not")
    func childTasks() async {
        await engine.withTaskIdentity(dana) {
            async let child = acting()
            await Task.yield()
            #expect(await child == "dana")
            #expect(acting() == "dana")
            let grandchildren = await withTaskGroup(of: String.self) { group in
                for _ in 0..<4 { group.addTask { acting() } }
                return await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(grandchildren == ["dana"])
            #expect(await Task { acting() }.value == "dana")
            #expect(await Task.detached { acting() }.value == "unmanaged")
        }
        #expect(acting() == "unmanaged")
    }

    @Test("An asynchronous scope that throws restores the identity")
    func asynchronousScope() async {
        await #expect(throws: Failure.self) {
            try await engine.withTaskIdentity(dana) {
                await Task.yield()
                #expect(acting() == "dana")
                throw Failure()
            }
        }
        #expect(acting() == "unmanaged")
    }

    @Test("An evaluator made before the first task identity uses it too")
    func evaluatorFromBefore() {
        var evaluator = engine.makeEvaluator()
        let before = evaluator.navigation(to: "https://search.example/", in: view)
        #expect(before.has(.identityUnmanaged))
        let within = engine.withTaskIdentity(dana) { evaluator.navigation(to: "https://search.example/", in: view) }
        #expect(!within.has(.identityUnmanaged))
    }

    @Test("A task identity unknown to the policy blocks")
    func unknownTaskIdentity() {
        engine.withTaskIdentity(AccountID("stranger")) { #expect(acting() == "unknown") }
    }

    // MARK: Switching

    @Test(
        "Switching to an unknown account fails and changes nothing",
        arguments: [IdentityLevel.process, .hostWide, .window("w")]
    )
    func unknown(level: IdentityLevel) {
        engine.switchIdentity(to: dana, at: level)
        #expect(engine.switchIdentity(to: AccountID("stranger"), at: level) == .failed)
        #expect(acting(in: inWindow) == "dana")
    }

    @Test("A different task identity forbids switching; the same account under another name does not")
    func disagreement() {
        engine.withTaskIdentity(dana) {
            #expect(engine.switchIdentity(to: robin) == .notAllowed)
            #expect(engine.switchIdentity(to: .noUser) == .notAllowed)
            #expect(engine.switchIdentity(to: AccountID("dana@contoso.example")) == .success)
            #expect(engine.switchIdentity(to: nil) == .success)
        }
        #expect(acting() == "unmanaged")
        engine.withTaskIdentity(.noUser) {
            #expect(engine.switchIdentity(to: dana) == .notAllowed)
            #expect(engine.switchIdentity(to: .noUser) == .success)
        }
    }

    // MARK: At launch

    @Test(
        "A single-identity host starts as the enrolled account, and a multi-identity host without an identity",
        arguments: [
            ("", "managed"),
            ("app: {multiIdentity: true}", "unmanaged"),
            ("user: none", "unmanaged"),
            ("user: demarc:default", "managed"),
            ("app: {multiIdentity: true}\nuser: demarc:default", "managed"),
        ]
    )
    func launch(yaml: String, page: String) throws {
        let engine = try DemarcTests.engine("demarc: 1\n\(yaml)")
        var evaluator = engine.makeEvaluator()
        let view = try engine.requireView(PolicyDocument.implicitView)
        let decision = evaluator.navigation(to: "https://contoso.example/", in: view)
        #expect(decision.page?.rawValue == page)
    }
}
