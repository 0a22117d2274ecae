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

    @Test("window, then host, then process; nil asks the next level, and nobody is an answer")
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
        #expect(engine.effectiveIdentity(in: "another") == robin)
        engine.switchIdentity(to: nil, at: .window("w"))
        #expect(acting(in: inWindow) == "robin")
        engine.switchIdentity(to: nil, at: .hostWide)
        #expect(acting(in: inWindow) == "dana")
        engine.switchIdentity(to: nil, at: .process)
        #expect(acting() == "unmanaged")
    }

    @Test("a window's identity counts for views that come to the window later, and in no other window")
    func windows() throws {
        engine.switchIdentity(to: dana, at: .window("later"))
        let later = try engine.addView(window: "later")
        #expect(acting(in: later) == "dana")
        #expect(acting(in: inWindow) == "unmanaged")
    }

    @Test(
        "an account goes by its id or its UPN, in any case",
        arguments: ["Dana", "DANA", "dana@contoso.example", "Dana@CONTOSO.example"]
    )
    func names(name: String) {
        #expect(engine.switchIdentity(to: AccountID(name)) == .success)
        #expect(acting() == "dana")
        #expect(acting(as: AccountID(name)) == "dana")
    }

    @Test("the request's own account comes before every level")
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

    @Test("a task's identity comes before the window's, nests, and ends with its scope, thrown out of or not")
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

    @Test("child tasks inherit a task's identity, detached ones do not")
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

    @Test("an asynchronous scope that throws restores what was")
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

    @Test("an evaluator made before the first task identity sees it too")
    func evaluatorFromBefore() {
        var evaluator = engine.makeEvaluator()
        let before = evaluator.navigation(to: "https://search.example/", in: view)
        #expect(before.has(.identityUnmanaged))
        let within = engine.withTaskIdentity(dana) { evaluator.navigation(to: "https://search.example/", in: view) }
        #expect(!within.has(.identityUnmanaged))
    }

    @Test("a task identity that the policy does not know blocks")
    func unknownTaskIdentity() {
        engine.withTaskIdentity(AccountID("stranger")) { #expect(acting() == "unknown") }
    }

    // MARK: Switching

    @Test(
        "an unknown account cannot be switched to, and trying changes nothing",
        arguments: [IdentityLevel.process, .hostWide, .window("w")]
    )
    func unknown(level: IdentityLevel) {
        engine.switchIdentity(to: dana, at: level)
        #expect(engine.switchIdentity(to: AccountID("stranger"), at: level) == .failed)
        #expect(acting(in: inWindow) == "dana")
    }

    @Test("a task identity that disagrees forbids switching; the same account under another name does not")
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
        "a single-identity host starts as the enrolled account, a multi-identity one as nobody",
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
