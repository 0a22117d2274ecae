import Demarc
import PolicyFiles
import PolicyModel
import Testing

@Suite("Signing in and out") struct SignInTests {
    private static let dana = AccountID("dana")
    private static let robin = AccountID("robin")
    private static let home = AccountID("home")

    /// Two managed accounts and one unmanaged account, in an app that declares how many managed accounts it can hold.
    private static func yaml(_ app: String = "", user: String = "") -> String {
        """
        demarc: 1
        \(user)
        app: {\(app)}
        policies: {edge: {printBlocked: true}, free: {}}
        accounts:
          - {account: Dana, upn: dana@contoso.example, policy: edge}
          - {account: robin, upn: robin@contoso.example, policy: free}
          - {account: home}
        views: [{id: v, webView: false}]
        """
    }

    private static func read(_ yaml: String) throws -> PolicyDocument {
        let reader = PolicyDocumentReader(
            files: MemoryFiles([String: String]()),
            requiresUser: false,
            allowsSecondManagedAccount: true
        )
        return try #require(reader.load(text: yaml, path: "policy.yaml").document)
    }

    private static func engine(
        _ app: String = "",
        user: String = "",
        signedIn: [AccountID]? = nil
    ) throws -> PolicyEngine {
        PolicyEngine(try read(yaml(app, user: user)), signedIn: signedIn)
    }

    /// The acting account, determined from printing, which only dana's policy blocks.
    private static func acting(
        _ engine: PolicyEngine,
        as account: AccountID? = nil,
        in window: WindowID? = nil
    ) -> String {
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.setting(.print, for: account, in: window)
        if decision.has(.identityUnknown) { return "unknown" }
        if decision.has(.identityLockDown) { return "several" }
        if decision.has(.identityUnmanaged) { return "unmanaged" }
        return decision.verdict == .block ? "dana" : "robin"
    }

    private static let several = "multiIdentity: true, multiManagedIdentities: true"

    // MARK: Refusals

    @Test(
        "An account unknown to the policy can neither sign in nor out",
        arguments: [AccountID("stranger"), .noUser, AccountID("dana@other.example")]
    )
    func unknown(account: AccountID) throws {
        let engine = try Self.engine(Self.several)
        #expect(engine.signIn(account) == .failed)
        #expect(engine.signOut(account) == .failed)
        #expect(!engine.isSignedIn(account))
    }

    @Test("A second managed account is refused if the app can hold only one, and nothing changes")
    func second() throws {
        let engine = try Self.engine("multiIdentity: true", signedIn: [])
        #expect(engine.signIn(Self.dana) == .success)
        #expect(engine.signIn(Self.robin) == .notAllowed)
        #expect(!engine.isSignedIn(Self.robin))
        #expect(Self.acting(engine, as: Self.robin) == "unknown")
        #expect(engine.switchIdentity(to: Self.robin) == .failed)
        #expect(engine.signIn(Self.dana) == .success)
        #expect(engine.signIn(AccountID("DANA@contoso.example")) == .success)
        // An unmanaged account can always sign in, and signing out does not make room for another account.
        #expect(engine.signIn(Self.home) == .success)
        #expect(engine.signIn(Self.robin) == .notAllowed)
        #expect(engine.signOut(Self.home) == .success)
        #expect(engine.signIn(Self.robin) == .notAllowed)
        #expect(engine.signOut(Self.dana) == .success)
        #expect(engine.signIn(Self.robin) == .success)
        #expect(Self.acting(engine, as: Self.robin) == "robin")
    }

    @Test("An app that declares it holds several managed accounts")
    func holdsSeveral() throws {
        let engine = try Self.engine(Self.several, signedIn: [])
        #expect(engine.signIn(Self.dana) == .success)
        #expect(engine.signIn(Self.robin) == .success)
        #expect(Self.acting(engine, as: Self.dana) == "dana")
        #expect(Self.acting(engine, as: Self.robin) == "robin")
    }

    @Test("A task's identity does not affect who signs in or out")
    func tasks() throws {
        let engine = try Self.engine(Self.several, signedIn: [Self.dana])
        engine.withTaskIdentity(Self.dana) {
            #expect(engine.signIn(Self.robin) == .success)
            #expect(engine.signOut(Self.robin) == .success)
        }
    }

