/// One finding about a file: enough to act on without reading this project's code.
public struct Diagnostic: Hashable, Sendable {
    /// How much a finding matters.
    public enum Severity: String, CaseIterable, Hashable, Sendable {
        /// Nothing is compiled from a document with one.
        case error
        /// The document can be used, but probably doesn't say what its author meant.
        case warning
        /// Worth knowing.
        case note
    }

    /// A stable name for suppressions and CI, such as `unknown-key`.
    public var code: String
    /// How much the finding matters.
    public var severity: Severity
    /// Lower case, one line, no final period; the author's own words are in backticks.
    public var message: String
    /// The bytes to underline, the one to act on first; a finding about two places names both.
    public var places: [SourceRange]
    /// What to do next.
    public var help: String?
    /// The edit that does it, if there is exactly one.
    public var fix: TextEdit?

    /// Makes a finding.
    public init(
        code: String,
        severity: Severity = .error,
        message: String,
        places: [SourceRange],
        help: String? = nil,
        fix: TextEdit? = nil
    ) {
        self.code = code
        self.severity = severity
        self.message = message
        self.places = places
        self.help = help
        self.fix = fix
    }

    /// Where the finding is to be acted on.
    public var location: SourceLocation? { places.first?.location }
}

extension Diagnostic: Comparable {
    /// Orders findings as a reader goes through the files: by path, place, severity, then by what they say.
    public static func < (left: Diagnostic, right: Diagnostic) -> Bool {
        switch (left.places.first, right.places.first) {
        case (nil, _?): return true
        case (_?, nil): return false
        case (let one?, let other?) where one != other:
            if one.path != other.path { return one.path < other.path }
            if one.start != other.start { return one.start < other.start }
            return one.end < other.end
        default: break
        }
        if left.severity != right.severity { return left.severity.rank < right.severity.rank }
        return (left.code, left.message) < (right.code, right.message)
    }
}

extension Diagnostic.Severity {
    fileprivate var rank: Int {
        switch self {
        case .error: 0
        case .warning: 1
        case .note: 2
        }
    }
}

/// A change of one place in a file.
public struct TextEdit: Hashable, Sendable {
    /// What is replaced; an empty range inserts.
    public var range: SourceRange
    /// What is there afterwards.
    public var replacement: String

    /// Makes an edit.
    public init(range: SourceRange, replacement: String) {
        self.range = range
        self.replacement = replacement
    }
}
