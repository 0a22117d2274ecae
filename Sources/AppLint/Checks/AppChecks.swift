import Diagnostics
package import PropertyList

/// Checks an app's Info.plist, and the entitlements of each of its builds, for what the SDK requires.
///
/// ```swift
/// let reader = PropertyListReader()
/// let plist = try reader.read(bytes, path: "Info.plist")
/// for finding in AppChecks(infoPlist: plist, entitlements: nil).findings() { print(finding.diagnostic.message) }
/// ```
///
/// All findings about these files come from here, including those about types of values, so no other Info.plist
/// reader is needed. Only ``PropertyListReader`` reports that a file is not a property list.
///
/// An app that does not use the SDK need not meet its requirements. Checks that apply to every app always run: values
/// of a wrong type, invalid schemes, more query schemes than the system reads, activation rules that are not
/// predicates. All other checks run if there is a sign of the SDK: a dictionary `IntuneMAMSettings`; a scheme, a type
/// or a keychain group with the SDK's mark; or a caller that assumes it.
///
/// A value that a build fills in, such as `$(PRODUCT_BUNDLE_IDENTIFIER)`, is unknown and is not checked, unless it
/// should be an array or a dictionary: a build only fills in texts.
///
/// A finding with a ``LintFinding/change`` belongs to the document of its first place. All changes of one document can
/// be applied at once and in any order, because none of them moves a value that another one refers to. After they have
/// been applied, no finding has a change. This is true of the findings that count, because no change relies on that of
/// a finding that doesn't count.
package struct AppChecks: Sendable {
    private let infoPlist: PropertyListDocument?
    private let entitlements: [PropertyListDocument]
    private let assumesSDK: Bool
    private let isNamed: Bool

    /// Creates a check of one target.
    ///
    /// - Parameters:
    ///   - infoPlist: Its Info.plist; nil if there is none.
    ///   - entitlements: Its entitlements. Without them, keychain groups and app groups are not checked.
    ///   - assumesSDK: Whether to assume that the app uses the SDK, even if its files show no sign of it yet.
    ///   - isNamed: Whether the caller named the files. In that case, the absence of any sign of the SDK is a finding.
    package init(
        infoPlist: PropertyListDocument?,
        entitlements: PropertyListDocument?,
        assumesSDK: Bool = false,
        isNamed: Bool = false
    ) {
        let builds = entitlements.map { [$0] } ?? []
        self.init(infoPlist: infoPlist, builds: builds, assumesSDK: assumesSDK, isNamed: isNamed)
    }

    /// Creates a check of one target that is built with several entitlements.
    ///
    /// - Parameters:
    ///   - infoPlist: Its Info.plist; nil if there is none.
    ///   - builds: The entitlements of each build, such as the one that is released. The builds either all use the SDK
    ///     or none does, even if the entitlements of one don't show it.
    ///   - assumesSDK: Whether to assume that the app uses the SDK, even if its files show no sign of it yet.
    ///   - isNamed: Whether the caller named the files. In that case, the absence of any sign of the SDK is a finding.
    package init(
        infoPlist: PropertyListDocument?,
        builds: [PropertyListDocument],
        assumesSDK: Bool = false,
        isNamed: Bool = false
    ) {
        self.isNamed = isNamed
        self.infoPlist = infoPlist
        entitlements = builds
        self.assumesSDK = assumesSDK
    }

    /// The findings: first about the Info.plist, then about the entitlements, each in the order of the checks.
    ///
    /// None has a change that leads through a key that is in its dictionary twice: it is undefined which of the two
    /// applies, so the change may have no effect.
    ///
    /// - Parameter counts: Whether a finding counts, that is, is neither suppressed nor switched off.
    /// - Returns: The findings, also those that don't count.
    /// - Complexity: O(*n*) in the size of the files.
    package func findings(counts: (LintFinding) -> Bool = { _ in true }) -> [LintFinding] {
        let documents = [infoPlist].compactMap(\.self) + entitlements
        return findingsWithAllChanges(counts: counts).map { finding in
            guard let change = finding.change,
                let root = documents.first(where: { $0.source.path == finding.diagnostic.places.first?.path })?.root,
                !root.repeatedKeys(on: change).isEmpty
            else { return finding }
            var finding = finding
            finding.change = nil
            return finding
        }
    }

    /// The findings, also with changes that lead through a key that is in its dictionary twice.
    ///
    /// - Parameter counts: Whether a finding counts.
    /// - Returns: The findings, also those that don't count.
    /// - Complexity: O(*n*) in the size of the files.
    func findingsWithAllChanges(counts: (LintFinding) -> Bool) -> [LintFinding] {
        // The target does not outlive this call.
        withoutActuallyEscaping(counts) { counts in
            let target = target(assumesSDK: assumesSDK, counts: counts)
            var findings = target.formFindings + target.schemeFindings + target.urlTypeFindings
            findings += target.settingFindings + target.declarationFindings + target.extensionFindings
            findings += target.presenceFindings
            if target.usesSDK {
                findings += target.needFindings + target.documentTypeFindings
                findings += target.appGroupFindings + target.keychainFindings
            }
            return findings
        }
    }

    /// Whether the files themselves show that the app uses the SDK.
    ///
    /// - Complexity: O(*n*) in the size of the files.
    package var showsSDK: Bool { target(assumesSDK: false).usesSDK }

    /// Notes about entitlements that may or may not belong to an app with the SDK.
    ///
    /// - Parameter infoPlist: The path of the Info.plist of such an app.
    /// - Returns: The notes; none if the entitlements are not those of an app for the SDK.
    package func unpairedFindings(beside infoPlist: String) -> [LintFinding] {
        target(assumesSDK: false).unpairedFindings(beside: infoPlist)
    }

    private func target(assumesSDK: Bool, counts: @escaping (LintFinding) -> Bool = { _ in true }) -> AppTarget {
        AppTarget(
            infoPlist: infoPlist,
            entitlements: entitlements,
            assumesSDK: assumesSDK,
            isNamed: isNamed,
            counts: counts
        )
    }
}
