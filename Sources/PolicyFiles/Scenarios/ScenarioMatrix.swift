import ByteText
import Diagnostics
import DocumentReading

/// `matrix`: variables with the values that a scenario runs with; every combination runs once.
struct ScenarioMatrix {
    struct Variable {
        var name: String
        var place: DocumentNode.Place
        var values: [DocumentNode]
    }

    /// The variables in the order they are written; the last one varies fastest.
    var variables: [Variable] = []

    /// The number of combinations; nil if it overflows.
    var count: Int? {
        variables.reduce(1) { count, variable in
            guard let (product, overflow) = count.map({ $0.multipliedReportingOverflow(by: variable.values.count) }),
                !overflow
            else { return nil }
            return product
        }
    }

    /// The values of one combination.
    func values(ofCombination number: Int) -> [String: DocumentNode] {
        var rest = number
        var values: [String: DocumentNode] = [:]
        for variable in variables.reversed() {
            values[variable.name] = variable.values[rest % variable.values.count]
            rest /= variable.values.count
        }
        return values
    }

    /// The text that distinguishes a combination from the others: its values, except those of the given variables.
    func label(of values: [String: DocumentNode], without mentioned: Set<String>) -> String {
        let words = variables.filter { !mentioned.contains($0.name) }.compactMap { variable in
            values[variable.name].map { "\(variable.name)=\(Self.written($0))" }
        }
        return words.isEmpty ? "" : " [\(words.joined(separator: ", "))]"
    }

    /// A value on one line, shortened if it is long.
    private static func written(_ node: DocumentNode) -> String {
        switch node.content {
        case .scalar: scalar(node)
        case .sequence(let elements):
            "[" + elements.prefix(8).map(scalar).joined(separator: ", ") + (elements.count > 8 ? ", …]" : "]")
        case .mapping(let entries):
            "{" + entries.prefix(8).map { "\(shown($0.key)): \(scalar($0.value))" }.joined(separator: ", ")
                + (entries.count > 8 ? ", …}" : "}")
        }
    }

    private static func scalar(_ node: DocumentNode) -> String {
        guard case .scalar(let text, _) = node.content else { return "…" }
        return shown(text)
    }

    private static func shown(_ text: String) -> String {
        guard text.utf8.count > 200, text.unicodeScalars.count > 200 else { return VisibleText.of(text) }
        return VisibleText.of(text.prefixOfScalars(200)) + "…"
    }
}

/// The remaining limits on what matrices and `defaults` generate.
struct ScenarioExpansionBudget {
    var scenariosLeft: Int
    var nodesLeft: Int
    var bytesLeft: Int

    init(_ bounds: ReadingBounds) {
        scenariosLeft = bounds.scenarios
        nodesLeft = bounds.expandedNodes
        bytesLeft = bounds.allDocumentBytes
    }

    /// Whether everything generated so far is within the bounds.
    var isKept: Bool { nodesLeft >= 0 && bytesLeft >= 0 }
}
