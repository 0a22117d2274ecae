import Demarc
import PolicyModel
import Testing

/// What the reasons for a launch contain: the setting with its place, the fact, the limit, and the action that each
/// alone would cause.
@Suite("Reasons for a launch") struct LaunchReasonTests {
    private static let now = Instant(secondsSince1970: 1_795_435_200)

    private static func ago(_ seconds: Int64) -> Fact<Instant> {
        .known(Instant(secondsSince1970: now.secondsSince1970 - seconds))
    }

    private static func device(_ change: (inout DeviceFacts) -> Void) -> DeviceFacts {
        var device = DeviceFacts()
        change(&device)
        return device
    }

    private static func access(_ change: (inout AccessState) -> Void) -> AccessState {
        var access = AccessState()
        change(&access)
        return access
    }

    /// A setting, the values for which its row applies, and the reason: action, code, fact and limit.
    private struct Row {
        var settings: String
        var device = DeviceFacts()
        var access = AccessState()
        var reason: String

        init(_ settings: String, _ reason: String, _ device: (inout DeviceFacts) -> Void) {
            (self.settings, self.reason, self.device) = (settings, reason, LaunchReasonTests.device(device))
        }

        init(_ settings: String, _ reason: String, of access: (inout AccessState) -> Void) {
            (self.settings, self.reason, self.access) = (settings, reason, LaunchReasonTests.access(access))
        }
    }

    private static let rows: [Row] =
        ["Os", "App", "Sdk"].flatMap { kind in
            [("Wipe", "wipe"), ("Required", "block"), ("Warning", "warn")].map { limit, action in
                let name = kind.lowercased()
                return Row("minimum\(limit)\(kind)Version: '9.1'", "\(action) launch.\(name).tooOld \(name)Version 9.1")
                {
                    ($0.osVersion, $0.appVersion, $0.sdkVersion) = (.reading("9"), .reading("9"), .reading("9"))
                }
            }
        }
        + [("Wipe", "wipe"), ("Required", "block"), ("Warning", "warn")].map { limit, action in
            Row("maximum\(limit)OsVersion: '9.0'", "\(action) launch.os.tooNew osVersion 9.0") {
                $0.osVersion = .reading("9.0.0.1")
            }
        } + [
            Row("deviceComplianceRequired: true", "block launch.jailbroken isJailbroken -") {
                $0.isJailbroken = .known(true)
            },
            Row("allowedIosDeviceModels: a;b", "block launch.model model -") { $0.model = .known(DeviceModel("c")) },
            Row("maximumAllowedDeviceThreatLevel: low", "block launch.threat threats low") {
                $0.threats = .known(DeviceThreats(thirdParty: .medium))
            },
            Row("appDataEncryptionType: afterDeviceRestart", "block launch.passcode hasPasscode afterDeviceRestart") {
                $0.hasPasscode = .known(false)
            },
            Row(
                "appActionIfUnableToAuthenticateUser: wipe",
                "wipe launch.account authentication -",
                of: {
                    $0.authentication = .known(.failed)
                }
            ),
            Row(
                "periodOfflineBeforeWipeIsEnforced: P1D",
                "block launch.offline.wipe lastCheckIn P1D",
                of: {
                    $0.lastCheckIn = ago(86_400)
                }
            ),
            Row(
                "periodOfflineBeforeAccessCheck: PT1H",
                "block launch.offline lastCheckIn PT1H",
                of: {
                    $0.lastCheckIn = ago(3_600)
                }
            ),
            Row("appActionIfAccountIsClockedOut: wipe", "wipe launch.clockedOut clockStatus -") {
                $0.clockStatus = .known(.clockedOut)
            },
            Row(
                "maximumPinRetries: 3",
                "challenge access.pin.attempts pinFailures 3",
                of: { $0.pinFailures = .known(3) }
            ),
            Row("organizationalCredentialsRequired: true", "challenge access.credentials lastMet -", of: { _ in }),
            Row("pinRequired: true", "challenge access.pin.unset pinSetAt -", of: { _ in }),
            Row("pinRequired: true", "challenge access.pin.due lastMet -", of: { $0.pinSetAt = ago(1) }),
            Row("allowedIosDeviceModels: a", "block launch.fact.missing model -", { _ in }),
            Row("allowedIosDeviceModels: a", "block launch.fact.unreadable model -") { $0.model = .unreadable },
            Row("allowedIosDeviceModels: a", "allow launch.fact.inapplicable model -") { $0.model = .inapplicable },
            Row("pinRequired: true", "block launch.fact.unreadable pinSetAt -", of: { $0.pinSetAt = .unreadable }),
            Row(
                "maximumPinRetries: 3",
                "block launch.fact.unreadable pinFailures -",
                of: { $0.pinFailures = .unreadable }
            ),
        ]

