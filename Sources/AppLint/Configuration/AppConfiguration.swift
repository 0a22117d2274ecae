import Diagnostics
public import PropertyList

/// What makes an app's Info.plist and entitlements ready for the SDK.
///
/// ```swift
/// let configuration = try AppConfiguration(infoPlist: plist, entitlements: nil)
/// for addition in configuration.additions { print(addition.message) }
/// let bytes = configuration.infoPlist.bytes
/// ```
///
/// It adds what ``AppChecks`` misses and where it is certain what to add, and only that: query schemes and URL types with
/// their `-intunemam` twins, keychain groups, a text for Face ID, types of documents, and activation rules of extensions
/// as predicates with the types of the SDK. What its author wrote stays as it is, also where lint would correct it;
/// that, and what nobody but the author can know, is left in ``findings``. Every byte that has no reason to change
/// stays, as ``PropertyList/PropertyListDocument/applying(_:)`` says. Done once more, nothing changes.
///
/// Nothing is read from or written to disk here.
public struct AppConfiguration: Sendable {
    /// A file with what was added to it.
    public struct File: Hashable, Sendable {
        /// The file as it is now.
        public var document: PropertyListDocument
        /// Its bytes.
        public var bytes: [UInt8]
        /// Whether they are others than before.
        public var isChanged = false

        init(_ document: PropertyListDocument, bytes: [UInt8], isChanged: Bool) {
            self.document = document
            self.bytes = bytes
            self.isChanged = isChanged
        }
    }

    /// The Info.plist.
    public private(set) var infoPlist: File
    /// The entitlements; nil if there are none.
    public private(set) var entitlements: File?
    /// What was added, in order.
    public private(set) var additions: [AppAddition] = []
    /// What is left to say.
    public private(set) var findings: [LintFinding] = []

    /// How often lint is asked at most. One round is enough for additions that don't depend on each other.
    private static let mostRounds = 16

    /// Configures a target.
    ///
    /// - Parameters:
    ///   - infoPlist: Its Info.plist.
    ///   - entitlements: Its entitlements; without them nothing is said about keychain groups and app groups.
    ///   - counts: Whether a finding is not suppressed, given the files as they are by then. What doesn't count is
    ///     neither acted on nor left in ``findings``.
    /// - Throws: ``AppConfigurationError`` where an addition doesn't fit, which is a defect of a check.
    /// - Complexity: O(*n*) in the sizes of the files for each round, of which there are hardly ever more than two.
    public init(
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
            findings = AppChecks(infoPlist: plist, entitlements: rights, assumesSDK: true).findings()
                .filter { counts($0, plist, rights) }
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

    /// What the findings ask to be added, each thing once.
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

/// An app could not be configured, by no fault of its files: a check asks for what can't be added.
public struct AppConfigurationError: Error, Hashable, Sendable {
    /// Why.
    public enum Problem: Hashable, Sendable {
        /// What a check asked for was added, and it asks for it again.
        case repeats(AppLintCode)
        /// Every addition makes another one necessary.
        case doesNotSettle
        /// A change doesn't fit the file that it is for.
        case unfit(PropertyListChangeError)
        /// The file could not be read any more with everything added, for this reason: it became too large.
        case unreadable(String)
    }

    /// What is wrong.
    public var problem: Problem
    /// The file.
    public var file: String

    init(_ problem: Problem, file: String) {
        self.problem = problem
        self.file = file
    }

    /// What is wrong, for people: lower case, one line, no final period.
    public var message: String {
        let reason =
            switch problem {
            case .repeats(let code): "internal error: what \(code.rawValue) asks for was added, and it asks again"
            case .doesNotSettle: "internal error: every addition makes another one necessary"
            case .unfit(let error): "internal error: \(error.message)"
            case .unreadable(let message): "with everything added, \(message)"
            }
        return "`\(VisibleText.of(file))`: \(reason); nothing was written"
    }
}
