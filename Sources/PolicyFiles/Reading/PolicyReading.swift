import Diagnostics
import PolicyModel

/// One reading of a policy document: the files it has opened, what it has found, and what it may still spend.
///
/// The sections of a document are read by extensions of this type, a file for each. Nothing stops at a problem: it is
/// reported, and what depends on it is left out, since a document with an error is never used.
final class PolicyReading {
    /// A file of this reading.
    struct OpenFile {
        /// Its text, with the path that findings show.
        var source: SourceFile
        /// Its absolute path, links resolved; empty for a text that is no file.
        var resolvedPath: String
    }

    let source: any FileSource
    let bounds: ReadingBounds
    let allowsOutside: Bool
    let requiresUser: Bool
    let allowsSecondManagedAccount: Bool

    /// The resolved folder that everything the document refers to must lie below; nil where it has none.
    var folder: String?
    /// Every file opened; ``YAMLNode/Place/file`` counts in it.
    private(set) var files: [OpenFile] = []
    /// Rule files by resolved path; each is read once, however many rule sets include it.
    var ruleFiles: [String: RuleFile] = [:]
    /// The chain of files that include one another, down to the one being read.
    var includeChain: [String] = []
    /// Lists by resolved path and format.
    var lists: [ListKey: ReadList] = [:]
    /// The files of `graph` by resolved path.
    var graphFiles: [String: GraphFile] = [:]
    /// Which files have values with types, by number.
    var typedFiles: [Int32: TypedFile] = [:]
    /// The keys of property lists in the binary form, by number and place: lines mean nothing there.
    var binaryKeys: [Int32: [Range<Int>: String]] = [:]
    /// Files that places count other bytes of than they have, so that only lines and columns agree.
    var transcodedFiles: Set<Int32> = []

    /// Whether the text of every list is kept.
    var keepsLists = false
    /// The key that a file of this kind begins with.
    var formatKey = "demarc"
    /// Places whose text was made from more than what is written there, so that no edit of it is certain.
    var computedPlaces: Set<YAMLNode.Place> = []

    // What is left of the bounds.
    var nodesLeft: Int
    var aliasesLeft: Int
    var documentBytesLeft: Int
    var listBytesLeft: Int
    var includesLeft: Int
    var repeatedRulesLeft: Int
    /// The bytes of lists that were named again; negative once they were too many.
    var repeatedListBytes = 0
    /// The rule files that a rule set has already, by resolved path.
    var includedRuleFiles: Set<String> = []

    private var findings: [Diagnostic] = []
    private var known: Set<Diagnostic> = []
    private var droppedFindings = 0
    /// How many errors there are, those dropped included; a reader that compares it knows whether a part was sound.
    private(set) var errorCount = 0

    init(
        source: any FileSource,
        bounds: ReadingBounds,
        allowsOutside: Bool,
        requiresUser: Bool = true,
        allowsSecondManagedAccount: Bool = false
    ) {
        self.source = source
        self.bounds = bounds
        self.allowsOutside = allowsOutside
        self.requiresUser = requiresUser
        self.allowsSecondManagedAccount = allowsSecondManagedAccount
        nodesLeft = bounds.nodes
        aliasesLeft = bounds.aliases
        documentBytesLeft = bounds.allDocumentBytes
        listBytesLeft = bounds.allListBytes
        includesLeft = bounds.includes
        repeatedRulesLeft = bounds.repeatedRules
    }

    /// Adds a file and gives its number.
    func open(_ source: SourceFile, resolvedPath: String) -> Int32 {
        files.append(OpenFile(source: source, resolvedPath: resolvedPath))
        return Int32(files.count - 1)
    }

    /// The file that a node stands in.
    func file(of place: YAMLNode.Place) -> OpenFile { files[Int(place.file)] }

    /// Where reasons say that a node stands.
    func location(of place: YAMLNode.Place) -> SourceLocation {
        let source = file(of: place).source
        let position = source.position(at: Int(place.start))
        return SourceLocation(path: source.path, line: position.line, column: position.column)
    }

    // MARK: Findings

    /// Reports a finding about `place` and, where it is about several, `also` about others. The message is in lower
    /// case, on one line, without a final period; `fix` is what to write at `place`, if there is exactly one thing.
    func report(
        _ code: FindingCode,
        _ message: String,
        at place: YAMLNode.Place,
        also: [YAMLNode.Place] = [],
        severity: Diagnostic.Severity = .error,
        help: String? = nil,
        fix: String? = nil
    ) {
        report(code.rawValue, message, at: place, also: also, severity: severity, help: help, fix: fix)
    }

    /// Reports a finding whose code another module names.
    func report(
        _ code: String,
        _ message: String,
        at place: YAMLNode.Place,
        also: [YAMLNode.Place] = [],
        severity: Diagnostic.Severity = .error,
        help: String? = nil,
        fix: String? = nil
    ) {
        let places = ([place] + also).map { file(of: $0).source.range($0.offsets) }
        // An edit is by bytes, and those of a file in UTF-16 are others.
        let canEdit = !transcodedFiles.contains(place.file) && !computedPlaces.contains(place)
        let edit = canEdit ? fix.map { TextEdit(range: places[0], replacement: $0) } : nil
        // Past the bound of findings nobody would read the path.
        let message = findings.count < bounds.findings ? located(message, at: place) : message
        add(Diagnostic(code: code, severity: severity, message: message, places: places, help: help, fix: edit))
    }

    /// Adds a finding that was made elsewhere.
    func add(_ finding: Diagnostic) {
        if finding.severity == .error { errorCount += 1 }
        guard findings.count < bounds.findings else {
            droppedFindings += 1
            return
        }
        // What an alias stands for is read once for each alias, and found wrong each time.
        if known.insert(finding).inserted { findings.append(finding) }
    }

    /// The findings in the order of the files.
    func sortedFindings() -> [Diagnostic] {
        var sorted = findings.sorted()
        if droppedFindings > 0, let last = findings.last {
            sorted.append(
                Diagnostic(
                    code: FindingCode.tooManyFindings.rawValue,
                    severity: .note,
                    message: "\(droppedFindings) more findings are not shown",
                    places: last.places.first.map { [$0] } ?? []
                )
            )
        }
        return sorted
    }

    /// The known word that was probably meant. Past the bound of findings nobody would read it.
    func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
        guard findings.count < bounds.findings else { return nil }
        return NearMiss.suggestion(for: word, among: candidates)
    }
}
