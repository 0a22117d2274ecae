import PolicyModel
import Testing

@testable import Scenarios

@Suite("Waiting in a scenario") struct ScenarioWaitTests {
    private static let now = Instant(secondsSince1970: 1_800_000_000)
    private static let account = AccountID("dana@contoso.com")

    /// Settings, what the person does to open the app and its verdict, what happens then, and a wait with its verdict.
    private struct Row {
        var settings: String
        var means: [UnlockMeans] = [.pin]
        var unlocked = "allow"
        var next: [Scenario.Step] = []
        var change = ScenarioGiven()
        var duration: String
        var verdict: String
    }

    private static func change(_ device: (inout DeviceFacts) -> Void) -> ScenarioGiven {
        var given = ScenarioGiven()
        var facts = DeviceFacts()
        device(&facts)
        given.device = facts
        return given
    }

    private static let credentials = "organizationalCredentialsRequired: true"
    private static let offline = "pinRequired: true, periodOfflineBeforeAccessCheck: PT12H"

    private static let rows: [Row] = [
        Row(settings: "pinRequired: true", duration: "PT0S", verdict: "allow"),
        Row(settings: "pinRequired: true", duration: "P1D", verdict: "allow"),
        Row(settings: credentials, means: [.credentials], duration: "PT1H", verdict: "allow"),
        Row(settings: "pinRequired: true, periodOnlineBeforeAccessCheck: PT0S", duration: "PT1H", verdict: "allow"),
        Row(
            settings: "pinRequired: true, minimumWarningOsVersion: '19'",
            unlocked: "warn",
            duration: "PT1H",
            verdict: "warn"
        ),
        // The face is no longer accepted at the end, but is not asked for either.
        Row(
            settings: "pinRequired: true, pinRequiredInsteadOfBiometricTimeout: PT12H",
            means: [.biometric],
            duration: "PT8H",
            verdict: "allow"
        ),
        // The unlock names the time to ask again.
        Row(
            settings: "pinRequired: true, periodOnlineBeforeAccessCheck: PT30M",
            duration: "PT29M59S",
            verdict: "allow"
        ),
        Row(
            settings: "pinRequired: true, periodOnlineBeforeAccessCheck: PT30M",
            duration: "PT30M",
            verdict: "challenge"
        ),
        Row(settings: offline, duration: "PT11H59M59S", verdict: "allow"),
        Row(settings: offline, duration: "PT12H", verdict: "block"),
        // The app was not opened.
        Row(
            settings: "pinRequired: true, \(credentials)",
            unlocked: "challenge",
            duration: "PT0S",
            verdict: "challenge"
        ),
        // A host asks again when a fact or the account has changed.
        Row(
            settings: "deviceComplianceRequired: true, pinRequired: true",
            change: change { $0.isJailbroken = .known(true) },
            duration: "PT0S",
            verdict: "block"
        ),
        Row(
            settings: "pinRequired: true",
            change: change { $0.biometryChanged = .known(true) },
            duration: "PT0S",
            verdict: "challenge"
        ),
        Row(
            settings: "pinRequired: true",
            change: change { $0.biometryChanged = .known(false) },
            duration: "PT0S",
            verdict: "allow"
        ),
        Row(
            settings: "pinRequired: true",
            next: [.init(.signOut(account), (.verdict, "success"))],
            duration: "PT0S",
            verdict: "block"
        ),
        Row(
            settings: "pinRequired: true",
            next: [.init(.signOut(account), (.verdict, "success")), .init(.signIn(account), (.verdict, "success"))],
            duration: "PT0S",
            verdict: "challenge"
        ),
        // Another launch opens the app anew.
        Row(
            settings: "pinRequired: true",
            next: [.init(.launch(of: account), (.verdict, "challenge"))],
            duration: "PT0S",
            verdict: "challenge"
        ),
    ]

    @Test("An app that was unlocked stays open until a host has to ask again", arguments: rows.indices)
    func unlocked(index: Int) throws {
        let row = Self.rows[index]
        let policy = """
            demarc: 1
            policies: {p: {\(row.settings)}}
            accounts: [{account: dana@contoso.com, policy: p}]
            """
        var given = Self.change {
            ($0.osVersion, $0.isJailbroken) = (.reading("18"), .known(false))
            ($0.biometry, $0.biometryChanged) = (.known(.faceID), .known(false))
        }
        given.now = Self.now
        var access = AccessState()
        access.pinSetAt = .known(Instant(secondsSince1970: Self.now.secondsSince1970 - 1_000_000))
        access.lastPIN = .known(Instant(secondsSince1970: Self.now.secondsSince1970 - 28_800))
        access.lastCheckIn = .known(Self.now)
        given.access = access
        let unlock = Scenario.Step(.unlock(of: Self.account, by: row.means), (.verdict, row.unlocked))
        let duration = try #require(PolicyDuration(row.duration))
        let wait = Scenario.Step(.wait(duration), given: row.change, (.verdict, row.verdict))
        let result = try Samples.result([unlock] + row.next + [wait], given: given, policy: policy)
        #expect(result.outcome == .passed, "\(result)")
    }
}
