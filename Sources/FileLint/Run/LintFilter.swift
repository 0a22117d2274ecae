package import AppLint
import ByteText
package import Diagnostics
import LintChecks
package import PolicyFiles

/// Decides which findings count, and their severities, according to comments, configuration files and options.
///
/// A reading error always counts: because of it the document cannot be used, and nothing else in the document was
/// checked.
struct LintFilter {
    let options: LintOptions
    /// The suppressions, by the file that contains them.
    private var suppressions: [String: [SourceSuppression]] = [:]
    /// The numbers of the suppressions that apply to a line, by file and line.
    private var numbers: [String: [Int: [Int]]] = [:]
    /// The files that they were read from.
    private var readSources: [String: SourceFile] = [:]
    /// The codes of suppressions that suppressed something: file, suppression, code.
    private var used: Set<[String]> = []
    /// The codes of suppressions that matched an error that cannot be suppressed.
    private var refused: Set<[String]> = []
    /// The places of codes in configuration files that matched such an error.
    private var refusedEntries: Set<SourceRange> = []
    /// The first such error of each code that an option leaves out or makes less severe.
    private var refusedOptions: [String: SourceRange] = [:]
    /// The codes whose findings are not all known, so that a suppression may have one that was not looked for.
    private var incomplete: Set<String> = []

    init(options: LintOptions) { self.options = options }

    mutating func run(_ lint: inout LintRun) {
        for (key, source) in lint.sourcesByKey { read(source, as: key) }
        var results = lint.takeResults()
        for index in results.indices { look(at: &results[index], &lint) }
        incomplete = Self.incompleteCodes(in: results)
        // Findings about suppressions cannot be suppressed, only switched off.
        lint.add(remarks(&lint))
        var remarks = lint.takeResults()
        for index in remarks.indices { setSeverity(of: &remarks[index], &lint) }
        lint.results = (results + remarks).filter { !isOff($0, &lint) }
    }

    /// Whether a finding counts, with the current files. Findings that are only not asked for now count too, so that
    /// the fixes of one code after the other are those of all at once.
    mutating func counts(_ finding: LintFinding, in sources: [SourceFile], _ lint: inout LintRun) -> Bool {
        for source in sources {
            let key = lint.key(source.path)
            // PERF: a file is compared once for each finding, and an unchanged file is recognized by its storage.
            if readSources[key] != source { read(source, as: key) }
        }
        var result = finding
        look(at: &result, &lint)
        return result.suppression == nil && !isSwitchedOff(result, &lint)
    }

    private mutating func read(_ source: SourceFile, as key: String) {
        var all = SourceSuppression.all(in: source)
        for (number, suppression) in all.enumerated() {
            for (position, code) in suppression.codes.enumerated() {
                all[number].codes[position].text = FindingCatalog.code(code.text) ?? code.text
            }
        }
        suppressions[key] = all
        readSources[key] = source
        var byLine: [Int: [Int]] = [:]
        for (number, suppression) in all.enumerated() {
            // A comment applies to its own lines and to the line below. With thousands of consecutive comments, each
            // also applies to the lines of those below it, which adds up, so only the ends are stored by line.
            byLine[suppression.lines.lowerBound, default: []].append(number)
            if suppression.lines.count > 1 { byLine[suppression.lines.upperBound, default: []].append(number) }
        }
        numbers[key] = byLine
    }

    private mutating func look(at result: inout LintFinding, _ lint: inout LintRun) {
        setSeverity(of: &result, &lint)
        guard let place = result.diagnostic.places.first else { return }
        let key = lint.key(place.path)
        for number in numbers[key]?[place.start.line] ?? [] {
            guard let suppression = suppressions[key]?[number],
                suppression.codes.contains(where: { $0.text == result.diagnostic.code })
            else { continue }
            let name = [key, String(number), result.diagnostic.code]
            if result.isReadingError {
                refused.insert(name)
            } else if let reason = suppression.reason {
                used.insert(name)
                result.suppression = .init(isInSource: true, reason: reason)
            }
        }
        if result.isReadingError { return noteRefusals(of: result.diagnostic.code, at: place, as: key, &lint) }
        guard let configuration = lint.configuration(for: place.path) else { return }
        for ignore in configuration.ignores {
            guard ignore.codes.contains(where: { Self.isSame($0.text, result.diagnostic.code) }),
                Self.isMeant(key, by: ignore, of: configuration)
            else { continue }
            guard let reason = ignore.reason, result.suppression == nil else { continue }
            result.suppression = .init(isInSource: false, reason: reason)
        }
    }