    /// A period of rechecks, `lastMet`, `lastActivity`, and the fact and limit of a challenge that is then due.
    private static let causes: [(String, Fact<Instant>, Fact<Instant>, String)] = [
        ("", .missing, ago(1), "lastMet -"),
        ("", .unreadable, ago(1), "lastMet -"),
        ("", ago(9), ago(1), "- -"),
        ("PT0S", ago(9), ago(1), "- PT0S"),
        ("PT30M", .missing, ago(1), "lastMet -"),
        ("PT30M", ago(9), .missing, "lastActivity PT30M"),
        ("PT30M", ago(9), .unreadable, "lastActivity PT30M"),
        ("PT30M", ago(9_000), ago(1_800), "lastActivity PT30M"),
    ]

    private static let rechecks: [Row] = causes.flatMap { period, met, activity, cause in
        [
            ("organizationalCredentialsRequired", "access.credentials"), ("pinRequired", "access.pin.due"),
        ].map { setting, code in
            let recheck = period.isEmpty ? "" : "\n    periodOnlineBeforeAccessCheck: \(period)"
            return Row(
                "\(setting): true\(recheck)",
                "challenge \(code) \(cause)",
                of: { ($0.lastMet, $0.lastActivity) = (met, activity) }
            )
        }
    }

    private static let all = rows + rechecks

    @Test("They name the setting with its place, the fact and the limit", arguments: all.indices)
    func names(index: Int) throws {
        let row = Self.all[index]
        let engine = try engine(
            "demarc: 1\npolicies:\n  p:\n    \(row.settings)\naccounts: [{account: dana, policy: p}]\n"
        )
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.launch(device: row.device, access: row.access, at: Self.now)
        let setting = String(row.settings.prefix { $0 != ":" })
        let lines = decision.reasons.map { reason in
            "\(reason.action?.rawValue ?? "-") \(reason.code.rawValue) \(reason.fact?.rawValue ?? "-")"
                + " \(reason.limit ?? "-")"
        }
        let position = try #require(lines.firstIndex(of: row.reason), "\(lines)")
        let reason = decision.reasons[position]
        #expect(reason.setting == setting && reason.policy == "p")
        #expect(reason.location?.line == 4)
        #expect(reason.message.hasSuffix("."))
    }

    @Test(
        "A fact that only decides what the person is asked counts as missing if it has no value",
        arguments: [LaunchFact.biometry, .biometryChanged, .lastPIN, .lastMet, .lastActivity]
    )
    func asking(fact: LaunchFact) throws {
        let periods = "periodOnlineBeforeAccessCheck: PT30M, pinRequiredInsteadOfBiometricTimeout: PT12H"
        let engine = try engine(
            "demarc: 1\npolicies: {p: {pinRequired: true, \(periods)}}\naccounts: [{account: dana, policy: p}]\n"
        )
        var evaluator = engine.makeEvaluator()
        var device = Self.device { ($0.biometry, $0.biometryChanged) = (.known(.faceID), .known(false)) }
        var access = Self.access {
            ($0.pinSetAt, $0.lastPIN) = (Self.ago(7_200), Self.ago(7_200))
            ($0.lastMet, $0.lastActivity) = (Self.ago(7_200), Self.ago(3_600))
        }
        #expect(evaluator.launch(device: device, access: access, at: Self.now).challenges == [.pinOrBiometric])
        (device[fact], access[fact]) = (.missing, .missing)
        let missing = evaluator.launch(device: device, access: access, at: Self.now)
        #expect(missing.verdict == .challenge)
        (device[fact], access[fact]) = (.unreadable, .unreadable)
        #expect(evaluator.launch(device: device, access: access, at: Self.now).reasons == missing.reasons)
        (device[fact], access[fact]) = (.inapplicable, .inapplicable)
        let inapplicable = evaluator.launch(device: device, access: access, at: Self.now)
        if fact == .lastMet {
            #expect(inapplicable.reasons.map(\.code) == [.launchMet, .launchFactInapplicable])
        } else {
            #expect(inapplicable.reasons == missing.reasons)
        }
    }

