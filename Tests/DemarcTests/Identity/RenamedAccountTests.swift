import Demarc
import PolicyModel
import Synchronization
import Testing

/// Reloads after which an account has another name, or a name belongs to another account.
@Suite("Accounts that a reload renames") struct RenamedAccountTests {
    /// A document whose accounts are all managed, each written as its id, or as `id=upn`.
    private static func document(_ accounts: String) -> PolicyDocument {
        let accounts = accounts.split(separator: " ").map { word in
            let names = word.split(separator: "=").map { AccountID(String($0)) }
            return Account(id: names[0], userPrincipalName: names.count > 1 ? names[1] : nil, policy: "p")
        }
        var app = AppSettings()
        app.multiIdentity = true
        app.multiManagedIdentities = true
        return PolicyDocument(
            app: app,
            policies: ["p": AppProtectionPolicy(name: "p")],
            accounts: AccountDirectory(accounts),
            user: nil
        )
    }

    /// The id of the account that acts in a window.
    private static func acting(_ engine: PolicyEngine, in window: WindowID = "w") -> String {
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.setting(.print, in: window)
        if decision.has(.identityUnknown) { return "unknown" }
        if decision.has(.identityLockDown) { return "several" }
        return evaluator.owner(of: .native(window)).account?.description ?? "unmanaged"
    }

    // MARK: Levels

    /// A level, and who acts under it after reloads.
    struct Row: CustomTestStringConvertible {
        let before: String
        /// The name that the level is set with.
        let name: String
        let reloads: [String]
        let acting: String
        /// The name that the level has in the end.
        let effective: String

        init(_ before: String, _ name: String, _ reloads: [String], _ acting: String, _ effective: String) {
            (self.before, self.name, self.reloads) = (before, name, reloads)
            (self.acting, self.effective) = (acting, effective)
        }

        var testDescription: String { "\(name) of [\(before)], then \(reloads)" }
    }

    @Test(
        "A level stays with its account, whoever has its name later",
        arguments: [
            // The account gets another address, and somebody else gets the former one.
            Row("a=u", "u", ["a=v"], "a", "a"), Row("a=u", "u", ["a=v b=u"], "a", "a"),
            Row("a=u", "a", ["a=v b=u"], "a", "a"), Row("a=u", "u", ["b=u a=v"], "a", "a"),
            Row("a=u b=w", "u", ["a=w b=u"], "a", "a"), Row("a=u", "u", ["a=v b=u", "a=u"], "a", "a"),
            // The account is gone.
            Row("a=u b=w", "u", ["b=u"], "unknown", "a"), Row("a=u", "u", ["a=v", "b=u"], "unknown", "a"),
            Row("a=u", "u", ["c", "a=v"], "a", "a"), Row("a=u", "u", ["c", "a=u"], "a", "u"),
            // Another id, with the same address.
            Row("a=u", "u", ["c=u"], "c", "u"), Row("a=u", "a", ["u"], "u", "u"), Row("u", "u", ["a=u"], "a", "u"),
            Row("a=u", "a", ["a", "u"], "u", "u"), Row("a=u", "a", ["u", "a=u"], "a", "u"),
            // A former id.
            Row("a=u", "a", ["b=u", "a=v"], "a", "a"), Row("a=u", "a", ["b=u", "a=v b=u"], "b", "b"),
            // Two accounts become one, and part again.
            Row("a b", "a", ["a=b"], "a", "a"), Row("a b", "b", ["a=b"], "unknown", "b"),
            Row("a b", "b", ["a=b", "a b"], "b", "b"),
        ],
        [IdentityLevel.window("w"), .hostWide, .process]
    )
    func levels(row: Row, level: IdentityLevel) {
        let engine = PolicyEngine(Self.document(row.before))
        engine.openWindow("w")
        #expect(engine.switchIdentity(to: AccountID(row.name), at: level) == .success)
        for accounts in row.reloads { engine.reload(Self.document(accounts)) }
        #expect(Self.acting(engine) == row.acting)
        #expect(engine.effectiveIdentity(for: .ui("w")) == .account(AccountID(row.effective)))
    }

    @Test("A level of several accounts keeps each of them")
    func several() {
        let engine = PolicyEngine(Self.document("a=u b=w"))
        engine.showAccounts([AccountID("u"), AccountID("w")], at: .window("w"))
        engine.reload(Self.document("a=w b=u"))
        #expect(Self.acting(engine) == "several")
        engine.signOut(AccountID("u"))
        #expect(Self.acting(engine) == "a")
        engine.reload(Self.document("b=u"))
        #expect(Self.acting(engine) == "unknown")
    }

    @Test("A level is unset when its account signs out, under whatever name")
    func signedOut() {
        let engine = PolicyEngine(Self.document("a=u"))
        engine.switchIdentity(to: AccountID("u"), at: .window("w"))
        engine.reload(Self.document("a=v b=u"))
        engine.signOut(AccountID("b"))
        #expect(Self.acting(engine) == "a")
        engine.signOut(AccountID("a"))
        #expect(engine.effectiveIdentity(for: .ui("w")) == nil)
        #expect(Self.acting(engine) == "unmanaged")
    }

