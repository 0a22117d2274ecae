public import Diagnostics
import PolicyFiles
import URLMatching

/// What an import made of foreign files, and what it could not carry over.
public struct ImportResult: Hashable, Sendable {
    /// What was written.
    public enum Product: String, CaseIterable, Hashable, Sendable {
        /// A policy document.
        case policyDocument = "policy-document"
        /// A list of format `domains`.
        case domainList = "domains"
        /// A list of format `hosts`.
        case hostList = "hosts"
    }

    /// What ``text`` is.
    public var product: Product
    /// The Demarc file; empty where there is nothing to write.
    public var text: String
    /// How the input was read, as one sentence without its period.
    public var reading: String
    /// How many entries were carried over.
    public var carried: Int
    /// How many entries were not.
    public var dropped: Int
    /// What there is to say: an error for what was dropped, a warning for what may not be meant so, notes.
    public var findings: [Diagnostic]
    /// The files that findings quote.
    public var sources: [SourceFile]
    /// How many entries could not be read; entries that a browser does not read are not among them.
    private var failed = 0
    /// Whether a file was not what it was taken for, so that nothing was made.
    private(set) var isRefused = false

    init(_ product: Product, reading: String, sources: [SourceFile]) {
        self.product = product
        text = ""
        self.reading = reading
        carried = 0
        dropped = 0
        findings = []
        self.sources = sources
    }

    /// How many findings about dropped entries are kept.
    static var findingLimit: Int { 1000 }

    /// Notes that an entry was not carried over.
    mutating func drop(
        _ code: String,
        _ message: String,
        at place: SourceRange,
        help: String? = nil,
        severity: Diagnostic.Severity = .error
    ) {
        dropped += 1
        if severity == .error { failed += 1 }
        guard dropped <= Self.findingLimit else { return }
        findings.append(Diagnostic(code: code, severity: severity, message: message, places: [place], help: help))
    }

    /// Sets how many lines of a list could not be read, where not all of them are known.
    mutating func setFailed(_ count: Int) {
        dropped = count
        failed = count
    }

    /// Notes that nothing can be made of a file.
    mutating func refuse(_ finding: Diagnostic) {
        isRefused = true
        text = ""
        findings.append(finding)
    }

    /// Notes that nothing can be made of a file.
    mutating func refuse(
        _ code: String,
        _ message: String,
        at place: SourceRange,
        also others: [SourceRange] = [],
        help: String?
    ) {
        refuse(Diagnostic(code: code, message: message, places: [place] + others, help: help))
    }

    /// Refuses JSON where a list of lines is read; its lines would be taken for entries.
    ///
    /// - Returns: Whether the file is JSON.
    mutating func refuseJSON(_ file: SourceFile) -> Bool {
        guard ListAppearance.isJSON(file.bytes) else { return false }
        refuse(
            "is-json",
            "the file is JSON, and a list has an entry on each line",
            at: SourceRange(wholeFile: file.path),
            help: "`demarc import chrome` and `demarc import edge` read the lists of a browser's policy in JSON"
        )
        return true
    }

    /// Says what a file looks like where most of its lines are no entries, in place of a finding for each: then it is the
    /// file that is wrong, and nothing is made of the lines that happened to pass.
    ///
    /// JSON was recognized before.
    ///
    /// - Parameter format: The format of the lists, or one whose lists look the same.
    mutating func nameForeignFile(unless format: ListFormat) {
        guard !isRefused, failed > carried else { return }
        var isOwn = false
        for source in sources {
            if let appearance = ListAppearance(of: source.bytes), format.appearances.contains(appearance.kind) {
                isOwn = true
            }
            guard let appearance = ListAppearance(of: source.bytes), appearance.kind != .json,
                appearance.explains(failed, unless: format.appearances)
            else { continue }
            let isMeant = findings.contains { $0.severity == .error && $0.places.first?.path == source.path }
            guard isMeant else { continue }
            carried = 0
            findings = []
            refuse(
                "foreign-file",
                "most lines are not entries of this format; the file looks like \(appearance.name)",
                at: SourceRange(wholeFile: source.path),
                help: appearance.help
            )
            return
        }
        // A list of the format may hold much that cannot be carried over, and each line of that is named.
        if !isOwn { keepFewErrors() }
    }

    /// Keeps the first errors of a file of which most lines fail for no reason that can be told.
    private mutating func keepFewErrors() {
        let kept = 10
        guard failed > 2 * kept else { return }
        var errors = 0
        findings = findings.filter { finding in
            guard finding.severity == .error else { return true }
            errors += 1
            return errors <= kept && finding.code != "more-lines"
        }
        note("more-lines", "\(failed - kept) more lines were left out", severity: .error)
    }

    /// Notes something that was carried over, or says something of the whole.
    mutating func note(
        _ code: String,
        _ message: String,
        at places: [SourceRange] = [],
        help: String? = nil,
        severity: Diagnostic.Severity = .note
    ) {
        findings.append(Diagnostic(code: code, severity: severity, message: message, places: places, help: help))
    }
}
