import AppLint
import Diagnostics
import PolicyModel

/// Conditions under which an app opens.
extension PolicyChecks {
    private static let leastOffline = 30 * 60

    mutating func checkLaunch() {
        for ladder in VersionLadder.all(of: policy.conditionalLaunch) { check(ladder) }
        checkSystemVersions()
        checkTimeOffline()
        checkThreats()
        checkWorkingTime()
    }

    // MARK: Versions

    private mutating func check(_ ladder: VersionLadder) {
        for (position, rung) in ladder.rungs.enumerated() {
            // The strictest version that hides the milder step: every version that would trigger the milder step
            // triggers it first.
            let stricter = ladder.rungs[..<position].filter { ladder.isMaximum ? $0 < rung : rung < $0 }
            guard let first = stricter.first else { continue }
            let side = ladder.isMaximum ? "above" : "below"
            add(
                .versionLadderUpsideDown,
                "`\(rung.setting.name)` has no effect: every version \(side) `\(Quoted.word(rung.version.text))` is "
                    + "also \(side) `\(first.setting.name)`",
                at: rung.setting,
                also: stricter.map(\.setting),
                help:
                    "make it a \(ladder.isMaximum ? "lower" : "higher") version than `\(first.setting.name)`, or remove it"
            )
        }
    }

    private mutating func checkSystemVersions() {
        let launch = policy.conditionalLaunch
        let (minimum, maximum) = (VersionLadder.osMinimum(of: launch), VersionLadder.osMaximum(of: launch))
        for isWarning in [false, true] {
            let highest = minimum.rungs.filter { $0.isWarning == isWarning }.max()
            let lowest = maximum.rungs.filter { $0.isWarning == isWarning }.min()
            guard let highest, let lowest, lowest < highest else { continue }
            add(
                .minimumOverMaximum,
                "every version is below `\(Quoted.word(highest.version.text))` or above "
                    + "`\(Quoted.word(lowest.version.text))`, so \(isWarning ? "every device is warned" : "the app opens nowhere")",
                at: highest.setting,
                also: [lowest.setting],
                help: "make `\(lowest.setting.name)` the higher version, or remove it"
            )
        }
    }

    // MARK: Time, threats and working time

    private mutating func checkTimeOffline() {
        guard let block = policy.accessRequirements.periodOfflineBeforeAccessCheck else { return }
        if block.seconds < Self.leastOffline {
            let effect =
                block.seconds == 0 ? "the app is always blocked" : "less than 30 minutes may interrupt every start"
            add(
                .shortOfflineBlock,
                "after `\(block)` offline the app is blocked; \(effect)",
                at: .periodOfflineBeforeAccessCheck,
                help: "make it 30 minutes, `PT30M`, or more"
            )
        }
        // Zero means that data is never wiped.
        guard let wipe = policy.conditionalLaunch.periodOfflineBeforeWipeIsEnforced, wipe.seconds > 0,
            wipe.seconds <= block.seconds
        else { return }
        add(
            .offlineWipeNotAfterBlock,
            "people are not blocked before the wipe: it is due after `\(wipe)` offline, and the block after `\(block)`",
            at: .periodOfflineBeforeWipeIsEnforced,
            also: [.periodOfflineBeforeAccessCheck],
            help: "make it longer than `periodOfflineBeforeAccessCheck`"
        )
    }

    private mutating func checkThreats() {
        let launch = policy.conditionalLaunch
        guard let action = launch.mobileThreatDefenseRemediationAction,
            launch.maximumAllowedDeviceThreatLevel == .notConfigured
        else { return }
        add(
            .threatActionWithoutLevel,
            "`\(action.rawValue)` never happens: no threat level is set, so every device is allowed",
            at: .mobileThreatDefenseRemediationAction,
            also: [.maximumAllowedDeviceThreatLevel],
            help: "set `maximumAllowedDeviceThreatLevel`, or remove the action"
        )
    }

    private mutating func checkWorkingTime() {
        guard let action = policy.conditionalLaunch.appActionIfAccountIsClockedOut else { return }
        add(
            .clockedOutWithoutSource,
            "`\(action.rawValue)` needs a source of working time: without the fact `clockStatus`, the app is blocked",
            at: .appActionIfAccountIsClockedOut,
            help: "make sure that the host supplies `clockStatus`, and suppress this note with that as the reason"
        )
    }
}

/// The versions of one kind that wipe, block and warn, strictest first.
struct VersionLadder {
    /// One of the versions. Rungs are compared only by version.
    struct Rung: Comparable {
        let setting: PolicySetting
        let version: VersionNumber
        let isWarning: Bool

        static func < (left: Rung, right: Rung) -> Bool { left.version.order < right.version.order }
    }

    /// Whether the rungs apply to newer versions rather than older ones.
    let isMaximum: Bool
    /// The rungs that are set.
    let rungs: [Rung]

    private init(
        isMaximum: Bool = false,
        wipe: (PolicySetting, VersionNumber?),
        required: (PolicySetting, VersionNumber?),
        warning: (PolicySetting, VersionNumber?)
    ) {
        self.isMaximum = isMaximum
        rungs = [(wipe, false), (required, false), (warning, true)]
            .compactMap { rung, isWarning in
                // No version is below 0.
                rung.1.flatMap {
                    $0.isZero && !isMaximum ? nil : Rung(setting: rung.0, version: $0, isWarning: isWarning)
                }
            }
    }

    static func osMinimum(of launch: ConditionalLaunch) -> VersionLadder {
        VersionLadder(
            wipe: (.minimumWipeOsVersion, launch.minimumWipeOsVersion),
            required: (.minimumRequiredOsVersion, launch.minimumRequiredOsVersion),
            warning: (.minimumWarningOsVersion, launch.minimumWarningOsVersion)
        )
    }

    static func osMaximum(of launch: ConditionalLaunch) -> VersionLadder {
        VersionLadder(
            isMaximum: true,
            wipe: (.maximumWipeOsVersion, launch.maximumWipeOsVersion),
            required: (.maximumRequiredOsVersion, launch.maximumRequiredOsVersion),
            warning: (.maximumWarningOsVersion, launch.maximumWarningOsVersion)
        )
    }

    static func all(of launch: ConditionalLaunch) -> [VersionLadder] {
        [
            osMinimum(of: launch), osMaximum(of: launch),
            VersionLadder(
                wipe: (.minimumWipeAppVersion, launch.minimumWipeAppVersion),
                required: (.minimumRequiredAppVersion, launch.minimumRequiredAppVersion),
                warning: (.minimumWarningAppVersion, launch.minimumWarningAppVersion)
            ),
            VersionLadder(
                wipe: (.minimumWipeSdkVersion, launch.minimumWipeSdkVersion),
                required: (.minimumRequiredSdkVersion, launch.minimumRequiredSdkVersion),
                warning: (.minimumWarningSdkVersion, launch.minimumWarningSdkVersion)
            ),
        ]
    }
}