    @Test("The account that the handler was asked about acts, even if its name passes to another meanwhile")
    func handler() {
        let engine = PolicyEngine(Self.document("a=u"))
        engine.setSwitchHandler { [engine] _, _ in
            engine.reload(Self.document("a=v b=u"))
            return .success
        }
        #expect(engine.switchIdentity(to: AccountID("u"), at: .window("w")) == .success)
        #expect(Self.acting(engine) == "a")
    }

    @Test("Of several accounts, the handler is asked about each, although it exchanges their names")
    func handlerOfSeveral() {
        let engine = PolicyEngine(Self.document("a=u b=w"))
        let asked = Mutex<[String]>([])
        engine.setSwitchHandler { [engine] account, _ in
            asked.withLock { $0.append(account.description) }
            engine.reload(Self.document("a=w b=u"))
            return .success
        }
        #expect(engine.showAccounts([AccountID("u"), AccountID("w")], at: .window("w")) == .success)
        #expect(asked.withLock(\.self) == ["u", "b"])
    }

    @Test("A page stays the page of the account that it was loaded for")
    func pages() throws {
        let engine = PolicyEngine(Self.document("a=u"))
        let view = try engine.addView()
        try engine.setPage(of: view, to: .loadedFor(AccountID("u")))
        for (accounts, owner) in [("a=v b=u", "a"), ("b=u", nil), ("a=w b=u", "a")] as [(String, String?)] {
            engine.reload(Self.document(accounts))
            let evaluator = engine.makeEvaluator()
            let account = evaluator.owner(of: .view(view)).account
            #expect(account == owner.map { AccountID($0) }, "\(accounts)")
        }
    }

    // MARK: Signing in and out

    /// What happens to an engine.
    enum Step: CustomTestStringConvertible {
        case reload(String)
        case signIn(String)
        case signOut(String)

        var testDescription: String {
            switch self {
            case .reload(let accounts): "[\(accounts)]"
            case .signIn(let name): "in \(name)"
            case .signOut(let name): "out \(name)"
            }
        }
    }

    @Test(
        "Who is signed in depends on the account, whoever has its name later",
        arguments: [
            // Only the accounts that the host has listed or signed in.
            (["a"], "a=u", [.reload("a=v b=u")], "a"),
            (["u"], "a=u", [.reload("a=v"), .reload("b=u")], ""),
            ([], "a=u", [.signIn("a"), .reload("a=v"), .signOut("a"), .reload("b=u")], ""),
            (["a"], "a=u", [.reload("c"), .reload("a=v b=u")], "a"),
            (["a"], "a=u", [.reload("u")], "u"), (["a"], "a=u", [.reload("c=u")], "c"),
            // The last that the host has said of an account counts.
            (nil, "a=u", [.signOut("a"), .reload("a=v"), .signIn("a"), .reload("a=u")], "a"),
            (nil, "a=u", [.signOut("a"), .reload("a=v"), .reload("c"), .reload("a=u c")], "c"),
            (nil, "a=u", [.signOut("u"), .reload("c=u")], ""), (nil, "a=u", [.signOut("a"), .reload("u")], ""),
            // Who has signed out under an id stays signed out, whoever was taken for that account meanwhile.
            (nil, "a=u", [.signOut("a"), .reload("b=u"), .reload("a=v")], ""),
            (nil, "a=u", [.signOut("a"), .reload("b=u"), .reload("a=v b=u")], ""),
            // Of two accounts that had a name, the one in force comes first; the order of a document does not matter.
            (nil, "a b", [.reload("a=b"), .signOut("a"), .reload("c=b")], ""),
            (nil, "a=u b", [.reload("b=u"), .reload("a b"), .signOut("b"), .reload("c=u")], ""),
            (nil, "a=u b", [.reload("b=u"), .reload("b a"), .signOut("b"), .reload("c=u")], ""),
            // An account that has not signed out is signed in.
            (nil, "a=u", [.signOut("a"), .reload("a=v b=u")], "b"),
            (nil, "a=u b=w", [.signOut("a"), .reload("b=u")], "b"),
            // Two accounts become one, and part again.
            (nil, "a b", [.signOut("b"), .reload("a=b"), .reload("a b")], "a"),
        ] as [([String]?, String, [Step], String)]
    )
    func signedIn(list: [String]?, before: String, steps: [Step], expected: String) {
        let engine = PolicyEngine(Self.document(before), signedIn: list?.map { AccountID($0) })
        for step in steps {
            switch step {
            case .reload(let accounts): engine.reload(Self.document(accounts))
            case .signIn(let name): #expect(engine.signIn(AccountID(name)) == .success)
            case .signOut(let name): #expect(engine.signOut(AccountID(name)) == .success)
            }
        }
        let accounts = engine.policy.document.accounts.accounts.map(\.id).filter { engine.isSignedIn($0) }
        #expect(accounts.map(\.description).joined(separator: " ") == expected)
    }
}
