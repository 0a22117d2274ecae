import Diagnostics
import PolicyModel
import PropertyList
import URLMatching

/// Files that a document would refer to, read without one.
extension PolicyReading {
    /// The policies of a Graph file or a device's log.
    func loosePolicies(_ bytes: [UInt8], path: String, resolvedPath: String) -> [AppProtectionPolicy]? {
        guard hasRoom(for: bytes, limit: documentLimit, path: path) else { return nil }
        let whole = YAMLNode.Place(file: 0, start: 0, end: 0)
        let reference = Reference(path: path, resolvedPath: resolvedPath, place: whole)
        let root =
            PropertyListReader.isPropertyList(bytes)
            ? logPropertyList(bytes, reference) : json(bytes, path: path, resolvedPath: resolvedPath)
        guard let root else { return nil }
        let search = PolicySearch(root)
        graphFiles[resolvedPath] = GraphFile(path: path, search: search, root: root)
        guard !search.policies.isEmpty else {
            guard let first = search.others.first else {
                let (message, help) = missing(root)
                report(.noPolicy, message, at: start(of: root.place), help: help)
                return nil
            }
            let message = "the file holds no iOS app protection policy, but \(kinds(search.others))"
            report(.noPolicy, message, at: first.place, help: "only `\(GraphKeys.policyType)` is read")
            return nil
        }
        reportOthers(of: reference)
        var names: Set<String> = []
        var policies: [AppProtectionPolicy] = []
        for (position, policy) in search.policies.enumerated() {
            guard policy.isDeviceLog || !refusesGraphNames(policy.node) else { continue }
            var name = policy.displayName ?? "policy \(position + 1)"
            if names.contains(name) { name += " (\(position + 1))" }
            names.insert(name)
            policies.append(settings(of: policy, named: name))
        }
        return policies
    }

    /// The rules of a rule file and of those it includes.
    func looseRules(_ bytes: [UInt8], path: String, resolvedPath: String) -> [Rule]? {
        guard hasRoom(for: bytes, limit: documentLimit, path: path),
            let root = open(bytes, path: path, resolvedPath: resolvedPath),
            checkKind(of: root, is: "demarc-rules", otherwise: "demarc"),
            let fields = fields(root, "a rule file", keys: ["demarc-rules", "rules", "include"])
        else { return nil }
        checkVersion("demarc-rules", of: fields)
        return uniqueRules(of: rules(fields))
    }

    /// A list.
    func looseList(_ bytes: [UInt8], path: String, resolvedPath: String, format: ListFormat) -> EntryList? {
        guard hasRoom(for: bytes, limit: min(EntryList.fileByteLimit, listBytesLeft), path: path) else { return nil }
        let file = open(SourceFile(path: path, bytes: bytes), resolvedPath: resolvedPath)
        let whole = YAMLNode.Place(file: file, start: 0, end: 0)
        do throws(MatcherError) {
            let reading = try EntryList.read(bytes.span, format: format)
            reportEach(reading.badLines, in: file)
            if reading.badLineCount > reading.badLines.count {
                let more = reading.badLineCount - reading.badLines.count
                report(.badListLines, "the list has \(more) more bad lines", at: whole)
            }
            return reading.list
        } catch {
            report(error.code.rawValue, error.message, at: whole, help: error.help)
            return nil
        }
    }

    private func hasRoom(for bytes: [UInt8], limit: Int, path: String) -> Bool {
        guard bytes.count > limit else { return true }
        let (code, message) = Self.explain(.tooLarge(limit: limit), path: path)
        add(Diagnostic(code: code.rawValue, message: message, places: [SourceRange(wholeFile: path)]))
        return false
    }
}
