public import Diagnostics

/// A problem of a property list, without its file.
struct PropertyListFinding: Hashable {
    var code: PropertyListFindingCode
    /// One line in lower case without a final period.
    var message: String
    /// The range of the problem.
    var place: Range<Int>
    /// Another range that the message refers to.
    var other: Range<Int>?
    /// What to do next.
    var help: String?
    /// The replacement for `place`, if there is exactly one.
    var fix: String?

    init(
        _ code: PropertyListFindingCode,
        _ message: String,
        at place: Range<Int>,
        and other: Range<Int>? = nil,
        help: String? = nil,
        fix: String? = nil
    ) {
        self.code = code
        self.message = message
        self.place = place
        self.other = other
        self.help = help
        self.fix = fix
    }
}

/// The codes of problems in a property list. The raw values are public: suppressions and CI use them.
enum PropertyListFindingCode: String, CaseIterable {
    // The file
    case fileTooLarge = "file-too-large"
    case emptyDocument = "empty-document"
    case notAPropertyList = "not-a-property-list"
    case oldStylePropertyList = "old-style-property-list"
    case truncatedFile = "truncated-file"

    // Text
    case notUTF8 = "not-utf-8"
    case notUTF16 = "not-utf-16"
    case unsupportedEncoding = "unsupported-encoding"
    case controlCharacter = "control-character"
    case conflictMarker = "conflict-marker"
    case preprocessorDirective = "preprocessor-directive"

    // XML
    case invalidXML = "invalid-xml"
    case mismatchedTag = "mismatched-tag"
    case trailingContent = "trailing-content"
    case entityDeclaration = "entity-declaration"
    case markupDeclaration = "markup-declaration"
    case tooManyAttributes = "too-many-attributes"
    case unknownEntity = "unknown-entity"

    // Values
    case unknownElement = "unknown-element"
    case strayText = "stray-text"
    case missingKey = "missing-key"
    case missingValue = "missing-value"
    case severalValues = "several-values"
    case invalidNumber = "invalid-number"
    case invalidDate = "invalid-date"
    case invalidData = "invalid-data"
    case nestedTooDeeply = "nested-too-deeply"
    case tooManyValues = "too-many-values"

    // The binary form
    case invalidBinary = "invalid-binary"
    case cycle
}

extension PropertyListFinding {
    /// A conflict marker from a merge.
    static func conflictMarker(at place: Range<Int>) -> PropertyListFinding {
        PropertyListFinding(
            .conflictMarker,
            "a conflict marker of a merge",
            at: place,
            help: "resolve the conflict: keep one side and remove the markers"
        )
    }

    /// A line for a preprocessor.
    static func directive(_ name: String, at place: Range<Int>) -> PropertyListFinding {
        PropertyListFinding(
            .preprocessorDirective,
            "`#\(name)` is for the preprocessor, and the file has not been preprocessed",
            at: place,
            help: "preprocess it first, as Xcode does: `cc -E -P -x c -traditional-cpp -DNAME Info.plist`; "
                + "`demarc lint` does it itself with `--preprocess NAME`"
        )
    }

    /// A reference to an entity other than the five predefined in XML.
    static func unknownEntity(_ reference: String, at place: Range<Int>) -> PropertyListFinding {
        PropertyListFinding(
            .unknownEntity,
            "there is no entity `\(Quoted.word(reference))`",
            at: place,
            help: "write the character itself; only `&amp;`, `&lt;`, `&gt;`, `&quot;` and `&apos;` have names"
        )
    }
}

/// An error for a property list that cannot be read.
public struct PropertyListError: Error, Hashable, Sendable {
    /// The problems in file order; at least one.
    ///
    /// Invalid XML ends the reading, so only its first problem is included.
    public let diagnostics: [Diagnostic]
    /// The file that the problems point into; see ``PropertyListDocument/source``. Empty for a file that is too large
    /// to read.
    public let source: SourceFile

    /// The first problem.
    public let diagnostic: Diagnostic

    /// Creates an error with one problem.
    public init(_ diagnostic: Diagnostic) {
        self.init(diagnostic, and: [], source: SourceFile(path: diagnostic.location?.path ?? "", bytes: []))
    }

    init(_ first: Diagnostic, and others: [Diagnostic], source: SourceFile) {
        diagnostic = first
        diagnostics = [first] + others
        self.source = source
    }
}
