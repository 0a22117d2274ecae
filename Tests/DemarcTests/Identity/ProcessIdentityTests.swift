import Demarc
import PolicyModel
import TestSupport
import Testing

@Suite("The process identity across reloads") struct ProcessIdentityTests {
    /// What happens to an engine.
    enum Step: CustomTestStringConvertible {
        /// A document with accounts, of which those with a `+` are managed, and a `user`; nil for none written.
        case document(String, user: String?)
        case signIn(String)
        case signOut(String)
        case set(String?)

        var testDescription: String {
            switch self {
            case .document(let accounts, let user): "[\(accounts)] user: \(user ?? "absent")"
            case .signIn(let account): "in \(account)"
            case .signOut(let account): "out \(account)"
            case .set(let account): "set \(account ?? "nil")"
            }
        }
    }

    /// The app's identities: one, or several.
    private static let (single, multiple) = (false, true)
    private static let all = "dana+ robin+ home"

    private static func document(
        _ accounts: String,
        user: String?,
        isMultiple: Bool,
        holdsSeveral: Bool = true
    ) -> PolicyDocument {
        let accounts = accounts.split(separator: " ").map { word in
            Account(id: AccountID(String(word.prefix { $0 != "+" })), policy: word.hasSuffix("+") ? "p" : nil)
        }
        let directory = AccountDirectory(accounts)
        var app = AppSettings()
        app.multiIdentity = isMultiple
        app.multiManagedIdentities = holdsSeveral
        // As a reader does: the only managed account is the user if none is written.
        let derived = directory.managed.count == 1 ? directory.managed.first?.id : nil
        return PolicyDocument(
            app: app,
            policies: ["p": AppProtectionPolicy(name: "p")],
            accounts: directory,
            user: user == "none" ? nil : user.map { AccountID($0) } ?? derived,
            isUserExplicit: user != nil
        )
    }

    private static func apply(_ step: Step, to engine: PolicyEngine, isMultiple: Bool) {
        switch step {
        case .document(let accounts, let user):
            engine.reload(document(accounts, user: user, isMultiple: isMultiple))
        case .signIn(let account): engine.signIn(AccountID(account))
        case .signOut(let account): engine.signOut(AccountID(account))
        case .set(let account): engine.switchIdentity(to: account.map { AccountID($0) }, at: .process)
        }
    }

    private static let rows: [(isMultiple: Bool, steps: [Step], acting: String?)] = [
        // A document that names no account, or lacks the one that acts, does not keep the next document from naming one.
        (multiple, [.document("dana+ home", user: "home"), .document("dana+ home", user: nil)], nil),
        (
            multiple,
            [
                .document("dana+ home", user: "home"), .document("dana+ home", user: nil),
                .document("dana+ home", user: "dana"),
            ], "dana"
        ),
        (multiple, [.document("dana+ home", user: "home"), .document("dana+", user: nil)], nil),
        (
            multiple,
            [.document("dana+ home", user: "home"), .document("dana+", user: nil), .document("dana+", user: "dana")],
            "dana"
        ),
        // Neither does an account that signs out, whether it returns or not, and whoever set it.
        (
            multiple,
            [
                .document("dana+ home", user: "dana"), .signOut("dana"), .signIn("dana"),
                .document("dana+ home", user: "dana"),
            ], "dana"
        ),
        (
            single,
            [.document("dana+ home", user: "home"), .signOut("home"), .document("dana+ home", user: "dana")], "dana"
        ),
        (
            multiple,
            [
                .document(all, user: "none"), .set("robin"), .signOut("robin"), .document(all, user: "dana"),
            ], "dana"
        ),
        // What the host has set stays, also no account and no identity.
        (multiple, [.document(all, user: "dana"), .set("robin"), .document(all, user: "home")], "robin"),
        (multiple, [.document(all, user: "dana"), .set(""), .document(all, user: "dana")], ""),
        (multiple, [.document(all, user: "dana"), .set(nil), .document(all, user: "dana")], nil),
        (multiple, [.document(all, user: "dana"), .set("home"), .signOut("dana"), .document(all, user: nil)], "home"),
        (single, [.document(all, user: "dana"), .set("home"), .document("dana+", user: "dana")], "home"),
        // The enrolled account stays where documents leave open which account acts.
        (
            single,
            [
                .document("dana+ robin+", user: "none"), .signOut("dana"), .signOut("robin"), .signIn("dana"),
                .signIn("robin"), .document("dana+ robin+", user: "none"),
            ], "dana"
        ),
        (single, [.document("dana+", user: nil), .document("dana+ robin+", user: nil)], "dana"),
        (single, [.document("dana+", user: nil), .document("dana+ robin+", user: "none")], nil),
        (single, [.document("dana+", user: nil), .document("dana robin+", user: nil)], "robin"),
        (single, [.document(all, user: "dana"), .document(all, user: "robin")], "robin"),
    ]

