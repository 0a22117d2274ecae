public import Diagnostics

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
        guard dropped <= Self.findingLimit else { return }
        findings.append(Diagnostic(code: code, severity: severity, message: message, places: [place], help: help))
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
