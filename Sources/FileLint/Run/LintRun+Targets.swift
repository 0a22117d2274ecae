import AppLint
import Diagnostics
import LintChecks
import PolicyFiles
import PolicyModel
import PropertyList
import URLMatching

/// Reading and checking of targets.
extension LintRun {
    mutating func look(at target: LintTarget) {
        switch target {
        case .policy(let path):
            var reader = PolicyDocumentReader(files: files, allowsOutside: options.allowsOutside, requiresUser: false)
            reader.keepsLists = true
            reader.notesSettings = true
            // In scenarios accounts sign in one after another, so their documents may have two managed accounts.
            reader.allowsSecondManagedAccount = scenarioKeys.contains(key(path))
            check(reader.load(path: path), baseline: baseline(of: path))
        case .scenarios(let path):
            let reached = reachedKeys
            let loaded = ScenarioFileReader(files: files, allowsOutside: options.allowsOutside).load(path: path)
            add(loaded.sources)
            // Other documents may have reached the files that a scenario refers to; the scenario itself does not mark
            // them as reached.
            reachedKeys = reached
            // A policy that is itself a target reports its own problems; reporting them here would repeat them.
            let configurations = Set(loaded.confidentialPaths)
            confidentialKeys.formUnion(configurations.map { key($0) })
            let reportedThere = Set(
                loaded.unquotedPaths.filter { !configurations.contains($0) && targetKeys.contains(key($0)) }
            )
            let findings = loaded.diagnostics.filter { !reportedThere.contains($0.places.first?.path ?? "") }
            add(findings.map { LintFinding(reading: $0) })
            guard loaded.isUsable else { return }
            checkedKeys.insert(key(path))
            for path in loaded.sources.map(\.path) + loaded.unquotedPaths { scenarioKeys.insert(key(path)) }
        case .rules(let path):
            guard isUnread(path), let bytes = bytes(of: path) else { return }
            check(looseReader.rules(bytes: bytes, path: path)) { rules, loaded in
                RuleLint(rules: rules, of: path, sources: loaded.sources).findings()
            }
        case .graph(let path):
            guard isUnread(path), let bytes = bytes(of: path) else { return }
            let baseline = baseline(of: path)
            check(looseReader.graph(bytes: bytes, path: path)) { policies, loaded in
                PolicyLint(
                    policies: policies,
                    sources: loaded.sources,
                    settings: loaded.settings,
                    baseline: baseline
                ).findings()
            }
        case .list(let path, let format):
            guard isUnread(path), let bytes = bytes(of: path, limit: EntryList.fileByteLimit) else { return }
            check(looseReader.list(bytes: bytes, path: path, format: format)) { list, loaded in
                RuleLint(list: list, of: path, sources: loaded.sources).findings()
            }
        case .app(let infoPlist, let entitlements):
            for path in target.paths where confidentialKeys.contains(key(path)) { return }
            lookAtApp(infoPlist, entitlements)
        case .entitlements(let paths, let infoPlists):
            lookAtEntitlements(paths.filter { !confidentialKeys.contains(key($0)) }, besides: infoPlists)
        case .nginx(let paths):
            let sources = paths.compactMap { path in bytes(of: path).map { SourceFile(path: path, bytes: $0) } }
            guard sources.count == paths.count else { return }
            add(sources)
            add(NginxLint(sources).findings())
            for path in paths { checkedKeys.insert(key(path)) }
        }
    }

    /// Whether a target is still to be read by itself. The documents that name an app configuration have read it: read
    /// as something else, it would only give messages that quote it.
    private mutating func isUnread(_ path: String) -> Bool {
        !reachedKeys.contains(key(path)) && !confidentialKeys.contains(key(path))
    }

    private var looseReader: LooseFileReader { LooseFileReader(files: files, allowsOutside: options.allowsOutside) }

    private mutating func baseline(of path: String) -> BaselineLevel? {
        options.baseline ?? configuration(for: path)?.baseline.flatMap(BaselineLevel.init(rawValue:))
    }

    /// The configuration that applies to a file; its problems are reported once.
    mutating func configuration(for path: String) -> LintConfiguration? {
        let found = configurations.configuration(forResolved: key(path))
        for result in configurations.takeNew() {
            add(result.sources)
            add(result.diagnostics.map { LintFinding(reading: $0) })
        }
        return found
    }

    /// Checks a document.
    ///
    /// - Parameters:
    ///   - loaded: The result of reading it.
    ///   - baseline: The level to compare its policies with.
    private mutating func check(_ loaded: PolicyLoadResult, baseline: BaselineLevel?) {
        add(loaded.sources)
        confidentialKeys.formUnion(loaded.confidentialPaths.map { key($0) })
        add(loaded.diagnostics.map { LintFinding(reading: $0) })
        guard let document = loaded.document else { return }
        add(RuleLint(document, sources: loaded.sources).findings())
        let policies = PolicyLint(document, sources: loaded.sources, settings: loaded.settings, baseline: baseline)
        add(policies.findings())
        add(ConfigurationLint(document).findings())
        for source in loaded.sources { checkedKeys.insert(key(source.path)) }
        if let path = document.app.bundle?.path {
            appPlists.append(path)
            // An Info.plist that the document refers to counts as named by the document.
            namedKeys.insert(key(path))
        }
    }

