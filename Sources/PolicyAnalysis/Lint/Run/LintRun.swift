public import AppLint
public import Diagnostics
public import PolicyFiles

/// One run of lint over some targets.
///
/// 1. Each target is read; what its reader finds keeps the reader's own codes. What is sound is checked: `RuleLint`,
///    `PolicyLint` and `AppChecks`. This is `LintRun+Targets`.
/// 2. Codes are switched off, given another severity, or suppressed, by comments, configuration files and options:
///    ``LintFilter``.
///
/// A file that several targets reach is read once, and reported once.
public struct LintRun {
    /// What is asked for.
    public let options: LintOptions
    let files: ReadOnceFiles

    /// The files that findings point into, by their resolved paths.
    var sourcesByKey: [String: SourceFile] = [:]
    /// Files whose checks all ran: only there can a suppression be told to be of no use.
    var checkedKeys: Set<String> = []
    /// The files of the targets.
    var targetKeys: Set<String> = []
    /// The files that somebody named.
    var namedKeys: Set<String> = []
    /// Files that some target reached.
    var reachedKeys: Set<String> = []
    /// Files of scenarios that can be run, and what they refer to.
    var scenarioKeys: Set<String> = []
    /// Info.plists that policy documents have.
    var appPlists: [String] = []
    /// Property lists that were checked as those of an app.
    var appKeys: Set<String> = []
    var results: [LintFinding] = []
    var configurations: LintConfigurations
    private var known: Set<FindingKey> = []
    private var keys: [String: String] = [:]
    /// The paths that files are shown by: as they were named or found, else as they were reached first.
    private var shownPaths: [String: String] = [:]

    /// What tells one finding from another, by whatever path its file was reached.
    private struct FindingKey: Hashable {
        var code: String
        var file: String
        var start: Int
        var end: Int
        var message: String
    }

    /// Looks at some targets.
    ///
    /// - Parameters:
    ///   - targets: What to look at.
    ///   - options: What is asked for.
    ///   - files: Where files are read from.
    ///   - progress: Is told after each target how many are done.
    /// - Complexity: that of reading them, and of the checks.
    public init(
        _ targets: [LintTarget],
        options: LintOptions = LintOptions(),
        files: any FileSource = DiskFiles(),
        progress: (Int) -> Void = { _ in }
    ) {
        self.options = options
        self.files = ReadOnceFiles(files)
        configurations = LintConfigurations(files: self.files)
        for path in targets.flatMap(\.paths) {
            _ = shownPath(path)
            targetKeys.insert(key(path))
        }
        for path in options.namedPaths { namedKeys.insert(key(path)) }
        for (position, target) in targets.sorted(by: { $0.rank < $1.rank }).enumerated() {
            look(at: target)
            progress(position + 1)
        }
        for path in appPlists where !appKeys.contains(key(path)) { lookAtApp(path, nil) }
        dropRepeatedWarnings()
        var filter = LintFilter(options: options)
        filter.run(&self)
        dropRepeatedErrors()
        results.sort { $0.diagnostic < $1.diagnostic }
    }

    /// Everything that was found, in the order of the files, suppressed findings among it.
    public var findings: [LintFinding] { results }

    /// What counts, in the order of the files.
    public var diagnostics: [Diagnostic] { results.lazy.filter { $0.suppression == nil }.map(\.diagnostic) }

    /// The files that findings point into, for the lines to quote.
    public var sources: [SourceFile] { sourcesByKey.values.sorted { $0.path < $1.path } }

    /// The file that a finding points into.
    public func source(of path: String) -> SourceFile? { sourcesByKey[keys[path] ?? path] }

    /// The one name of a file, by whatever path it is reached.
    mutating func key(_ path: String) -> String {
        if let key = keys[path] { return key }
        let key = (try? files.resolve(path)) ?? path
        keys[path] = key
        return key
    }

    /// Takes everything that was found so far away.
    mutating func takeResults() -> [LintFinding] {
        defer { results = [] }
        return results
    }

    /// Takes over findings, each once.
    mutating func add(_ found: some Sequence<LintFinding>) {
        for result in found {
            let place = result.diagnostic.places.first
            let identity = FindingKey(
                code: result.diagnostic.code,
                file: place.map { key($0.path) } ?? "",
                start: place?.start.offset ?? 0,
                end: place?.end.offset ?? 0,
                message: result.diagnostic.message
            )
            guard known.insert(identity).inserted else { continue }
            var numbered = shown(result)
            numbered.number = known.count
            results.append(numbered)
        }
    }

    /// Takes over files, each under the one path it is shown by.
    mutating func add(_ sources: [SourceFile]) {
        for source in sources {
            let key = key(source.path)
            reachedKeys.insert(key)
            guard sourcesByKey[key] == nil else { continue }
            let path = shownPath(source.path)
            sourcesByKey[key] = path == source.path ? source : SourceFile(path: path, bytes: source.bytes)
        }
    }

    /// A finding with its places under the paths their files are shown by.
    private mutating func shown(_ result: LintFinding) -> LintFinding {
        var result = result
        for index in result.diagnostic.places.indices {
            result.diagnostic.places[index].path = shownPath(result.diagnostic.places[index].path)
        }
        if let path = result.diagnostic.fix?.range.path { result.diagnostic.fix?.range.path = shownPath(path) }
        return result
    }

    private mutating func shownPath(_ path: String) -> String {
        let key = key(path)
        if let shown = shownPaths[key] { return shown }
        shownPaths[key] = path
        return path
    }
}

/// What a run of lint is asked for.
public struct LintOptions: Hashable, Sendable {
    /// Whether documents may refer to files outside their folders.
    public var allowsOutside = false
    /// The files and folders that somebody named. What was found in a folder may have nothing to do with the SDK; an
    /// Info.plist that was named is meant to.
    public var namedPaths: Set<String> = []
    /// What is defined for the conditions of property lists that Xcode passes through the C preprocessor, `NAME` or
    /// `NAME=VALUE`; nil follows none, and reports them.
    public var preprocessorDefinitions: [String]?
    /// The level that policies are compared with; nil leaves it to configuration files.
    public var baseline: BaselineLevel?
    /// Severities other than the published ones; nil if findings of a code are not to be told. They win over
    /// configuration files.
    public var severities: [String: Diagnostic.Severity?] = [:]
    /// The only codes to report; empty means all.
    public var only: Set<String> = []
    /// Codes not to report.
    public var skipped: Set<String> = []

    /// Makes options that ask for nothing in particular.
    public init() {}
}
