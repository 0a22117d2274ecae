import AppLint
import Diagnostics
import PolicyFiles
import PolicyModel
import PropertyList
import URLMatching

/// Reading and checking of targets.
extension Lint {
    mutating func look(at target: LintTarget) {
        switch target {
        case .policy(let path):
            var reader = PolicyDocumentReader(files: files, allowsOutside: options.allowsOutside, requiresUser: false)
            reader.keepsLists = true
            // In scenarios accounts sign in one after the other, so their documents may have two managed ones.
            reader.allowsSecondManagedAccount = scenarioKeys.contains(key(path))
            check(reader.load(path: path), baseline: baseline(of: path))
        case .scenarios(let path):
            let reached = reachedKeys
            let loaded = ScenarioFileReader(files: files, allowsOutside: options.allowsOutside).load(path: path)
            add(loaded.sources)
            // What a scenario refers to may have been reached by other documents: it is reached as what it is then.
            reachedKeys = reached
            // A policy that is a target itself is quoted there; here it would be told of twice.
            let told = Set(loaded.unquotedPaths.filter { targetKeys.contains(key($0)) })
            let findings = loaded.diagnostics.filter { !told.contains($0.places.first?.path ?? "") }
            add(findings.map { LintResult(reading: $0) })
            guard loaded.isUsable else { return }
            checkedKeys.insert(key(path))
            for path in loaded.sources.map(\.path) + loaded.unquotedPaths { scenarioKeys.insert(key(path)) }
        case .rules(let path):
            guard !reachedKeys.contains(key(path)), let bytes = bytes(of: path) else { return }
            check(looseReader.rules(bytes: bytes, path: path), baseline: nil, isLoose: true)
        case .graph(let path):
            guard !reachedKeys.contains(key(path)), let bytes = bytes(of: path) else { return }
            check(looseReader.graph(bytes: bytes, path: path), baseline: baseline(of: path))
        case .list(let path, let format):
            guard !reachedKeys.contains(key(path)), let bytes = bytes(of: path, limit: EntryList.fileByteLimit) else {
                return
            }
            check(looseReader.list(bytes: bytes, path: path, format: format), baseline: nil, isLoose: true)
        case .app(let infoPlist, let entitlements): lookAtApp(infoPlist, entitlements)
        }
    }

    private var looseReader: LooseFileReader { LooseFileReader(files: files, allowsOutside: options.allowsOutside) }

    private mutating func baseline(of path: String) -> BaselineLevel? {
        options.baseline ?? configuration(for: path)?.baseline.flatMap(BaselineLevel.init(rawValue:))
    }

    /// The configuration that holds for a file; what is wrong with it is told once.
    mutating func configuration(for path: String) -> LintConfiguration? {
        let found = configurations.configuration(forResolved: key(path))
        for result in configurations.takeNew() {
            add(result.sources)
            add(result.diagnostics.map { LintResult(reading: $0) })
        }
        return found
    }

    /// Checks a document.
    ///
    /// - Parameters:
    ///   - loaded: What was read.
    ///   - baseline: The level that its policies are compared with.
    ///   - isLoose: Whether the document is only the frame of a rule file or a list. What the frame says is nobody's
    ///     word.
    private mutating func check(_ loaded: PolicyLoadResult, baseline: BaselineLevel?, isLoose: Bool = false) {
        add(loaded.sources)
        add(loaded.diagnostics.map { LintResult(reading: $0) })
        guard let document = loaded.document else { return }
        let ofRules = RuleLint(document, sources: loaded.sources).findings()
        add(ofRules.filter { !isLoose || !Self.isOfFrame($0, document) }.map { LintResult($0) })
        add(PolicyLint(document, sources: loaded.sources, baseline: baseline).findings().map { LintResult($0) })
        for source in loaded.sources { checkedKeys.insert(key(source.path)) }
        if let path = document.app.bundle?.path { appPlists.append(path) }
    }

