import Diagnostics
package import PropertyList

/// An addition to an Info.plist or to entitlements.
package struct AppAddition: Hashable, Sendable {
    /// The check that reported it as missing.
    package var code: AppLintCode
    /// The file it was added to.
    package var path: String
    /// The change that adds it.
    package var change: PropertyListChange
    /// A short description of the addition: one line in lower case without a final period, such as
    /// ``adds `msteams-intunemam` to `LSApplicationQueriesSchemes` ``.
    package var message: String

    /// Creates the addition that a finding requires.
    ///
    /// - Returns: Nil if no change is certain, or if the change corrects existing content instead of adding to it.
    init?(_ finding: LintFinding, to document: PropertyListDocument) {
        guard let change = finding.change, let code = AppLintCode(rawValue: finding.code) else { return nil }
        self.code = code
        path = document.source.path
        self.change = change
        switch change {
        case .remove, .rename: return nil
        case .insert(let path, _, let values):
            guard !values.isEmpty else { return nil }
            message = "adds \(Self.list(values)) to `\(Self.name(path))`"
        case .insertText(let path, _): message = "adds the types of the SDK to `\(Self.name(path))`"
        case .set(let path, let value):
            let name = "`\(Self.name(path))`"
            guard let old = document.root.value(at: path) else {
                message = "adds \(name): \(Self.list([value]))"
                return
            }
            // The predicate has the meaning of the constants, and more.
            let isRule = code == .activationConstants
            guard isRule || value.keeps(old) else { return nil }
            message =
                isRule
                ? "writes \(name) as a predicate with the types of the SDK" : "makes \(name) \(Self.list([value]))"
        }
    }

    private static func name(_ path: [PropertyListChange.Step]) -> String { path.description(ofRoot: "the root") }

    private static func list(_ values: [PropertyListValue]) -> String {
        let words = values.flatMap { value -> [String] in
            switch value {
            case .string(let text): [VisibleText.of(Quoted.word(text))]
            case .integer(let number): ["\(number)"]
            case .boolean(let isTrue): [isTrue ? "true" : "false"]
            case .array(let values): values.map { list([$0]) }.map { $0.trimmingBackticks }
            case .dictionary(let entries): entries.map { VisibleText.of(Quoted.word($0.key)) }
            }
        }
        return words.isEmpty ? "nothing" : words.map { "`\($0)`" }.joined(separator: ", ")
    }
}

extension String {
    /// The text of a word without its backticks.
    fileprivate var trimmingBackticks: String {
        hasPrefix("`") && hasSuffix("`") && count > 1 ? String(dropFirst().dropLast()) : self
    }
}

extension PropertyListNode {
    /// The value at a path; nil if there is none.
    fileprivate func value(at path: [PropertyListChange.Step]) -> PropertyListNode? {
        var node = self
        for step in path {
            switch (step, node.content) {
            case (.key(let key), _):
                guard let value = node.entry(key)?.value else { return nil }
                node = value
            case (.position(let position), .array(let nodes)):
                guard nodes.indices.contains(position) else { return nil }
                node = nodes[position]
            case (.position, _): return nil
            }
        }
        return node
    }
}

extension PropertyListValue {
    /// Whether this value contains everything that another value contains, so that writing it removes nothing.
    fileprivate func keeps(_ old: PropertyListNode) -> Bool {
        switch (self, old.content) {
        // A text of blanks has no content.
        case (.string, .string(let text)): return text.allSatisfy(\.isWhitespace)
        case (.array(let values), .array(let nodes)):
            // Each element must occur as often as before; the order may differ.
            var left = values
            for node in nodes {
                guard let index = left.firstIndex(where: { $0.isSame(as: node) }) else { return false }
                left.remove(at: index)
            }
            return true
        case (.dictionary(let entries), .dictionary(let old)):
            return old.allSatisfy { entry in
                entries.first { $0.key == entry.key.text }?.value.isSame(as: entry.value) ?? false
            }
        default: return isSame(as: old)
        }
    }

    private func isSame(as node: PropertyListNode) -> Bool {
        switch (self, node.content) {
        case (.string(let one), .string(let other)): one == other
        case (.integer(let one), .integer(let other)): one == other
        case (.boolean(let one), .boolean(let other)): one == other
        case (.array(let values), .array(let nodes)): values.count == nodes.count && keeps(node)
        case (.dictionary(let entries), .dictionary(let old)): entries.count == old.count && keeps(node)
        default: false
        }
    }
}
