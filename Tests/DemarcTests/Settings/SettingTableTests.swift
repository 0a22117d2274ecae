import Demarc
import PolicyModel
import TestSupport
import Testing

extension Evaluator {
    /// The answer of a single setting, in the oracle's form.
    mutating func answer(_ name: SingleSetting, for account: AccountID? = nil, in window: WindowID? = nil) -> String {
        let decision = setting(name, for: account, in: window)
        let codes = decision.reasonCodes.map(\.rawValue).joined(separator: " ")
        return "\(decision.verdict.rawValue) \(decision.value?.rawValue ?? "-") [\(codes)]"
    }
}

/// Every setting under every combination of what it could depend on, against the oracle; an ordinary run tries one batch
/// of policies in five, and CI each of them.
@Suite("The table of single settings") struct SettingTableTests {
    private static let batch = 64

    @Test(
        "Every policy, identity and setting equals the table",
        arguments: [[:], ["com.microsoft.intune.mam.screencapturecontrol": "Disabled"]]
    )
    func product(appConfig: [String: String]) throws {
        var wrong: [String] = []
        var seen: Set<String> = []
        var count = 0
        let starts = stride(from: 0, to: SettingFacts.all.count, by: Self.batch)
            .filter { TestSize.tries($0 / Self.batch) }
        for start in starts {
            let facts = Array(SettingFacts.all[start..<start + Self.batch])
            let engine = try Self.engine(facts, appConfig)
            var evaluator = engine.makeEvaluator()
            for setting in SingleSetting.allCases {
                let name = setting.rawValue
                func check(_ answer: String, _ expected: String, _ who: String) {
                    count += 1
                    seen.insert(answer)
                    if answer != expected { wrong.append("\(name) for \(who): \(answer), not \(expected)") }
                }
                for (number, facts) in facts.enumerated() {
                    let account = AccountID("a\(number)")
                    let expected = SettingOracle.managed(name, facts, appConfig: appConfig)
                    check(evaluator.answer(setting, for: account), expected, "\(facts)")
                }
                let unmanaged = SettingOracle.unmanaged(name, signedIn: Array(facts))
                // The levels: this account's window, its files, and a window of two accounts.
                let first = SettingOracle.managed(name, facts[0], appConfig: appConfig)
                let last = SettingOracle.managed(name, facts[facts.count - 1], appConfig: appConfig)
                let isFile = setting == .fileEncryption
                check(evaluator.answer(setting, in: "w"), isFile ? last : first, "the window")
                check(evaluator.answer(setting), isFile ? last : unmanaged, "the host")
                check(evaluator.answer(setting, in: "merged"), SettingOracle.lockDown(name), "a merged window")
                check(evaluator.answer(setting, for: AccountID("home")), unmanaged, "home")
                check(evaluator.answer(setting, for: .noUser), unmanaged, "nobody")
                check(evaluator.answer(setting, for: AccountID("stranger")), SettingOracle.unknown(name), "a stranger")
                check(evaluator.answer(setting, for: AccountID("gone")), SettingOracle.unknown(name), "who signed out")
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count) of \(count):\n\(wrong.prefix(20).joined(separator: "\n"))")
        #expect(starts.count >= 20 && count == starts.count * (Self.batch + 7) * 13)
        // Each of 13 settings in two ways, one more for capture and one for notifications, keyboards that another
        // account blocks, no account and an unknown account in three forms each, and 13 for a window of several
        // accounts.
        #expect(seen.count == 28 + 1 + 3 + 3 + 13, "\(seen.sorted())")
    }

    @Test("The full product is complete") func everyPolicy() { #expect(SettingFacts.all.count == 256 * 3 * 3 * 4) }

    /// An engine with an account for each policy: the first account acts in a window, the last for the process.
    private static func engine(_ facts: [SettingFacts], _ appConfig: [String: String]) throws -> PolicyEngine {
        var app = AppSettings()
        app.appConfig = appConfig
        app.multiManagedIdentities = true
        app.multiIdentity = true
        var policies: [String: AppProtectionPolicy] = [:]
        var accounts = [Account(id: AccountID("home")), Account(id: AccountID("gone"), policy: "p0")]
        for (number, facts) in facts.enumerated() {
            policies["p\(number)"] = try facts.policy(named: "p\(number)")
            accounts.append(Account(id: AccountID("a\(number)"), policy: "p\(number)"))
        }
        let document = PolicyDocument(app: app, policies: policies, accounts: AccountDirectory(accounts), user: nil)
        let engine = PolicyEngine(document)
        let last = AccountID("a\(facts.count - 1)")
        #expect(engine.switchIdentity(to: AccountID("a0"), at: .window("w")) == .success)
        #expect(engine.switchIdentity(to: last, at: .process) == .success)
        #expect(engine.switchIdentity(to: .noUser, at: .hostWide) == .success)
        #expect(engine.showAccounts([AccountID("home"), last], at: .window("merged")) == .success)
        #expect(engine.signOut(AccountID("gone")) == .success)
        return engine
    }
}