    /// Checks a file that no document refers to, by its own kind.
    private mutating func check<Content>(
        _ loaded: LooseFileResult<Content>,
        _ findings: (Content, LooseFileResult<Content>) -> [LintFinding]
    ) {
        add(loaded.sources)
        add(loaded.diagnostics.map { LintFinding(reading: $0) })
        guard let content = loaded.content else { return }
        add(findings(content, loaded))
        for source in loaded.sources { checkedKeys.insert(key(source.path)) }
    }

    // MARK: Apps

    /// Checks entitlements that may belong to one of some Info.plists.
    private mutating func lookAtEntitlements(_ paths: [String], besides infoPlists: [String]) {
        var checks: [AppChecks] = []
        for path in paths {
            if let check = lookAtApp(nil, [path]) { checks.append(check) }
        }
        // If the entitlements of the app with the SDK are known, others are likely those of something else.
        guard let infoPlist = infoPlists.first(where: { unpairedKeys.contains(key($0)) }),
            !checks.contains(where: \.showsSDK)
        else { return }
        add(checks.flatMap { $0.unpairedFindings(beside: infoPlist) })
    }

    /// Checks an Info.plist with all of its entitlements, and returns the checks; nil if no file can be read.
    @discardableResult
    mutating func lookAtApp(_ infoPlist: String?, _ entitlements: [String]) -> AppChecks? {
        let app = infoPlist.flatMap { propertyList($0) }
        let rights = entitlements.compactMap { propertyList($0) }
        guard app != nil || !rights.isEmpty else { return nil }
        let paths = (infoPlist.map { [$0] } ?? []) + entitlements
        for path in paths {
            checkedKeys.insert(key(path))
            appKeys.insert(key(path))
        }
        let isNamed = paths.contains { namedKeys.contains(key($0)) }
        let checks = AppChecks(infoPlist: app?.document, builds: rights.map(\.document), isNamed: isNamed)
        if let infoPlist, rights.isEmpty, checks.showsSDK { unpairedKeys.insert(key(infoPlist)) }
        // A fix would become part of the conditional branch next to which it is written, and not of any other branch.
        let files = (app.map { [$0] } ?? []) + rights
        let branching = Set(files.filter(\.hasConditions).map(\.document.source.path))
        var filter = LintFilter(options: options)
        let sources = files.map(\.document.source)
        add(
            checks.findings { filter.counts($0, in: sources, &self) }.map { finding in
                var finding = finding
                if finding.diagnostic.places.contains(where: { branching.contains($0.path) }) {
                    (finding.change, finding.diagnostic.fix) = (nil, nil)
                }
                return finding
            }
        )
        return checks
    }

    /// Drops warnings of a policy document's reader about an Info.plist that the checks report in more detail.
    mutating func dropRepeatedWarnings() {
        func name(_ result: LintFinding) -> [String] {
            result.diagnostic.places.first.map { [key($0.path), String($0.start.offset)] } ?? []
        }
        var places: Set<[String]> = []
        for result in results where result.isFromCheck { places.insert(name(result)) }
        let kept = results.filter { result in
            let place = name(result)
            let isRepeated = !result.isFromCheck && result.diagnostic.severity != .error && places.contains(place)
            return !(isRepeated && appKeys.contains(place[0]))
        }
        results = kept
    }

    /// Drops findings of checks that repeat a reader's error, but keeps their fixes.
    ///
    /// Suppressions have already been applied, so none of them is reported as unused because of this.
    mutating func dropRepeatedErrors() {
        var errors: [[String]: Int] = [:]
        for (index, result) in results.enumerated() where result.isReadingError {
            guard let place = result.diagnostic.places.first else { continue }
            errors[[key(place.path), String(place.start.offset)]] = index
        }
        guard !errors.isEmpty else { return }
        var isRepeated = [Bool](repeating: false, count: results.count)
        for (index, result) in results.enumerated() {
            guard result.isFromCheck, Self.codesOfReaders.contains(result.code),
                let place = result.diagnostic.places.first,
                let error = errors[[key(place.path), String(place.start.offset)]]
            else { continue }
            isRepeated[index] = true
            if result.suppression == nil { results[error].change = results[error].change ?? result.change }
        }
        results = results.indices.filter { !isRepeated[$0] }.map { results[$0] }
    }

    /// The checks of property lists that find the same problems as the reader of policy documents.
    private static let codesOfReaders = Set(
        [
            .repeatedKey, .wrongType, .unknownSetting, .invalidColor, .unknownFileProtection, .illegalListedScheme,
            .neverHandledScheme, .invalidAuthority, .notADictionary,
        ].map(\AppLintCode.rawValue)
    )

    private mutating func propertyList(_ path: String) -> (document: PropertyListDocument, hasConditions: Bool)? {
        guard let written = bytes(of: path, limit: PropertyListBounds().bytes) else { return nil }
        let bytes = options.preprocessorDefinitions.map { Preprocessor(definitions: $0).resolved(written) } ?? written
        do throws(PropertyListError) {
            let document = try PropertyListReader().read(bytes, path: path)
            add([document.source])
            return (document, bytes != written)
        } catch {
            var source = error.source
            source.hideConfigurations()
            add([source])
            add(error.diagnostics.map { LintFinding(reading: $0) })
            return nil
        }
    }

    // MARK: Files

    private mutating func bytes(of path: String, limit: Int = ReadingBounds().documentBytes) -> [UInt8]? {
        do throws(FileError) {
            return try files.read(path, limit: limit, plainOnly: false)
        } catch {
            add([LintFinding(reading: FileError.diagnostic(error, path: path))])
            return nil
        }
    }
}
