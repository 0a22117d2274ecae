import AppLint
import Diagnostics
import PolicyModel

/// The checks of one policy, a topic to a file, and what they found.
struct PolicyChecks {
    let policy: AppProtectionPolicy
    let places: SettingPlaces
    private(set) var findings: [LintFinding] = []

    init(_ policy: AppProtectionPolicy, places: SettingPlaces) {
        self.policy = policy
        self.places = places
    }

    /// Adds a finding about a setting, and where one of its elements is meant, about that.
    mutating func add(
        _ code: PolicyLintCode,
        _ message: String,
        at setting: PolicySetting,
        element: String? = nil,
        also others: [PolicySetting] = [],
        help: String
    ) {
        let first = element.flatMap { places.element($0, of: setting) } ?? places.value(of: setting)
        // What has its default stands nowhere.
        let rest = others.filter { policy.location(of: $0) != nil }.map { places.value(of: $0) }
        findings.append(LintFinding(code, message, at: [first] + rest, help: help))
    }

    /// Adds a finding about a place.
    mutating func add(_ code: PolicyLintCode, _ message: String, at place: SourceRange, help: String?) {
        findings.append(LintFinding(code, message, at: [place], help: help))
    }

    /// Whether data goes to managed apps only; exemptions mean something then.
    var isOutboundManaged: Bool {
        if case .managedApps = policy.allowedOutboundDataTransferDestinations { return true }
        return false
    }
}
