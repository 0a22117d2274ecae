import Diagnostics
import DocumentReading
import PolicyModel

/// `include`: rule files, `demarc-rules: 1` with their own `rules` and `include`.
extension RulesSection {
    /// The rules and includes of a rule set or a rule file.
    func rules(_ fields: Fields) -> RuleFile {
        var file = RuleFile()
        if let node = fields["rules"] {
            file.rules = (context.elements(node, of: "rules") ?? []).compactMap { rule($0) }
        }
        if let node = fields["include"] {
            file.includes = (context.elements(node, of: "rule files") ?? []).compactMap { included($0) }
            file.height += file.includes.compactMap { ruleFiles[$0]?.height }.max() ?? 0
        }
        return file
    }

    /// Reads an included file unless it has been read before, and returns its resolved path.
    private func included(_ node: DocumentNode) -> String? {
        guard let reference = reference(node) else { return nil }
        let path = reference.resolvedPath
        if let start = includeChain.firstIndex(of: path) {
            let chain = (includeChain[start...] + [path]).map { shownPath($0) }.joined(separator: " → ")
            context.report(
                .cycle,
                "the files include one another in a cycle: \(chain)",
                at: node.place,
                help: "remove one of the includes"
            )
            return nil
        }
        // A file that was read before may be deeper here, with everything that it includes.
        guard includeChain.count + (ruleFiles[path]?.height ?? 1) <= context.bounds.includeDepth + 1 else {
            context.report(
                .nestedTooDeeply,
                "rule files include one another more than \(context.bounds.includeDepth) levels deep",
                at: node.place
            )
            return nil
        }
        guard ruleFiles[path] == nil else { return path }
        guard includesLeft > 0 else {
            context.report(.tooManyIncludes, "more than \(context.bounds.includes) rule files", at: node.place)
            return nil
        }
        includesLeft -= 1
        ruleFiles[path] = RuleFile()
        includeChain.append(path)
        let bytes = context.bytes(of: reference, limit: context.documentLimit)
        ruleFiles[path] = bytes.flatMap { ruleFile($0, path: reference.path, resolvedPath: path) } ?? RuleFile()
        includeChain.removeLast()
        return path
    }

    /// The rules and includes of a rule file; nil if it is not one.
    func ruleFile(_ bytes: [UInt8], path: String, resolvedPath: String) -> RuleFile? {
        let key = DocumentKind.rules.rawValue
        // An empty file is told what a rule file begins with.
        let formatKey = context.formatKey
        context.formatKey = key
        defer { context.formatKey = formatKey }
        guard let root = context.open(bytes, path: path, resolvedPath: resolvedPath),
            context.checkKind(of: root, is: key, otherwise: DocumentKind.policy.rawValue),
            let fields = context.fields(root, "a rule file", keys: DocumentKeys.ruleFile)
        else { return nil }
        context.checkVersion(key, of: fields)
        return rules(fields)
    }

    /// The path shown in findings for a resolved path.
    private func shownPath(_ resolvedPath: String) -> String {
        context.files.first { $0.resolvedPath == resolvedPath }?.source.path ?? resolvedPath
    }
}
