import CAllocationCounter
import Demarc
import PolicyModel
import Testing

/// Counts the allocations of single settings in the C library; see ``AllocationTests``.
@Suite(
    "Allocations of single settings",
    .serialized,
    .enabled(if: demarc_allocation_counting_available(), "allocations cannot be counted in this process")
)
struct SettingAllocationTests {
    @Test("A warm answer allocates nothing, whoever acts and whatever the setting")
    func decisions() throws {
        let engine = try DemarcTests.engine(
            """
            demarc: 1
            user: dana
            app: {multiIdentity: true}
            policies: {edge: {printBlocked: true, allowedOutboundDataTransferDestinations: none}}
            accounts: [{account: dana, upn: dana@contoso.example, policy: edge}, {account: home}, {account: gone}]
            """
        )
        engine.switchIdentity(to: AccountID("home"), at: .window("home"))
        engine.showAccounts([AccountID("home"), AccountID("dana")], at: .window("several"))
        engine.openWindow("none")
        engine.signOut(AccountID("gone"))
        var evaluator = engine.makeEvaluator()
        var lines: Set<String> = []
        let accounts: [AccountID?] = [nil, .noUser] + ["dana", "dana@contoso.example", "gone"].map { AccountID($0) }
        let windows: [WindowID?] = [nil, "home", "several", "none"]
        for setting in SingleSetting.allCases {
            for account in accounts {
                for window in windows {
                    lines.insert(evaluator.answer(setting, for: account, in: window))
                    let before = demarc_allocation_count()
                    for _ in 0..<10 { _ = evaluator.setting(setting, for: account, in: window) }
                    let count = demarc_allocation_count() - before
                    #expect(count == 0, "\(count) allocations for \(setting)")
                }
            }
        }
        #expect(lines.count == 13 + 3 + 3 + 13)
    }
}