    // MARK: From the start

    @Test(
        "Initially all accounts or the host's are signed in, with no more managed ones than allowed",
        arguments: [
            (several, "", nil, "dana robin home"),
            (several, "", [], ""),
            (several, "", ["robin", "stranger", "", "robin"], "robin"),
            ("", "", nil, "dana home"),
            ("", "user: robin", nil, "robin home"),
            ("", "user: home", nil, "dana home"),
            ("", "", ["home", "robin@contoso.example", "dana"], "robin home"),
        ] as [(String, String, [String]?, String)]
    )
    func start(app: String, user: String, signedIn: [String]?, expected: String) throws {
        let engine = try Self.engine(app, user: user, signedIn: signedIn?.map { AccountID($0) })
        let all = [("dana", Self.dana), ("robin", Self.robin), ("home", Self.home)]
        #expect(all.filter { engine.isSignedIn($0.1) }.map(\.0).joined(separator: " ") == expected)
        for (name, account) in all where !engine.isSignedIn(account) {
            #expect(Self.acting(engine, as: account) == "unknown", "\(name)")
        }
    }

    @Test(
        "A single-identity app starts as its enrolled account",
        arguments: [
            ("", "", nil, "dana"),
            ("", "", ["robin"], "robin"),
            ("", "user: robin", nil, "robin"),
            ("", "user: robin", ["dana"], "dana"),
            ("", "user: none", nil, "unmanaged"),
            ("", "", [], "unmanaged"),
            ("", "", ["home"], "unmanaged"),
            // It is undefined which of the two acts.
            ("multiManagedIdentities: true", "", nil, "unmanaged"),
            ("multiIdentity: true", "", nil, "unmanaged"),
            ("multiIdentity: true", "user: dana", nil, "dana"),
            ("multiIdentity: true", "user: dana", ["robin"], "unmanaged"),
        ] as [(String, String, [String]?, String)]
    )
    func enrolled(app: String, user: String, signedIn: [String]?, expected: String) throws {
        let engine = try Self.engine(app, user: user, signedIn: signedIn?.map { AccountID($0) })
        #expect(Self.acting(engine) == expected)
    }

    @Test("The first managed sign-in of a single-identity app acts for the process if nobody does")
    func enrolling() throws {
        let engine = try Self.engine("multiManagedIdentities: true", signedIn: [])
        #expect(engine.signIn(Self.home) == .success)
        #expect(engine.effectiveIdentity(for: .files) == nil)
        #expect(engine.signIn(AccountID("dana@contoso.example")) == .success)
        #expect(engine.effectiveIdentity(for: .files) == .account(Self.dana))
        #expect(engine.signIn(Self.robin) == .success)
        #expect(Self.acting(engine) == "dana")
        engine.signOut(Self.dana)
        #expect(Self.acting(engine) == "unmanaged")
        engine.switchIdentity(to: .noUser, at: .process)
        engine.signIn(Self.dana)
        #expect(Self.acting(engine) == "unmanaged")

        let multiple = try Self.engine(Self.several, signedIn: [])
        #expect(multiple.signIn(Self.dana) == .success)
        #expect(multiple.effectiveIdentity(for: .files) == nil)
    }

    // MARK: Signing out

    @Test("Levels that name a signed-out account are unset, under any of its names; the others stay")
    func levels() throws {
        let engine = try Self.engine(Self.several)
        engine.switchIdentity(to: AccountID("dana@contoso.example"), at: .process)
        engine.switchIdentity(to: Self.dana, at: .hostWide)
        engine.switchIdentity(to: Self.robin, at: .window("robin"))
        engine.switchIdentity(to: Self.dana, at: .window("dana"))
        engine.switchIdentity(to: .noUser, at: .window("nobody"))
        engine.showAccounts([Self.robin, Self.dana, Self.home], at: .window("three"))
        engine.showAccounts([Self.dana, Self.robin], at: .window("two"))
        engine.showAccounts([Self.dana, Self.home], at: .window("one managed"))
        #expect(engine.signOut(Self.dana) == .success)
        #expect(engine.effectiveIdentity(for: .files) == nil)
        #expect(engine.effectiveIdentity(for: .ui()) == nil)
        #expect(engine.effectiveIdentity(for: .ui("dana")) == nil)
        #expect(engine.effectiveIdentity(for: .ui("robin")) == .account(Self.robin))
        #expect(engine.effectiveIdentity(for: .ui("nobody")) == .account(.noUser))
        #expect(engine.effectiveIdentity(for: .ui("three")) == .merged([Self.robin, Self.home]))
        #expect(engine.effectiveIdentity(for: .ui("two")) == .account(Self.robin))
        #expect(engine.effectiveIdentity(for: .ui("one managed")) == .account(Self.home))
        let windows = ["three", "two", "one managed"].map { Self.acting(engine, in: WindowID($0)) }
        #expect(windows == ["several", "robin", "unmanaged"])
        #expect(engine.signOut(Self.dana) == .success)
        #expect(!engine.isSignedIn(AccountID("Dana@Contoso.example")))
    }

