public import PropertyList

/// Checks what the SDK needs of an app's Info.plist and entitlements.
///
/// ```swift
/// let reader = PropertyListReader()
/// let plist = try reader.read(bytes, path: "Info.plist")
/// for finding in AppChecks(infoPlist: plist, entitlements: nil).findings() { print(finding.diagnostic.message) }
/// ```
///
/// Everything that can be said of the two files is said here, types of values included, so no other reader of an
/// Info.plist has to be asked. Only what makes a file no property list is said by ``PropertyListReader``.
///
/// An app that doesn't use the SDK needs nothing of it. What concerns every app is always checked: values of a wrong
/// type, schemes that are none, more query schemes than the system reads, activation rules that are no predicates. All
/// else is checked where the SDK shows: a dictionary `IntuneMAMSettings`, a scheme, a type or a keychain group with the mark of
/// the SDK, or a caller who says so.
///
/// A value that a build fills in, such as `$(PRODUCT_BUNDLE_IDENTIFIER)`, isn't known, and nothing is said about it.
///
/// A finding with a ``LintFinding/change`` belongs to the document that its first place names. All changes of one
/// document can be made at once and in any order, because none of them moves what another one speaks of. Once they are
/// made, no finding has a change any more.
public struct AppChecks: Sendable {
    private let infoPlist: PropertyListDocument?
    private let entitlements: PropertyListDocument?
    private let assumesSDK: Bool
    private let isNamed: Bool

    /// Makes a check of one target.
    ///
    /// - Parameters:
    ///   - infoPlist: Its Info.plist; nil if there is none to look at.
    ///   - entitlements: Its entitlements. Without them nothing is said about keychain groups and app groups.
    ///   - assumesSDK: Whether the app is to use the SDK, even where nothing in its files shows that yet.
    ///   - isNamed: Whether somebody named the files. Then it is worth a finding that nothing in them shows the SDK.
    public init(
        infoPlist: PropertyListDocument?,
        entitlements: PropertyListDocument?,
        assumesSDK: Bool = false,
        isNamed: Bool = false
    ) {
        self.isNamed = isNamed
        self.infoPlist = infoPlist
        self.entitlements = entitlements
        self.assumesSDK = assumesSDK
    }

    /// What there is to say, first of the Info.plist, then of the entitlements, each in the order of the checks.
    ///
    /// - Complexity: O(*n*) in the size of the files; quadratic in the alternatives of one activation rule.
    public func findings() -> [LintFinding] {
        let target = AppTarget(
            infoPlist: infoPlist,
            entitlements: entitlements,
            assumesSDK: assumesSDK,
            isNamed: isNamed
        )
        var findings = target.formFindings + target.schemeFindings + target.urlTypeFindings + target.settingFindings
        findings += target.declarationFindings + target.extensionFindings + target.presenceFindings
        if target.usesSDK {
            findings += target.needFindings + target.documentTypeFindings
            findings += target.appGroupFindings + target.keychainFindings
        }
        return findings
    }
}
