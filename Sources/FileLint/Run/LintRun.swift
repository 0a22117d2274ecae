package import AppLint
import ByteText
package import Diagnostics
import LintChecks
package import PolicyFiles
package import PolicyModel

/// One run of lint over some targets.
///
/// 1. Each target is read; its reader's findings keep the reader's own codes. If it is usable, it is checked:
///    `RuleLint`, `PolicyLint` and `AppChecks`. See `LintRun+Targets`.
/// 2. Comments, configuration files and options switch codes off, change their severity, or suppress findings:
///    ``LintFilter``.
/// 3. Of many findings of one code, only the first count: see `LintRun+Limit`.
///
/// A file that several targets reach is read once, and reported once.
package struct LintRun {
    /// The options.
    package let options: LintOptions
    let files: ReadOnceFiles

    /// The files that findings point into, by their resolved paths.
    var sourcesByKey: [String: SourceFile] = [:]
    /// Files for which all checks ran: only there can a suppression be reported as unused.
    var checkedKeys: Set<String> = []
    /// The files of the targets.
    var targetKeys: Set<String> = []
    /// The files that the user or a document named.
    var namedKeys: Set<String> = []
    /// Files that some target reached.
    var reachedKeys: Set<String> = []
    /// Files of runnable scenarios, and the files that they refer to.
    var scenarioKeys: Set<String> = []
    /// The Info.plists that policy documents refer to.
    var appPlists: [String] = []
    /// Property lists that were checked as part of an app.
    var appKeys: Set<String> = []
    /// The Info.plists of apps with the SDK that were checked without entitlements.
    var unpairedKeys: Set<String> = []
    /// Files with app configurations, which no report may quote.
    var confidentialKeys: Set<String> = []
    var results: [LintFinding] = []
    /// The findings that are not shown, because there are too many of their code.
    package internal(set) var hidden: [LintFinding] = []
    var configurations: LintConfigurations
    private var known: Set<FindingKey> = []
    private var keys: [String: String] = [:]
    /// The displayed paths of files: as named or found, or else as first reached.
    private var shownPaths: [String: String] = [:]

    /// What distinguishes findings, independently of the path by which the file was reached.
    private struct FindingKey: Hashable {
        var code: String
        var file: String
        var start: Int
        var end: Int
        var message: String
    }

    /// Checks some targets.
    ///
    /// - Parameters:
    ///   - targets: The targets.
    ///   - options: The options.
    ///   - files: Where files are read from.
    ///   - progress: Called after each target with the number of targets done.
    /// - Complexity: That of reading them, and of the checks.
    package init(
        _ targets: [LintTarget],
        options: LintOptions = LintOptions(),
        files: any FileSource = DiskFiles(),
        progress: (Int) -> Void = { _ in }
    ) {
        self.options = options
        self.files = ReadOnceFiles(files)
        let named = options.namedPaths.map { path in (try? files.resolve(path)) ?? path }
        configurations = LintConfigurations(files: self.files, roots: named)
        for path in targets.flatMap(\.paths) {
            _ = shownPath(path)
            targetKeys.insert(key(path))
        }
        for path in options.namedPaths { namedKeys.insert(key(path)) }
        let joined = LintTarget.joined(targets) { namedKeys.contains(key($0)) }
        for (position, target) in joined.sorted(on: \.rank).enumerated() {
            look(at: target)
            progress(position + 1)
        }
        for path in appPlists where !appKeys.contains(key(path)) { lookAtApp(path, []) }
        dropRepeatedWarnings()
        var filter = LintFilter(options: options)
        filter.run(&self)
        hideBeyondLimit()
        dropRepeatedErrors()
        results.sort { $0.diagnostic < $1.diagnostic }
    }

    /// All findings, in the order of the files, including suppressed findings.
    package var findings: [LintFinding] { results }

    /// The findings that count, in the order of the files.
    package var diagnostics: [Diagnostic] { results.lazy.filter { $0.suppression == nil }.map(\.diagnostic) }

    /// The files with a reading error.
    package var unreadablePaths: Set<String> {
        Set(results.lazy.filter(\.isReadingError).compactMap { $0.diagnostic.places.first?.path })
    }

    /// The files that findings point into, for quoting lines.
    package var sources: [SourceFile] {
        sourcesByKey.filter { !confidentialKeys.contains($0.key) }.values.sorted(on: \.path)
    }

    /// The file that a finding points into.
    package func source(of path: String) -> SourceFile? { sourcesByKey[keys[path] ?? path] }

    /// The unique key of a file, for every path that reaches it.
    mutating func key(_ path: String) -> String {
        if let key = keys[path] { return key }
        let key = (try? files.resolve(path)) ?? path
        keys[path] = key
        return key
    }

    /// Removes and returns all findings so far.
    mutating func takeResults() -> [LintFinding] {
        defer { results = [] }
        return results
    }

    /// Adds findings, without duplicates.
    mutating func add(_ found: some Sequence<LintFinding>) {
        for result in found {
            var numbered = shown(result)
            let place = numbered.diagnostic.places.first
            let identity = FindingKey(
                code: numbered.diagnostic.code,
                file: place.map { key($0.path) } ?? "",
                start: place?.start.offset ?? 0,
                end: place?.end.offset ?? 0,
                message: numbered.diagnostic.message
            )
            guard known.insert(identity).inserted else { continue }
            numbered.number = known.count
            results.append(numbered)
        }
    }

    /// Adds files, each under its displayed path.
    mutating func add(_ sources: [SourceFile]) {
        for source in sources {
            let key = key(source.path)
            reachedKeys.insert(key)
            guard sourcesByKey[key] == nil else {
                sourcesByKey[key]?.hideLines(hiddenIn: source)
                continue
            }
            let path = shownPath(source.path)
            sourcesByKey[key] = path == source.path ? source : source.renamed(path)
        }
    }

    /// The finding with the displayed paths of the files that it is about: at its places, and in its message.
    private mutating func shown(_ result: LintFinding) -> LintFinding {
        var result = result
        for index in result.diagnostic.places.indices {
            let path = result.diagnostic.places[index].path
            let shown = shownPath(path)
            guard shown != path else { continue }
            result.diagnostic.places[index].path = shown
            let (named, renamed) = (RuleLint.quote(path), RuleLint.quote(shown))
            result.diagnostic.message = result.diagnostic.message.replacing(named, with: renamed)
            if let name = result.holder?.name { result.holder?.name = name.replacing(named, with: renamed) }
        }
        if let path = result.diagnostic.fix?.range.path { result.diagnostic.fix?.range.path = shownPath(path) }
        if let path = result.holder?.place.path { result.holder?.place.path = shownPath(path) }
        return result
    }

    private mutating func shownPath(_ path: String) -> String {
        let key = key(path)
        if let shown = shownPaths[key] { return shown }
        shownPaths[key] = path
        return path
    }
}

/// The options of a run of lint.
package struct LintOptions: Hashable, Sendable {
    /// Whether documents may refer to files outside their folders.
    package var allowsOutside = false
    /// The files and folders that the user named. An Info.plist found in a folder may have nothing to do with the SDK,
    /// but an Info.plist that the user named does.
    package var namedPaths: Set<String> = []
    /// The definitions for conditions in property lists that Xcode passes through the C preprocessor, `NAME` or
    /// `NAME=VALUE`. If nil, conditions are not evaluated, but reported.
    package var preprocessorDefinitions: [String]?
    /// The level that policies are compared with; nil leaves it to configuration files.
    package var baseline: BaselineLevel?
    /// Severities that replace the published ones; nil to switch off a code. They take precedence over configuration
    /// files.
    package var severities: [String: Diagnostic.Severity?] = [:]
    /// The only codes to report; empty means all.
    package var only: Set<String> = []
    /// Codes not to report.
    package var skipped: Set<String> = []

    /// Creates the default options.
    package init() {}
}