    @Test(
        "Where challenges cannot be met, a fact that only challenges use neither blocks nor holds back a wipe",
        arguments: [Fact<Bool>.missing, .unreadable, .inapplicable, .known(false), .known(true)],
        [Fact<Instant>.missing, .unreadable, .inapplicable, .known(Self.now)]
    )
    func withoutChallenges(hasPasscode: Fact<Bool>, pinSetAt: Fact<Instant>) throws {
        let pin = "pinRequired: true, disableAppPinIfDevicePinIsSet: true"
        let wipe = "deviceComplianceRequired: true, appActionIfDeviceComplianceRequired: wipe"
        let device = Self.device {
            ($0.isJailbroken, $0.mdmEnrolled, $0.hasPasscode) = (.known(true), .known(true), hasPasscode)
        }
        let access = Self.access { ($0.lastMet, $0.pinSetAt) = (.inapplicable, pinSetAt) }
        for (settings, verdict) in [(pin, LaunchVerdict.allow), ("\(pin), \(wipe)", .wipe)] {
            let engine = try engine("demarc: 1\npolicies: {p: {\(settings)}}\naccounts: [{account: dana, policy: p}]\n")
            var evaluator = engine.makeEvaluator()
            let decision = evaluator.launch(device: device, access: access, at: Self.now)
            #expect(decision.verdict == verdict, "\(decision.reasons.map(\.code.rawValue))")
            #expect(decision.reasons.contains { $0.code == .launchFactInapplicable && $0.fact == .lastMet })
        }
    }

    @Test("They come strictest first, then in the order of the table")
    func order() throws {
        let engine = try engine(
            """
            demarc: 1
            policies:
              p:
                minimumWarningOsVersion: '9.0'
                minimumRequiredAppVersion: '9.0'
                deviceComplianceRequired: true
                appActionIfDeviceComplianceRequired: wipe
                appDataEncryptionType: whenDeviceLocked
                pinRequired: true
                organizationalCredentialsRequired: true
            accounts: [{account: dana, policy: p}]
            """
        )
        var evaluator = engine.makeEvaluator()
        let device = Self.device {
            ($0.osVersion, $0.appVersion) = (.reading("1"), .reading("1"))
            ($0.isJailbroken, $0.hasPasscode) = (.known(true), .known(false))
        }
        let decision = evaluator.launch(device: device, access: AccessState(), at: Self.now)
        let codes: [ReasonCode] = [
            .launchJailbroken, .launchAppTooOld, .launchPasscode, .accessCredentials, .accessPINUnset, .accessPIN,
            .launchOSTooOld,
        ]
        #expect(decision.reasons.map(\.code) == codes)
        #expect(Array(decision.challenges) == [.credentials, .setPIN, .pin])
    }

    @Test("A missing policy is reported along with the acting account", arguments: [true, false])
    func withoutPolicy(isRequired: Bool) throws {
        let setting = isRequired ? "mamPolicyRequired" : "mamPolicyWarnAbsent"
        let engine = try engine("demarc: 1\napp:\n  \(setting): true\naccounts: [{account: home}]\n")
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.launch(
            of: AccountID("home"),
            device: DeviceFacts(),
            access: AccessState(),
            at: Self.now
        )
        let verdict: LaunchVerdict = isRequired ? .block : .warn
        let code: ReasonCode = isRequired ? .launchPolicyRequired : .launchPolicyAbsent
        #expect(decision.verdict == verdict)
        #expect(decision.reasons.map(\.code) == [code, .identityUnmanaged])
        #expect(decision.reasons.first?.setting == setting && decision.reasons.first?.location?.line == 3)
    }
}