    /// Whether a finding speaks of what the reader of loose files made up: a rule set, its default, and a list's rule.
    private static func isOfFrame(_ finding: LintFinding, _ document: PolicyDocument) -> Bool {
        switch finding.code {
        case .internalDefault, .unusedRuleSet: true
        // An empty list by itself is one that nobody has written to yet.
        case .ruleMatchesNothing: document.ruleSets.contains { $0.rules.contains(where: \.isFrameOfList) }
        default: false
        }
    }

    // MARK: Apps

    mutating func lookAtApp(_ infoPlist: String?, _ entitlements: String?) {
        let app = infoPlist.flatMap { propertyList($0) }
        let rights = entitlements.flatMap { propertyList($0) }
        guard app != nil || rights != nil else { return }
        for path in [infoPlist, entitlements].compactMap(\.self) {
            checkedKeys.insert(key(path))
            appKeys.insert(key(path))
        }
        add(AppChecks(infoPlist: app, entitlements: rights).findings().map { LintResult($0) })
    }

    /// What a policy document's reader warns of in an Info.plist, the checks say too, and at more length.
    mutating func dropRepeatedWarnings() {
        func name(_ result: LintResult) -> [String] {
            result.diagnostic.places.first.map { [key($0.path), String($0.start.offset)] } ?? []
        }
        var places: Set<[String]> = []
        for result in results where result.code != nil { places.insert(name(result)) }
        let kept = results.filter { result in
            let place = name(result)
            let isRepeated = result.code == nil && result.diagnostic.severity != .error && places.contains(place)
            return !(isRepeated && appKeys.contains(place[0]))
        }
        results = kept
    }

    /// What a reader says is an error, a check need not say again. What mends it is kept.
    ///
    /// Suppressions have found what they suppress by now, so that none of them is said to be of no use.
    mutating func dropRepeatedErrors() {
        var errors: [[String]: Int] = [:]
        for (index, result) in results.enumerated() where result.isReadingError {
            guard let place = result.diagnostic.places.first else { continue }
            errors[[key(place.path), String(place.start.offset)]] = index
        }
        guard !errors.isEmpty else { return }
        var isRepeated = [Bool](repeating: false, count: results.count)
        for (index, result) in results.enumerated() {
            guard let code = result.code, Self.codesOfReaders.contains(code),
                let place = result.diagnostic.places.first,
                let error = errors[[key(place.path), String(place.start.offset)]]
            else { continue }
            isRepeated[index] = true
            if result.suppression == nil { results[error].change = results[error].change ?? result.change }
        }
        results = results.indices.filter { !isRepeated[$0] }.map { results[$0] }
    }

    /// The checks of property lists that find what the reader of a policy document finds too.
    private static let codesOfReaders: Set<LintCode> = [
        .repeatedKey, .wrongType, .unknownSetting, .invalidColor, .unknownFileProtection, .illegalListedScheme,
        .neverHandledScheme, .invalidAuthority, .notADictionary,
    ]

    private mutating func propertyList(_ path: String) -> PropertyListDocument? {
        guard let bytes = bytes(of: path, limit: PropertyListBounds().bytes) else { return nil }
        do throws(PropertyListError) {
            let document = try PropertyListReader().read(bytes, path: path)
            add([document.source])
            return document
        } catch {
            add([error.source])
            add(error.diagnostics.map { LintResult(reading: $0) })
            return nil
        }
    }

    // MARK: Files

    private mutating func bytes(of path: String, limit: Int = ReadingBounds().documentBytes) -> [UInt8]? {
        do throws(FileError) {
            return try files.read(path, limit: limit, plainOnly: false)
        } catch {
            add([LintResult(reading: FileError.diagnostic(error, path: path))])
            return nil
        }
    }
}

extension Rule {
    /// Whether it is the rule that a loose list is given: of all rules only it has a list for itself and is in its file.
    fileprivate var isFrameOfList: Bool {
        conditions.count == 1 && conditions[0].key == .list && conditions[0].paths == [location.path]
    }
}