    @Test("Requests as a signed-out account, or naming it, are blocked; others are not")
    func gone() throws {
        let engine = try Self.engine(Self.several)
        var evaluator = engine.makeEvaluator()
        engine.withTaskIdentity(Self.dana) {
            #expect(Self.acting(engine) == "dana")
            engine.signOut(AccountID("dana@contoso.example"))
            #expect(Self.acting(engine) == "unknown")
            #expect(engine.switchIdentity(to: Self.dana) == .failed)
            let file = evaluator.setting(.fileEncryption)
            #expect(file.has(.identityUnknown) && file.value == .required)
        }
        for name in [Self.dana, AccountID("dana@contoso.example")] {
            #expect(Self.acting(engine, as: name) == "unknown")
            #expect(engine.showAccounts([name, Self.home]) == .failed)
        }
        let decision = evaluator.navigation(
            to: "https://a.example/",
            in: try engine.addView(),
            answer: .internal,
            identity: Self.dana
        )
        #expect(decision.line == "block - - - [identity.unknown]")
        #expect(Self.acting(engine, as: Self.robin) == "robin")
        #expect(Self.acting(engine, as: Self.home) == "unmanaged")
        engine.signIn(Self.dana)
        #expect(Self.acting(engine, as: Self.dana) == "dana")
    }

    // MARK: Reloading

    @Test("A signed-out account stays out across reloads, even if a policy lacks it in between")
    func reload() throws {
        let engine = try Self.engine(Self.several)
        engine.signOut(Self.dana)
        let byOtherName = Self.yaml(Self.several)
            .replacing("account: Dana, upn: dana@contoso.example", with: "account: dana@contoso.example")
            .replacing("  - {account: home}", with: "  - {account: new}")
        engine.reload(try Self.read(byOtherName))
        #expect(!engine.isSignedIn(AccountID("dana@contoso.example")))
        #expect(engine.isSignedIn(Self.robin))
        #expect(engine.isSignedIn(AccountID("new")))
        engine.reload(try Self.read("demarc: 1\naccounts: [{account: home}]"))
        #expect(engine.isSignedIn(Self.home))
        engine.reload(try Self.read(Self.yaml(Self.several)))
        #expect(!engine.isSignedIn(Self.dana))
        #expect(engine.signIn(Self.dana) == .success)
        engine.reload(try Self.read(Self.yaml(Self.several)))
        #expect(engine.isSignedIn(Self.dana))
    }

    @Test("An account that the host has signed in returns signed in after a policy without it")
    func rollback() throws {
        for isListed in [true, false] {
            let engine = try Self.engine(Self.several, signedIn: isListed ? [Self.dana] : [])
            if !isListed { engine.signIn(Self.dana) }
            engine.reload(try Self.read("demarc: 1\naccounts: [{account: eve}]"))
            #expect(!engine.isSignedIn(Self.dana) && !engine.isSignedIn(AccountID("eve")))
            #expect(Self.acting(engine, as: Self.dana) == "unknown")
            engine.reload(try Self.read(Self.yaml(Self.several)))
            #expect(engine.isSignedIn(Self.dana) && !engine.isSignedIn(Self.robin) && !engine.isSignedIn(Self.home))
            #expect(Self.acting(engine, as: Self.dana) == "dana")
            engine.signOut(Self.dana)
            engine.reload(try Self.read("demarc: 1\naccounts: [{account: eve}]"))
            engine.reload(try Self.read(Self.yaml(Self.several)))
            #expect(!engine.isSignedIn(Self.dana), "the last that the host has said counts")
        }
    }

