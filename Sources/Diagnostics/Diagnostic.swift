/// One finding about a file, with enough information to act on without reading this project's code.
public struct Diagnostic: Hashable, Sendable {
    /// How severe a finding is.
    public enum Severity: String, CaseIterable, Hashable, Sendable {
        /// A document with an error is not compiled.
        case error
        /// The document can be used, but probably does not express its author's intention.
        case warning
        /// A remark.
        case note
    }

    /// A stable name for suppressions and CI, such as `unknown-key`.
    public var code: String
    /// The severity of the finding.
    public var severity: Severity
    /// One line in lower case without a final period; the author's own words are in backticks.
    public var message: String
    /// The ranges to underline, with the one to act on first; a finding about two places has both.
    public var places: [SourceRange]
    /// What to do next.
    public var help: String?
    /// The edit that corrects it, if there is exactly one.
    public var fix: TextEdit?

    /// Creates a finding.
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

    /// The place to act on.
    public var location: SourceLocation? { places.first?.location }
}

extension Diagnostic: Comparable {
    /// Orders findings as they appear in the files: by path, place and severity, then by content.
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

/// A replacement of one range in a file.
public struct TextEdit: Hashable, Sendable {
    /// The range to replace; an empty range inserts.
    public var range: SourceRange
    /// The new text.
    public var replacement: String

    /// Creates an edit.
    public init(range: SourceRange, replacement: String) {
        self.range = range
        self.replacement = replacement
    }
}
