import Diagnostics
import PolicyModel

/// `include`: rule files, `demarc-rules: 1` with `rules` and `include` of their own.
extension PolicyReading {
    /// The rules and includes of a rule set or a rule file.
    func rules(_ fields: Fields) -> RuleFile {
        var file = RuleFile()
        if let node = fields["rules"] { file.rules = (elements(node, of: "rules") ?? []).compactMap { rule($0) } }
        if let node = fields["include"] {
            file.includes = (elements(node, of: "rule files") ?? []).compactMap { included($0) }
        }
        return file
    }

    /// Reads an included file, unless it has been read before; gives its resolved path.
    private func included(_ node: YAMLNode) -> String? {
        guard let reference = reference(node) else { return nil }
        let path = reference.resolvedPath
        if let start = includeChain.firstIndex(of: path) {
            let chain = (includeChain[start...] + [path]).map { shownPath($0) }.joined(separator: " → ")
            report(
                .cycle,
                "the files include one another in a circle: \(chain)",
                at: node.place,
                help: "remove one of the includes"
            )
            return nil
        }
        guard ruleFiles[path] == nil else { return path }
        guard includeChain.count <= bounds.includeDepth else {
            report(
                .nestedTooDeeply,
                "rule files include one another more than \(bounds.includeDepth) levels deep",
                at: node.place
            )
            return nil
        }
        guard includesLeft > 0 else {
            report(.tooManyIncludes, "more than \(bounds.includes) rule files", at: node.place)
            return nil
        }
        includesLeft -= 1
        ruleFiles[path] = RuleFile()
        includeChain.append(path)
        ruleFiles[path] = ruleFile(reference)
        includeChain.removeLast()
        return path
    }

    private func ruleFile(_ reference: Reference) -> RuleFile {
        guard let bytes = bytes(of: reference, limit: documentLimit),
            let root = open(bytes, path: reference.path, resolvedPath: reference.resolvedPath),
            checkKind(of: root, is: "demarc-rules", otherwise: "demarc"),
            let fields = fields(root, "a rule file", keys: DocumentKeys.ruleFile)
        else { return RuleFile() }
        checkVersion("demarc-rules", of: fields)
        return rules(fields)
    }

    /// The path that findings show for a resolved one.
    private func shownPath(_ resolvedPath: String) -> String {
        files.first { $0.resolvedPath == resolvedPath }?.source.path ?? resolvedPath
    }
}