    /// Notes the options and entries that would suppress an error or make it less severe: they have no effect.
    private mutating func noteRefusals(
        of code: String,
        at place: SourceRange,
        as key: String,
        _ lint: inout LintRun
    ) {
        let isOption = options.skipped.contains(code) || options.severities[code].map { $0 != .error } == true
        if isOption, refusedOptions[code] == nil { refusedOptions[code] = place }
        guard let configuration = lint.configuration(for: place.path) else { return }
        for ignore in configuration.ignores where Self.isMeant(key, by: ignore, of: configuration) {
            for entry in ignore.codes where Self.isSame(entry.text, code) { refusedEntries.insert(entry.place) }
        }
        for entry in configuration.severities where entry.severity != .error && Self.isSame(entry.code.text, code) {
            refusedEntries.insert(entry.code.place)
        }
    }

    private static func isMeant(
        _ path: String,
        by ignore: LintConfiguration.Ignore,
        of configuration: LintConfiguration
    ) -> Bool {
        guard let pattern = ignore.file else { return true }
        let folder = configuration.folder == "/" ? "/" : configuration.folder + "/"
        return path.hasPrefix(folder) && PathPattern(pattern).matches(String(path.dropFirst(folder.count)))
    }

    // MARK: Severities

    private func setSeverity(of result: inout LintFinding, _ lint: inout LintRun) {
        guard !result.isReadingError, let severity = severity(of: result, &lint) else { return }
        if let severity { result.diagnostic.severity = severity }
    }

    /// The configured severity of the code: nil if none is configured, and nil inside the optional if its findings are
    /// off.
    private func severity(of result: LintFinding, _ lint: inout LintRun) -> Diagnostic.Severity?? {
        if let chosen = options.severities[result.diagnostic.code] { return chosen }
        guard let place = result.diagnostic.places.first else { return nil }
        let entries = lint.configuration(for: place.path)?.severities ?? []
        return entries.last { Self.isSame($0.code.text, result.diagnostic.code) }.map(\.severity)
    }

    /// Whether a text names a code, in upper or lower case.
    private static func isSame(_ text: String, _ code: String) -> Bool {
        text == code || FindingCatalog.code(text) == code
    }

    private func isOff(_ result: LintFinding, _ lint: inout LintRun) -> Bool {
        let isAskedFor = options.only.isEmpty || options.only.contains(result.diagnostic.code)
        return !result.isReadingError && !isAskedFor || isSwitchedOff(result, &lint)
    }

    private func isSwitchedOff(_ result: LintFinding, _ lint: inout LintRun) -> Bool {
        // A reading error stays one.
        guard !result.isReadingError else { return false }
        if options.skipped.contains(result.diagnostic.code) { return true }
        if case .some(.none) = severity(of: result, &lint) { return true }
        return false
    }

    // MARK: Remarks on suppressions

    private func remarks(_ lint: inout LintRun) -> [LintFinding] {
        var findings: [LintFinding] = []
        for (key, all) in suppressions.sorted(on: { $0.key }) {
            for (number, suppression) in all.enumerated() {
                let names = suppression.codes.map { ($0, [key, String(number), $0.text]) }
                findings += remarks(on: suppression, names, isChecked: lint.checkedKeys.contains(key), &lint)
            }
        }
        for configuration in lint.configurations.all { findings += remarks(on: configuration) }
        for (code, place) in refusedOptions.sorted(on: { $0.key }) {
            findings.append(Self.refusal("no option switches off `\(code)` or makes it less severe", at: place))
        }
        return findings
    }

    private func remarks(
        on suppression: SourceSuppression,
        _ codes: [((text: String, place: SourceRange), [String])],
        isChecked: Bool,
        _ lint: inout LintRun
    ) -> [LintFinding] {
        guard !codes.isEmpty else {
            let help = "write the code and the reason: `demarc:ignore DM012 reason`"
            return [LintFinding(.unknownCode, "the suppression names no code", at: [suppression.place], help: help)]
        }
        var findings: [LintFinding] = []
        if suppression.reason == nil {
            findings.append(
                LintFinding(
                    .suppressionWithoutReason,
                    "the suppression has no reason, so it has no effect",
                    at: [suppression.place],
                    help: "write the reason after the code"
                )
            )
        }
        for ((text, place), name) in codes {
            if let unknown = Self.unknown(text, at: place) {
                findings.append(unknown)
            } else if refused.contains(name) {
                findings.append(Self.refusal("the suppression of `\(text)` has no effect", at: place))
            } else if suppression.reason != nil, !used.contains(name), isChecked, isLookedFor(text, place, &lint) {
                findings.append(
                    LintFinding(
                        .unusedSuppression,
                        "no finding on its line has the code `\(text)`",
                        at: [place],
                        help: "remove the suppression"
                    )
                )
            }
        }
        return findings
    }

