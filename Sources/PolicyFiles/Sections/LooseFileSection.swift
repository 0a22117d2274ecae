import Diagnostics
import DocumentReading
import PolicyModel
import URLMatching

/// Reads files that a document would refer to, without a document.
struct LooseFileSection {
    let context: ReadingContext
    let rules: RulesSection

    /// The policies of a Graph file or a device log.
    func policies(_ bytes: [UInt8], path: String, resolvedPath: String) -> [AppProtectionPolicy]? {
        guard hasRoom(for: bytes, limit: context.documentLimit, path: path) else { return nil }
        let whole = DocumentNode.Place(file: 0, start: 0, end: 0)
        let reference = FileReference(path: path, resolvedPath: resolvedPath, place: whole)
        let graph = GraphSection(context, isDocument: false)
        guard let root = context.propertyListOrJSON(bytes, reference), !graph.refusesDocument(root) else { return nil }
        let search = graph.search(root, of: reference)
        guard !search.policies.isEmpty else {
            graph.reportNoPolicy(search, reference)
            return nil
        }
        graph.reportOthers(of: reference)
        var names: Set<String> = []
        var policies: [AppProtectionPolicy] = []
        for (position, policy) in search.policies.enumerated() {
            guard policy.isDeviceLog || !graph.refusesGraphNames(policy.node) else { continue }
            var name = policy.displayName ?? "policy \(position + 1)"
            if names.contains(name) { name += " (\(position + 1))" }
            names.insert(name)
            policies.append(graph.settings(of: policy, named: name))
        }
        return policies
    }

    /// The rules of a rule file and of the files it includes.
    func rules(_ bytes: [UInt8], path: String, resolvedPath: String) -> [Rule]? {
        guard hasRoom(for: bytes, limit: context.documentLimit, path: path),
            let file = rules.ruleFile(bytes, path: path, resolvedPath: resolvedPath)
        else { return nil }
        return rules.uniqueRules(of: file)
    }

    /// A list.
    func list(_ bytes: [UInt8], path: String, resolvedPath: String, format: ListFormat) -> EntryList? {
        guard hasRoom(for: bytes, limit: min(EntryList.fileByteLimit, rules.listBytesLeft), path: path) else {
            return nil
        }
        let file = context.open(SourceFile(path: path, bytes: bytes), resolvedPath: resolvedPath)
        let whole = DocumentNode.Place(file: file, start: 0, end: 0)
        do throws(MatcherError) {
            let reading = try EntryList.read(bytes.span, format: format)
            if let appearance = rules.foreignAppearance(of: reading, in: file) {
                let message =
                    "most lines are not of the format `\(format.rawValue)`; the file looks like \(appearance.name)"
                context.report(.badListLines, message, at: whole, help: appearance.help)
                return reading.list
            }
            rules.reportEach(reading.badLines, in: file)
            if reading.badLineCount > reading.badLines.count {
                let more = reading.badLineCount - reading.badLines.count
                context.report(.badListLines, "the list has \(more) more bad \(format.lines(more))", at: whole)
            }
            return reading.list
        } catch {
            context.report(error.code.rawValue, error.message, at: whole, help: error.help)
            return nil
        }
    }

    private func hasRoom(for bytes: [UInt8], limit: Int, path: String) -> Bool {
        guard bytes.count > limit else { return true }
        context.add(FileError.diagnostic(.tooLarge(limit: limit), path: path))
        return false
    }
}
