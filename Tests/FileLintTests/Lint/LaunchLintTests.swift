import Diagnostics
import FileLint
import PolicyFiles
import Testing

/// The rungs of a version ladder, by default of the system.
private func versions(
    wipe: String? = nil,
    required: String? = nil,
    warning: String? = nil,
    of kind: String = "Os",
    _ side: String = "minimum"
) -> String {
    [("Wipe", wipe), ("Required", required), ("Warning", warning)]
        .compactMap { rung, version in version.map { "\(side)\(rung)\(kind)Version: '\($0)'" } }
        .joined(separator: "\n")
}

/// A policy with a PIN and the biometry timeouts.
private func biometry(_ timeout: String, recheck: String?, _ more: String = "") -> String {
    "pinRequired: true\npinRequiredInsteadOfBiometricTimeout: \(timeout)"
        + (recheck.map { "\nperiodOnlineBeforeAccessCheck: \($0)" } ?? "") + more
}

/// A policy with the offline periods.
private func offline(block: String? = nil, wipe: String? = nil) -> String {
    [("periodOfflineBeforeAccessCheck", block), ("periodOfflineBeforeWipeIsEnforced", wipe)]
        .compactMap { setting, time in time.map { "\(setting): \($0)" } }
        .joined(separator: "\n")
}

