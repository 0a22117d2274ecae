import CAllocationCounter
import Demarc
import PolicyModel
import Testing

/// Counts the allocations of launches in the C library; see ``AllocationTests``.
@Suite(
    "Allocations of launches",
    .serialized,
    .enabled(if: demarc_allocation_counting_available(), "allocations cannot be counted in this process")
)
struct LaunchAllocationTests {
    private static let now = Instant(secondsSince1970: 1_795_435_200)

    @Test("A warm decision allocates nothing, whoever acts and whatever is known")
    func decisions() throws {
        let engine = try DemarcTests.engine(
            """
            demarc: 1
            user: dana
            app: {multiIdentity: true, mamPolicyRequired: true}
            policies:
              strict:
                pinRequired: true
                maximumPinRetries: 5
                periodBeforePinReset: P90D
                pinRequiredInsteadOfBiometricTimeout: PT30M
                organizationalCredentialsRequired: true
                periodOnlineBeforeAccessCheck: PT30M
                periodOfflineBeforeAccessCheck: PT12H
                periodOfflineBeforeWipeIsEnforced: P90D
                disableAppPinIfDevicePinIsSet: true
                deviceComplianceRequired: true
                allowedIosDeviceModels: iPhone14,2;iPad13,1
                minimumRequiredOsVersion: '17.4.1'
                minimumWarningAppVersion: '2.0'
                maximumAllowedDeviceThreatLevel: low
                appActionIfAccountIsClockedOut: block
                gracePeriodToBlockAppsDuringOffClockHours: PT1H
                appDataEncryptionType: whenDeviceLocked
            accounts: [{account: dana, policy: strict}, {account: home}]
            """
        )
        engine.showAccounts([AccountID("home"), AccountID("dana")], at: .window("several"))
        var evaluator = engine.makeEvaluator()
        var verdicts: Set<LaunchVerdict> = []
        let accounts: [AccountID?] = [nil, .noUser, AccountID("dana"), AccountID("home"), AccountID("stranger")]
        for account in accounts {
            for window in [nil, "several"] as [WindowID?] {
                for (device, access) in Self.facts {
                    let decision = evaluator.launch(
                        of: account,
                        device: device,
                        access: access,
                        at: Self.now,
                        in: window
                    )
                    verdicts.insert(decision.verdict)
                    let before = demarc_allocation_count()
                    for _ in 0..<10 {
                        let decision =
                            evaluator.launch(of: account, device: device, access: access, at: Self.now, in: window)
                        _ = (decision.verdict, decision.nextCheck, decision.challenges)
                    }
                    let count = demarc_allocation_count() - before
                    #expect(count == 0, "\(count) allocations of \(account?.description ?? "whoever acts")")
                }
            }
        }
        #expect(verdicts == [.block, .challenge, .allow])
    }

    /// No facts, facts that all satisfy the policy, and facts that all violate it.
    private static let facts: [(DeviceFacts, AccessState)] = {
        var good = DeviceFacts()
        good.osVersion = .reading("18.0.0.1")
        good.appVersion = .reading("2.1")
        good.model = .known(DeviceModel("IPAD13,1"))
        good.isJailbroken = .known(false)
        good.threats = .known(DeviceThreats(["defender": .low, "other": .secured]))
        good.hasPasscode = .known(true)
        good.biometry = .known(.faceID)
        good.biometryChanged = .known(false)
        good.mdmEnrolled = .known(false)
        good.clockStatus = .known(.clockedIn)
        var access = AccessState()
        access.lastCheckIn = .known(now)
        access.pinSetAt = .known(now)
        access.lastPIN = .known(now)
        var bad = good
        bad.osVersion = .unreadable
        bad.model = .known(DeviceModel("a model with a name that does not fit into a small string"))
        bad.isJailbroken = .known(true)
        bad.threats = .known(DeviceThreats(["other": .high]))
        bad.clockStatus = .known(.clockedOut)
        return [(DeviceFacts(), AccessState()), (good, access), (bad, access)]
    }()
}