    @Test("A single-identity app acts as its enrolled account again after a bad policy and its rollback")
    func rollbackOfSingleIdentity() throws {
        let engine = try Self.engine(signedIn: [Self.dana])
        #expect(Self.acting(engine) == "dana")
        engine.reload(try Self.read("demarc: 1\naccounts: [{account: eve}]"))
        engine.reload(try Self.read(Self.yaml()))
        #expect(Self.acting(engine) == "dana")
    }

    @Test("The account that the host has signed in gets the app's only room back before any other")
    func rollbackWithOneRoom() throws {
        let engine = try Self.engine("multiIdentity: true")
        engine.signOut(Self.dana)
        #expect(engine.signIn(Self.robin) == .success)
        engine.reload(try Self.read("demarc: 1\naccounts: [{account: eve}]"))
        let more = Self.yaml("multiIdentity: true")
            .replacing("accounts:", with: "accounts:\n  - {account: kim, policy: edge}")
        engine.reload(try Self.read(more))
        #expect(engine.isSignedIn(Self.robin))
        #expect(!engine.isSignedIn(AccountID("kim")) && !engine.isSignedIn(Self.dana))
    }

    @Test("An account that a document has signed in is the host's from the time that the host signs it in, too")
    func rollbackOfDefault() throws {
        let engine = try Self.engine("multiIdentity: true", signedIn: nil)
        #expect(engine.isSignedIn(Self.dana) && engine.signIn(Self.dana) == .success)
        engine.reload(try Self.read("demarc: 1\naccounts: [{account: eve}]"))
        let more = Self.yaml("multiIdentity: true")
            .replacing("accounts:", with: "accounts:\n  - {account: kim, policy: edge}")
        engine.reload(try Self.read(more))
        #expect(engine.isSignedIn(Self.dana) && !engine.isSignedIn(AccountID("kim")))
    }

    @Test("A new account is signed in unless the host named the signed-in accounts")
    func newAccounts() throws {
        let engine = try Self.engine(Self.several, signedIn: [AccountID("robin@contoso.example")])
        engine.reload(try Self.read(Self.yaml(Self.several) + "\nuser: none"))
        #expect(engine.isSignedIn(Self.robin))
        #expect(!engine.isSignedIn(Self.dana) && !engine.isSignedIn(Self.home))
    }

    @Test("A reload never gives an app a second managed account, and the current one stays")
    func room() throws {
        let engine = try Self.engine("multiIdentity: true", signedIn: nil)
        engine.signOut(Self.dana)
        engine.signIn(Self.robin)
        engine.switchIdentity(to: Self.robin, at: .window("w"))
        let more = Self.yaml("multiIdentity: true", user: "user: kim")
            .replacing("accounts:", with: "accounts:\n  - {account: kim, policy: edge}")
        engine.reload(try Self.read(more))
        #expect(engine.isSignedIn(Self.robin))
        #expect(!engine.isSignedIn(AccountID("kim")))
        #expect(Self.acting(engine, in: "w") == "robin")
        #expect(engine.signIn(AccountID("kim")) == .notAllowed)
    }

    @Test("An unset process identity follows the document, but only to a signed-in account")
    func followsDocument() throws {
        let engine = try Self.engine(user: "user: dana")
        #expect(Self.acting(engine) == "dana")
        engine.signOut(Self.dana)
        #expect(Self.acting(engine) == "unmanaged")
        engine.reload(try Self.read(Self.yaml(user: "user: dana")))
        #expect(Self.acting(engine) == "unmanaged", "a reload signs nobody in that the document had before")
        #expect(!engine.isSignedIn(Self.robin))
        let other = Self.yaml(user: "user: kim").replacing("robin, upn: robin@", with: "kim, upn: kim@")
        engine.reload(try Self.read(other))
        #expect(Self.acting(engine) == "robin", "kim is new, and has robin's policy")
        engine.switchIdentity(to: Self.home, at: .process)
        engine.reload(try Self.read(Self.yaml(user: "user: robin")))
        #expect(Self.acting(engine) == "unmanaged")
    }
}