@Suite("Contradictory launch conditions") struct LaunchLintTests {
    @Test(
        "Each case is found at its place, and nothing else",
        arguments: [
            // Version ladders.
            (versions(wipe: "15", required: "16", warning: "17"), [], "each step is milder than the one below"),
            (versions(required: "16", warning: "16.0"), [], "they are equal, and so not upside down"),
            (versions(required: "17", warning: "16.7"), ["DM123 '16.7'"], ""),
            (versions(required: "9", warning: "10"), [], "numbers are compared, not letters"),
            (versions(wipe: "17", required: "16"), ["DM123 '16'"], ""),
            (versions(wipe: "17", warning: "16"), ["DM123 '16'"], "although nothing blocks"),
            (versions(wipe: "17", required: "16", warning: "15"), ["DM123 '15'", "DM123 '16'"], ""),
            (versions(wipe: "14", required: "16", warning: "15"), ["DM123 '15'"], ""),
            (versions(required: "17", warning: "0.0"), [], "no version is below 0"),
            (versions(required: "2.0", warning: "1.0", of: "App"), ["DM123 '1.0'"], ""),
            (versions(required: "1.0", warning: "2.0", of: "App"), [], ""),
            (versions(wipe: "21", required: "20.1", of: "Sdk"), ["DM123 '20.1'"], ""),
            (versions(wipe: "18", required: "17", warning: "16", "maximum"), [], "the other way round"),
            (versions(required: "17", warning: "18", "maximum"), ["DM123 '18'"], ""),
            (versions(wipe: "17", required: "18", "maximum"), ["DM123 '18'"], ""),
            // Minimum and maximum.
            (versions(required: "16") + "\n" + versions(required: "17", "maximum"), [], ""),
            (versions(required: "16") + "\n" + versions(required: "16.0", "maximum"), [], "one version is left"),
            (versions(required: "17") + "\n" + versions(required: "16", "maximum"), ["DM124 '17'"], ""),
            (versions(wipe: "17") + "\n" + versions(required: "16", "maximum"), ["DM124 '17'"], ""),
            (versions(required: "17") + "\n" + versions(wipe: "16", "maximum"), ["DM124 '17'"], ""),
            (versions(warning: "17") + "\n" + versions(warning: "16", "maximum"), ["DM124 '17'"], ""),
            (versions(warning: "17") + "\n" + versions(required: "16", "maximum"), [], "old devices are warned"),
            // Offline.
            (offline(block: "PT12H", wipe: "P90D"), [], ""),
            (offline(block: "P1D", wipe: "PT24H"), ["DM125 PT24H"], "at the same moment"),
            (offline(block: "P2D", wipe: "P1D"), ["DM125 P1D"], ""),
            (offline(block: "P2D", wipe: "P0D"), [], "nothing is ever wiped"),
            (offline(wipe: "P1D"), [], "nothing is blocked"),
            (offline(block: "PT30M"), [], ""),
            (offline(block: "PT29M59S"), ["DM126 PT29M59S"], ""),
            (offline(block: "PT0S"), ["DM126 PT0S"], "it is always blocked"),
            (offline(block: "PT5M", wipe: "PT5M"), ["DM125 PT5M", "DM126 PT5M"], ""),
            // Biometry.
            (biometry("PT12H", recheck: "PT30M"), [], ""),
            (biometry("PT30M", recheck: "PT30M"), ["DM127 PT30M"], "the PIN is due at the same moment"),
            (biometry("PT29M", recheck: "PT30M"), ["DM127 PT29M"], ""),
            (biometry("PT1S", recheck: nil), [], "it will do for a second"),
            (biometry("PT0S", recheck: nil), ["DM127 PT0S"], ""),
            (biometry("PT1M", recheck: "PT30M", "\nfaceIdBlocked: true"), ["DM127 PT1M"], "a finger is left"),
            (
                biometry("PT1M", recheck: "PT30M", "\nfaceIdBlocked: true\nfingerprintBlocked: true"), [],
                "nothing is left"
            ),
            (
                "pinRequiredInsteadOfBiometricTimeout: PT1M\nperiodOnlineBeforeAccessCheck: PT30M", [],
                "no PIN is asked for"
            ),
            // Threats.
            ("mobileThreatDefenseRemediationAction: wipe", ["DM128 wipe"], ""),
            (
                "mobileThreatDefenseRemediationAction: block\nmaximumAllowedDeviceThreatLevel: notConfigured",
                ["DM128 block"], ""
            ),
            ("mobileThreatDefenseRemediationAction: wipe\nmaximumAllowedDeviceThreatLevel: secured", [], ""),
            ("maximumAllowedDeviceThreatLevel: low", [], ""),
            // PINs.
            ("minimumPinLength: 6", ["DM129 6"], ""),
            ("pinCharacterSet: alphanumericAndSymbol", ["DM129 alphanumericAndSymbol"], ""),
            ("simplePinBlocked: true\npreviousPinBlockCount: 3", ["DM129 true"], "once for all of them"),
            ("periodBeforePinReset: P90D", ["DM129 P90D"], ""),
            ("pinRequired: true\nminimumPinLength: 6\nsimplePinBlocked: true", [], ""),
            (
                "periodBeforePinReset: PT0S\npreviousPinBlockCount: 0\npinCharacterSet: numeric", [],
                "nothing is demanded"
            ),
            ("maximumPinRetries: 5", [], "wrong PINs count wherever they come from"),
            // Working time.
            ("appActionIfAccountIsClockedOut: warn", ["DM130 warn"], ""),
            ("gracePeriodToBlockAppsDuringOffClockHours: PT1H", [], ""),
        ] as [(String, [String], Comment)]
    )
    func cases(settings: String, expected: [String], why: Comment) {
        let lint = Linting.lint(["p.yaml": Linting.document(settings)])
        #expect(lint.underlinedCodes.sorted() == expected.sorted(), why)
    }

    @Test("Findings name both sides and underline both values")
    func places() throws {
        let settings = "pinRequired: false\nminimumPinLength: 6\nsimplePinBlocked: true"
        let lint = Linting.lint(["p.yaml": Linting.document(settings)])
        let finding = try #require(lint.diagnostics.first)
        #expect(finding.message == "no PIN is asked for, so `minimumPinLength`, `simplePinBlocked` have no effect")
        let lines = finding.places.map(\.start.line)
        #expect(lines == [6, 7, 5], "the two settings, and what says that there is no PIN")
    }

    @Test("Graph documents are checked alike")
    func graph() {
        let type = ##""@odata.type": "#microsoft.graph.iosManagedAppProtection""##
        let document = "{\(type), \"minimumRequiredOsVersion\": \"17.0\", \"minimumWarningOsVersion\": \"16.0\"}"
        let lint = Linting.lint(["p.json": document])
        #expect(lint.codes == ["DM123"])
    }
}
