import Diagnostics
import PolicyModel
import PropertyList
import URLMatching

/// Files that a document would refer to, read without one.
struct LooseFileSection {
    let context: ReadingContext
    let rules: RulesSection

    /// The policies of a Graph file or a device's log.
    func graphDocument(_ bytes: [UInt8], path: String, resolvedPath: String) -> PolicyDocument? {
        guard hasRoom(for: bytes, limit: context.documentLimit, path: path) else { return nil }
        let whole = DocumentNode.Place(file: 0, start: 0, end: 0)
        let reference = FileReference(path: path, resolvedPath: resolvedPath, place: whole)
        let root =
            PropertyListReader.isPropertyList(bytes)
            ? context.logPropertyList(bytes, reference) : context.json(bytes, path: path, resolvedPath: resolvedPath)
        guard let root else { return nil }
        let graph = GraphSection(context)
        let search = graph.search(root, of: reference)
        guard !search.policies.isEmpty else {
            guard let first = search.others.first else {
                let (message, help) = graph.missing(root)
                context.report(.noPolicy, message, at: graph.start(of: root.place), help: help)
                return nil
            }
            let message = "the file holds no iOS app protection policy, but \(graph.kinds(search.others))"
            context.report(.noPolicy, message, at: first.place, help: "only `\(GraphKeys.policyType)` is read")
            return nil
        }
        graph.reportOthers(of: reference)
        var document = PolicyDocument(accounts: AccountDirectory([]), user: nil)
        for (position, policy) in search.policies.enumerated() {
            guard policy.isDeviceLog || !graph.refusesGraphNames(policy.node) else { continue }
            var name = policy.displayName ?? "policy \(position + 1)"
            if document.policies[name] != nil { name += " (\(position + 1))" }
            document.policies[name] = graph.settings(of: policy, named: name)
        }
        return document
    }

    /// The rules of a rule file and of those it includes.
    func rulesDocument(_ bytes: [UInt8], path: String, resolvedPath: String) -> PolicyDocument? {
        guard hasRoom(for: bytes, limit: context.documentLimit, path: path),
            let root = context.open(bytes, path: path, resolvedPath: resolvedPath),
            context.checkKind(of: root, is: "demarc-rules", otherwise: "demarc"),
            let fields = context.fields(root, "a rule file", keys: ["demarc-rules", "rules", "include"])
        else { return nil }
        context.checkVersion("demarc-rules", of: fields)
        return document(of: rules.uniqueRules(of: rules.rules(fields)), named: path)
    }

    /// One rule that has a list.
    func listDocument(
        _ bytes: [UInt8],
        path: String,
        resolvedPath: String,
        format: ListFormat
    ) -> PolicyDocument? {
        guard hasRoom(for: bytes, limit: min(EntryList.fileByteLimit, rules.listBytesLeft), path: path) else {
            return nil
        }
        let file = context.open(SourceFile(path: path, bytes: bytes), resolvedPath: resolvedPath)
        let whole = DocumentNode.Place(file: file, start: 0, end: 0)
        do throws(MatcherError) {
            let reading = try EntryList.read(bytes.span, format: format)
            rules.reportEach(reading.badLines, in: file)
            if reading.badLineCount > reading.badLines.count {
                let more = reading.badLineCount - reading.badLines.count
                context.report(.badListLines, "the list has \(more) more bad lines", at: whole)
            }
            let condition = Condition(key: .list, alternatives: [.list(reading.list)], paths: [path])
            let rule = Rule(
                id: "list",
                urlClass: .blocked,
                conditions: [condition],
                location: context.location(of: whole)
            )
            return document(of: [rule], named: path)
        } catch {
            context.report(error.code.rawValue, error.message, at: whole, help: error.help)
            return nil
        }
    }

    private func document(of rules: [Rule], named name: String) -> PolicyDocument {
        let start = SourceLocation(path: name, line: 1, column: 1)
        let ruleSet = RuleSet(name: name, defaultClass: .external, defaultLocation: start, rules: rules)
        return PolicyDocument(accounts: AccountDirectory([]), user: nil, ruleSets: [ruleSet])
    }

    private func hasRoom(for bytes: [UInt8], limit: Int, path: String) -> Bool {
        guard bytes.count > limit else { return true }
        let (code, message) = FileError.tooLarge(limit: limit).finding(path: path)
        context.add(Diagnostic(code: code.rawValue, message: message, places: [SourceRange(wholeFile: path)]))
        return false
    }
}
