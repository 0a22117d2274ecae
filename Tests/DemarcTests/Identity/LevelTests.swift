import Demarc
import PolicyModel
import Synchronization
import TestSupport
import Testing

/// Files as opposed to the user interface, windows of several accounts, and hosts that can refuse a switch.
@Suite("Identity levels") struct LevelTests {
    private let dana = AccountID("dana")
    private let robin = AccountID("robin")
    private let home = AccountID("home")

    private let engine: PolicyEngine

    init() throws {
        engine = try DemarcTests.engine(
            """
            demarc: 1
            user: none
            app: {multiIdentity: true, multiManagedIdentities: true}
            policies:
              dana: {printBlocked: true, appDataEncryptionType: whenDeviceLocked}
              robin: {}
            accounts:
              - {account: dana, upn: dana@contoso.example, policy: dana}
              - {account: robin, policy: robin}
              - {account: home, upn: home@example.net}
              - {account: aunt}
            """
        )
        for window in ["w", "another"] as [WindowID] { engine.openWindow(window) }
    }

    /// The identity of the user interface, determined from printing; the identity of files, determined from encryption.
    private func acting(on files: Bool = false, in window: WindowID? = nil) -> String {
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.setting(files ? .fileEncryption : .print, in: window)
        if decision.has(.identityUnknown) { return "unknown" }
        if decision.has(.identityLockDown) { return "several" }
        if decision.has(.identityUnmanaged) { return "unmanaged" }
        return decision.verdict == .block ? "dana" : "robin"
    }

    // MARK: Files

    @Test("Files use the task, then the process; accounts shown by windows do not matter")
    func files() {
        let levels: [AccountID?] = [nil, .noUser, dana, robin, home]
        let names = [nil: "unmanaged", .noUser: "unmanaged", dana: "dana", robin: "robin", home: "unmanaged"]
        var count = 0
        for process in levels {
            for hostWide in levels {
                for window in levels {
                    engine.switchIdentity(to: process, at: .process)
                    engine.switchIdentity(to: hostWide, at: .hostWide)
                    engine.switchIdentity(to: window, at: .window("w"))
                    let shown = window ?? hostWide ?? process
                    #expect(acting(in: "w") == names[shown])
                    #expect(engine.effectiveIdentity(for: .ui("w")) == shown.map { .account($0) })
                    #expect(engine.effectiveIdentity(in: "w") == shown)
                    #expect(acting() == names[hostWide ?? process])
                    #expect(engine.effectiveIdentity(for: .ui()) == (hostWide ?? process).map { .account($0) })
                    #expect(acting(on: true, in: "w") == names[process])
                    #expect(engine.effectiveIdentity(for: .files) == process.map { .account($0) })
                    for task in levels.compactMap(\.self) {
                        engine.withTaskIdentity(task) {
                            #expect(acting(in: "w") == names[task])
                            #expect(acting(on: true, in: "w") == names[task])
                            #expect(engine.effectiveIdentity(for: .files) == .account(task))
                            #expect(engine.effectiveIdentity(for: .ui("w")) == .account(task))
                        }
                        count += 1
                    }
                }
            }
        }
        #expect(count == 5 * 5 * 5 * 4)
    }