    @Test("It follows the last document unless the host has set it", arguments: rows.indices)
    func sequence(row: Int) throws {
        let (isMultiple, steps, acting) = Self.rows[row]
        let engine = PolicyEngine(Self.document("", user: "none", isMultiple: isMultiple))
        for step in steps { Self.apply(step, to: engine, isMultiple: isMultiple) }
        let words = Comment(rawValue: steps.map(\.testDescription).joined(separator: ", "))
        #expect(engine.effectiveIdentity(for: .files) == acting.map { .account(AccountID($0)) }, words)
    }

    // MARK: Random sequences

    private static let count = TestSize.count(300, exhaustive: 20_000)

    /// Documents that differ in everything that decides who acts.
    private static let documents: [PolicyDocument] = {
        var documents: [PolicyDocument] = []
        for accounts in [all, "dana+ robin+", "dana+ home", "robin+ home", "dana robin+", "home"] {
            let names = accounts.split(separator: " ").map { word -> String? in String(word.prefix { $0 != "+" }) }
            for user in [nil, "none"] + names {
                for isMultiple in [false, true] {
                    for holdsSeveral in [false, true] {
                        documents.append(
                            document(accounts, user: user, isMultiple: isMultiple, holdsSeveral: holdsSeveral)
                        )
                    }
                }
            }
        }
        return documents
    }()

    /// Whether a document gives an app with one identity an account, or leaves open which of several it is.
    private static func leavesOpen(_ document: PolicyDocument) -> Bool {
        document.user != nil || !document.isUserExplicit && document.accounts.managed.count > 1
    }

    @Test("After each reload it is that of a new engine of the document, or the enrolled account that stays")
    func random() throws {
        var met: [String: Int] = [:]
        for seed in 0..<Self.count {
            var random = SplitMix(seed: UInt64(seed))
            var document = random.one(of: Self.documents)
            let engine = PolicyEngine(document, signedIn: random.once(in: 2) ? nil : [])
            var isSetByHost = false
            for _ in 0..<24 {
                let before = engine.effectiveIdentity(for: .files)
                let account = AccountID(random.one(of: ["dana", "robin", "home"]))
                let kind = random.number(in: 0...8)
                if kind < 2 { engine.signIn(account) }
                if kind == 2 { engine.signOut(account) }
                if kind == 3, engine.switchIdentity(to: random.one(of: [account, nil]), at: .process) == .success {
                    isSetByHost = true
                    continue
                }
                guard kind > 3 else {
                    // Signing in and out sets and unsets the level, whoever set it before.
                    if engine.effectiveIdentity(for: .files) != before { isSetByHost = false }
                    continue
                }
                let next = random.one(of: Self.documents)
                engine.reload(next)
                let signedIn = next.accounts.accounts.map(\.id).filter { engine.isSignedIn($0) }
                let new = PolicyEngine(next, signedIn: signedIn).effectiveIdentity(for: .files)
                var expected = isSetByHost ? before : new
                var word = isSetByHost ? "set" : "new"
                if !isSetByHost, new == nil, !next.app.multiIdentity, case .account(let enrolled)? = before,
                    signedIn.contains(enrolled), next.accounts[enrolled]?.isManaged == true,
                    Self.leavesOpen(next) || !Self.leavesOpen(document)
                {
                    (expected, word) = (before, "enrolled")
                }
                met[word, default: 0] += expected == nil ? 0 : 1
                #expect(engine.effectiveIdentity(for: .files) == expected, "seed \(seed)")
                document = next
            }
        }
        for word in ["set", "new", "enrolled"] { #expect(met[word, default: 0] > Self.count / 100, "\(word): \(met)") }
    }
}
