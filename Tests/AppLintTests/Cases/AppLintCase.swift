import PolicyModel
import PropertyList
import Testing

@testable import AppLint

extension LintFinding {
    /// The check of the code; nil for a code of another area.
    var check: AppLintCode? { AppLintCode(rawValue: code) }
}

/// A change that breaks a target, and the resulting findings.
struct AppLintCase: Sendable, CustomTestStringConvertible {
    var name: String
    /// Which target is changed: the app, or the extension, which has no entitlements.
    var isExtension = false
    var changes: [PropertyListChange] = []
    var entitlementChanges: [PropertyListChange] = []
    /// The codes, in order, each with whether the finding has a fix.
    var expected: [(code: AppLintCode, mends: Bool)]

    init(
        _ name: String,
        _ changes: [PropertyListChange] = [],
        entitlements: [PropertyListChange] = [],
        isExtension: Bool = false,
        _ expected: (AppLintCode, Bool)...
    ) {
        self.name = name
        self.changes = changes
        entitlementChanges = entitlements
        self.isExtension = isExtension
        self.expected = expected.map { (code: $0.0, mends: $0.1) }
    }

    var testDescription: String { name }

    var target: AppSamples.Target {
        isExtension
            ? AppSamples.Target(plist: AppSamples.shareExtension.applying(changes), entitlements: nil)
            : AppSamples.Target(
                plist: AppSamples.plist.applying(changes),
                entitlements: AppSamples.entitlements.applying(entitlementChanges)
            )
    }
}