    @Test("An unknown task identity blocks files too")
    func unknownFiles() {
        engine.switchIdentity(to: robin, at: .process)
        engine.withTaskIdentity(AccountID("stranger")) { #expect(acting(on: true) == "unknown") }
        #expect(acting(on: true) == "robin")
    }

    // MARK: Several accounts

    @Test(
        "Several accounts are locked down if one is managed; one account by two names is not",
        arguments: [
            ([], "unmanaged"), ([""], "unmanaged"), (["home"], "unmanaged"), (["home", "aunt"], "unmanaged"),
            (["", "home", "aunt"], "unmanaged"), (["dana"], "dana"), (["dana", "DANA@contoso.example"], "dana"),
            (["robin", "robin"], "robin"), (["dana", "robin"], "several"), (["dana", "home"], "several"),
            (["home", "dana"], "several"), (["robin", ""], "several"),
            (["dana", "dana@contoso.example", "home", "home@example.net"], "several"),
        ] as [([String], String)],
        [IdentityLevel.window("w"), .hostWide, .process]
    )
    func several(case row: ([String], String), level: IdentityLevel) {
        let accounts = row.0.map { AccountID($0) }
        #expect(engine.showAccounts(accounts, at: level) == .success)
        #expect(acting(in: "w") == row.1)
        // Files have a separate identity, but what a window shows for several accounts is encrypted as well.
        #expect(acting(on: true, in: "w") == (level == .process || row.1 == "several" ? row.1 : "unmanaged"))
        #expect(acting(in: "another") == (level == .window("w") ? "unmanaged" : row.1))
        let isMerged = if case .merged? = engine.effectiveIdentity(for: .ui("w")) { true } else { false }
        let names = Set(row.0.map { $0.lowercased().prefix { $0 != "@" } })
        #expect(isMerged == (names.count > 1))
        #expect((engine.effectiveIdentity(in: "w") == nil) == isMerged)
    }

    @Test("Each of several accounts is listed once, under the first of its names")
    func distinct() {
        let upn = AccountID("dana@contoso.example")
        #expect(engine.showAccounts([upn, .noUser, robin, dana, .noUser, robin, upn], at: .window("w")) == .success)
        #expect(engine.effectiveIdentity(for: .ui("w")) == .merged([upn, .noUser, robin]))
        #expect(engine.showAccounts([AccountID("stranger"), AccountID("stranger")], at: .window("w")) == .failed)
    }

    @Test("The cost of showing accounts is proportional to their number")
    func manyAccounts() {
        var app = AppSettings()
        app.multiIdentity = true
        let factor = Growth.factor(from: 2_000, rounds: 3) { count in
            let accounts = (0..<count).map { AccountID("account\($0)") }
            let directory = AccountDirectory(accounts.map { Account(id: $0) })
            let engine = PolicyEngine(PolicyDocument(app: app, accounts: directory, user: nil))
            return Growth.time { _ = engine.showAccounts(accounts) }
        }
        #expect(factor < Growth.linearLimit)
    }

    @Test("Showing invalid accounts leaves the level unchanged")
    func severalRefused() {
        engine.switchIdentity(to: robin, at: .window("w"))
        #expect(engine.showAccounts([dana, AccountID("stranger")], at: .window("w")) == .failed)
        engine.withTaskIdentity(dana) {
            #expect(engine.showAccounts([dana, home], at: .window("w")) == .notAllowed)
            #expect(engine.showAccounts([], at: .window("w")) == .notAllowed)
            #expect(engine.effectiveIdentity(for: .ui("w")) == .account(dana))
        }
        #expect(acting(in: "w") == "robin")
        // One account under two names is a single account, and the task runs as that account.
        engine.withTaskIdentity(AccountID("dana@contoso.example")) {
            #expect(engine.showAccounts([dana, AccountID("dana@contoso.example")], at: .window("w")) == .success)
        }
        #expect(acting(in: "w") == "dana")
        engine.withTaskIdentity(.noUser) { #expect(engine.showAccounts([], at: .window("w")) == .success) }
        #expect(acting(in: "w") == "unmanaged")
    }

    @Test("An account that a new document lacks, or has merged into another, blocks until it returns")
    func severalReloaded() throws {
        engine.showAccounts([dana, home], at: .window("w"))
        engine.reload(
            try document(
                """
                demarc: 1
                app: {multiIdentity: true}
                policies: {dana: {printBlocked: true}}
                accounts: [{account: dana, upn: home, policy: dana}]
                """
            )
        )
        #expect(acting(in: "w") == "unknown")
        engine.reload(try document("demarc: 1\npolicies: {dana: {}}\naccounts: [{account: dana, policy: dana}]"))
        #expect(acting(in: "w") == "unknown")
        engine.reload(
            try document("demarc: 1\npolicies: {p: {}}\naccounts: [{account: dana, policy: p}, {account: home}]")
        )
        #expect(acting(in: "w") == "several")
    }

    // MARK: The host's approval

    @Test(
        "The host can refuse a switch to a managed account, and then nothing changes",
        arguments: [SwitchIdentityResult.canceled, .notAllowed, .failed]
    )
    func refusal(result: SwitchIdentityResult) {
        engine.switchIdentity(to: robin, at: .window("w"))
        let asked = Mutex<[String]>([])
        engine.setSwitchHandler { account, level in
            asked.withLock { $0.append("\(account) \(level == .window("w"))") }
            return account == AccountID("dana") ? result : .success
        }
        #expect(engine.switchIdentity(to: dana, at: .window("w")) == result)
        #expect(acting(in: "w") == "robin")
        #expect(engine.showAccounts([robin, home, dana], at: .window("w")) == result)
        #expect(acting(in: "w") == "robin")
        #expect(asked.withLock { $0 } == ["dana true", "robin true", "dana true"])
        // The host is not asked about unmanaged or unknown accounts, or if nothing is switched.
        #expect(engine.switchIdentity(to: home) == .success)
        #expect(engine.switchIdentity(to: .noUser) == .success)
        #expect(engine.switchIdentity(to: nil) == .success)
        #expect(engine.switchIdentity(to: AccountID("stranger")) == .failed)
        #expect(engine.signOut(dana) == .success)
        #expect(engine.switchIdentity(to: dana) == .failed)
        #expect(engine.signIn(dana) == .success)
        engine.withTaskIdentity(dana) { #expect(acting() == "dana") }
        engine.withTaskIdentity(home) { #expect(engine.switchIdentity(to: dana) == .notAllowed) }
        #expect(asked.withLock { $0.count } == 3)
        engine.setSwitchHandler(nil)
        #expect(engine.switchIdentity(to: dana, at: .window("w")) == .success)
    }

    @Test("The host's handler may use the engine, and its changes apply")
    func handlerUsesEngine() {
        engine.setSwitchHandler { [engine] account, _ in
            engine.signOut(account)
            return .success
        }
        #expect(engine.switchIdentity(to: dana, at: .process) == .failed)
        #expect(engine.effectiveIdentity(for: .files) == nil)
    }

    /// Signs an account out when it is released.
    private final class Leaver: Sendable {
        private let engine: PolicyEngine
        private let account: AccountID

        init(_ engine: PolicyEngine, _ account: AccountID) { (self.engine, self.account) = (engine, account) }

        deinit { engine.signOut(account) }
    }

    @Test("What a replaced handler held may use the engine when it is released")
    func releasedHandler() {
        for replacement in [nil, { _, _ in .canceled }] as [PolicyEngine.SwitchHandler?] {
            engine.signIn(dana)
            do {
                let leaver = Leaver(engine, dana)
                engine.setSwitchHandler { _, _ in withExtendedLifetime(leaver) { .success } }
            }
            #expect(engine.switchIdentity(to: dana) == .success)
            engine.setSwitchHandler(replacement)
            #expect(engine.switchIdentity(to: dana) == .failed)
        }
    }

    // MARK: At once

    @Test("Signing in and out during decisions gives either the old or the new state")
    func atOnce() throws {
        let engine = engine
        let isOver = Atomic(false)
        engine.switchIdentity(to: robin, at: .process)
        let change: @Sendable () throws -> Set<String> = {
            for _ in 0..<500 {
                engine.switchIdentity(to: AccountID("dana"), at: .window("w"))
                engine.signOut(AccountID("dana"))
                engine.signIn(AccountID("dana@contoso.example"))
            }
            isOver.store(true, ordering: .releasing)
            return []
        }
        let decide: @Sendable () throws -> Set<String> = {
            var evaluator = engine.makeEvaluator()
            var seen: Set<String> = []
            repeat {
                seen.insert(evaluator.answer(.print, in: "w"))
                seen.insert(evaluator.answer(.print, for: AccountID("dana")))
            } while !isOver.load(ordering: .acquiring)
            return seen
        }
        let seen = try onThreads([change, decide, decide, decide]).reduce(into: Set<String>()) { $0.formUnion($1) }
        let allowed = [
            "block - [setting.print.blocked]", "allow - [setting.print.allowed]", "block - [identity.unknown]",
        ]
        #expect(seen.isSubset(of: allowed), "\(seen)")
    }
}