    /// Whether findings of a code would have been reported, so that their absence is meaningful.
    private func isLookedFor(_ code: String, _ place: SourceRange, _ lint: inout LintRun) -> Bool {
        if code == PolicyLintCode.weakerThanBaseline.rawValue || incomplete.contains(code) { return false }
        let example = LintFinding(reading: Diagnostic(code: code, severity: .note, message: "", places: [place]))
        return !isOff(example, &lint)
    }

    private static func incompleteCodes(in results: [LintFinding]) -> Set<String> {
        let codes = Set(results.lazy.filter { $0.unlistedCount > 0 }.map(\.code))
        guard results.contains(where: { $0.code == RuleLintCode.rulesNotAllCompared.rawValue }) else { return codes }
        let searched: [RuleLintCode] = [
            .shadowedRule, .overlappingRules, .narrowerRule, .redundantRule, .regexBacktracks,
        ]
        return codes.union(searched.map(\.rawValue))
    }

    private func remarks(on configuration: LintConfiguration) -> [LintFinding] {
        var findings: [LintFinding] = []
        for ignore in configuration.ignores {
            findings += ignore.codes.compactMap { remark(on: $0) }
            if ignore.reason == nil {
                findings.append(
                    LintFinding(
                        .suppressionWithoutReason,
                        "the entry has no reason, so it has no effect",
                        at: [ignore.place],
                        help: "add `reason:`"
                    )
                )
            }
        }
        return findings + configuration.severities.compactMap { remark(on: $0.code) }
    }

    private func remark(on code: LintConfiguration.Code) -> LintFinding? {
        if let unknown = Self.unknown(code.text, at: code.place) { return unknown }
        guard refusedEntries.contains(code.place) else { return nil }
        return Self.refusal("the entry for `\(Quoted.word(code.text))` has no effect", at: code.place)
    }

    /// The finding about something that would suppress an error.
    private static func refusal(_ message: String, at place: SourceRange) -> LintFinding {
        LintFinding(
            .errorNotSuppressed,
            message + ": it is an error, and a file with an error cannot be used",
            at: [place],
            help: "fix the error itself"
        )
    }

    private static func unknown(_ code: String, at place: SourceRange) -> LintFinding? {
        guard !FindingCatalog.contains(code) else { return nil }
        let nearest = FindingCatalog.nearest(to: code)
        return LintFinding(
            .unknownCode,
            "there is no code `\(Quoted.word(code))`",
            at: [place],
            help: nearest.map { "did you mean `\($0)`?" } ?? "`demarc explain` lists all codes"
        )
    }
}

/// Whether findings count, for callers that use checks without a run of lint.
///
/// Comments and configuration files decide as in ``LintRun``. A code that a configuration file switches off does not
/// count either.
package struct LintSuppressions {
    private var lint: LintRun
    private var filter: LintFilter

    /// Creates an instance without any cached state.
    ///
    /// - Parameter files: Where configuration files are read from.
    package init(files: any FileSource = DiskFiles()) {
        lint = LintRun([], files: files)
        filter = LintFilter(options: LintOptions())
    }

    /// Whether a finding is neither suppressed nor switched off.
    ///
    /// - Parameters:
    ///   - finding: A finding in one of the files.
    ///   - sources: The current files. They may differ from those of an earlier call.
    /// - Returns: Whether it counts.
    /// - Complexity: O(*n*) in the sizes of the files. The first call for a folder reads the configuration file that
    ///   applies there.
    package mutating func counts(_ finding: LintFinding, in sources: [SourceFile]) -> Bool {
        filter.counts(finding, in: sources, &lint)
    }

    /// The problems of the configuration files that were read, in their order. If one of them has an error, it is
    /// unknown what it would have suppressed.
    package var diagnostics: [Diagnostic] { lint.diagnostics.sorted() }

    /// The configuration files that were read.
    package var sources: [SourceFile] { lint.sources }
}
