import Diagnostics
package import PropertyList

/// Prepares an app's Info.plist and entitlements for the SDK.
///
/// ```swift
/// let configuration = try AppConfiguration(infoPlist: plist, entitlements: nil)
/// for addition in configuration.additions { print(addition.message) }
/// let bytes = configuration.infoPlist.bytes
/// ```
///
/// It adds what ``AppChecks`` reports as missing if the addition is certain, and nothing else: query schemes and URL
/// types with their `-intunemam` twins, keychain groups, a text for Face ID, document types, and activation rules of
/// extensions as predicates with the SDK's types. Existing content is not changed, even if lint would correct it; such
/// corrections, and everything that only the author can know, remain in ``findings``. Every byte that need not change
/// stays, as described in ``PropertyList/PropertyListDocument/applying(_:)``. Running it again changes nothing.
///
/// This type does not read from or write to disk.
package struct AppConfiguration: Sendable {
    /// A file with its additions.
    package struct File: Hashable, Sendable {
        /// The file with all additions.
        package var document: PropertyListDocument
        /// Its bytes.
        package var bytes: [UInt8]
        /// Whether the bytes differ from the original.
        package var isChanged = false

        init(_ document: PropertyListDocument, bytes: [UInt8], isChanged: Bool) {
            self.document = document
            self.bytes = bytes
            self.isChanged = isChanged
        }
    }

    /// The Info.plist.
    package private(set) var infoPlist: File
    /// The entitlements; nil if there are none.
    package private(set) var entitlements: File?
    /// The additions, in order. One that leads through a key that is in its dictionary twice may have no effect,
    /// because it is undefined which of the two applies.
    package private(set) var additions: [AppAddition] = []
    /// The remaining findings.
    package private(set) var findings: [LintFinding] = []

    /// The maximum number of lint rounds. One round is enough for additions that do not depend on each other.
    private static let mostRounds = 16

    /// Configures a target.
    ///
    /// - Parameters:
    ///   - infoPlist: Its Info.plist.
    ///   - entitlements: Its entitlements; without them, keychain groups and app groups are not checked.
    ///   - counts: Whether a finding counts, that is, is not suppressed, given the current files. A finding that does
    ///     not count is neither acted on nor kept in ``findings``.
    /// - Throws: ``AppConfigurationError`` if an addition cannot be applied, which is a defect of a check.
    /// - Complexity: O(*n*) in the sizes of the files for each round; more than two rounds are rare.
    package init(
        infoPlist: PropertyListDocument,
        entitlements: PropertyListDocument?,
        counts: (LintFinding, _ infoPlist: PropertyListDocument, _ entitlements: PropertyListDocument?) -> Bool = {
            _,
            _,
            _ in true
        }
    ) throws(AppConfigurationError) {
        self.infoPlist = try File(unchanged: infoPlist)
        self.entitlements = nil
        if let entitlements { self.entitlements = try File(unchanged: entitlements) }
        for _ in 0..<Self.mostRounds {
            let (plist, rights) = (self.infoPlist.document, self.entitlements?.document)
            findings = AppChecks(infoPlist: plist, entitlements: rights, assumesSDK: true)
                .findingsWithAllChanges { counts($0, plist, rights) }.filter { counts($0, plist, rights) }
            let new = newAdditions(plist, rights)
            if new.isEmpty { return }
            if let back = new.first(where: { additions.contains($0) }) {
                throw AppConfigurationError(.repeats(back.code), file: back.path)
            }
            additions += new
            try self.infoPlist.apply(new)
            try self.entitlements?.apply(new)
        }
        throw AppConfigurationError(.doesNotSettle, file: infoPlist.source.path)
    }

    /// The additions that the findings require, each only once.
    private func newAdditions(_ infoPlist: PropertyListDocument, _ entitlements: PropertyListDocument?) -> [AppAddition]
    {
        var seen: Set<AppAddition> = []
        return findings.compactMap { finding in
            let path = finding.diagnostic.places.first?.path
            let document = [infoPlist, entitlements].compactMap { $0 }.first { $0.source.path == path }
            guard let document, let addition = AppAddition(finding, to: document) else { return nil }
            return seen.insert(addition).inserted ? addition : nil
        }
    }
}

extension AppConfiguration.File {
    fileprivate init(unchanged document: PropertyListDocument) throws(AppConfigurationError) {
        self.init(document, bytes: [], isChanged: false)
        bytes = try Self.bytes(of: document, [])
    }

    fileprivate mutating func apply(_ additions: [AppAddition]) throws(AppConfigurationError) {
        let path = document.source.path
        let changes = additions.filter { $0.path == path }.map(\.change)
        guard !changes.isEmpty else { return }
        bytes = try Self.bytes(of: document, changes)
        isChanged = true
        do throws(PropertyListError) {
            document = try PropertyListReader().read(bytes, path: path)
        } catch {
            throw AppConfigurationError(.unreadable(error.diagnostic.message), file: path)
        }
    }

    private static func bytes(
        of document: PropertyListDocument,
        _ changes: [PropertyListChange]
    ) throws(AppConfigurationError) -> [UInt8] {
        do throws(PropertyListChangeError) {
            return try document.applying(changes)
        } catch {
            throw AppConfigurationError(.unfit(error), file: document.source.path)
        }
    }
}

/// An error for an app that could not be configured because a check requires an impossible addition, not because of its
/// files.
package struct AppConfigurationError: Error, Hashable, Sendable {
    /// The reason.
    package enum Problem: Hashable, Sendable {
        /// The addition for a check was made, but the check requires it again.
        case repeats(AppLintCode)
        /// Every addition requires another one.
        case doesNotSettle
        /// A change does not fit its file.
        case unfit(PropertyListChangeError)
        /// The file would become unreadable with all additions, because it became too large; the message gives the
        /// reason.
        case unreadable(String)
    }

    /// The reason.
    package var problem: Problem
    /// The file.
    package var file: String

    init(_ problem: Problem, file: String) {
        self.problem = problem
        self.file = file
    }

    /// The reason as a message: one line in lower case without a final period.
    package var message: String {
        let reason =
            switch problem {
            case .repeats(let code): "internal error: what \(code.rawValue) requires was added, and the finding remains"
            case .doesNotSettle: "internal error: every addition makes another one necessary"
            case .unfit(let error): "internal error: \(error.message)"
            case .unreadable(let message): "with everything added, \(message)"
            }
        return "`\(VisibleText.of(file))`: \(reason); nothing was written"
    }
}
