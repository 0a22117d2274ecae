import Diagnostics

/// A JSON value of a schema, with its keys in the order they are written.
enum SchemaValue: Sendable {
    case string(String)
    case integer(Int)
    case boolean(Bool)
    case list([SchemaValue])
    case object([(key: String, value: SchemaValue)])

    /// The value as text, indented by two spaces; what is short stands on one line.
    func text(indentation: String = "") -> String {
        let line = lineText
        if line.count + indentation.count <= 100 { return line }
        let inner = indentation + "  "
        switch self {
        case .string, .integer, .boolean: return line
        case .list(let values):
            let lines = values.map { inner + $0.text(indentation: inner) }
            return "[\n" + lines.joined(separator: ",\n") + "\n\(indentation)]"
        case .object(let entries):
            let lines = entries.map { inner + JSONText.string($0.key) + ": " + $0.value.text(indentation: inner) }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indentation)}"
        }
    }

    private var lineText: String {
        switch self {
        case .string(let text): JSONText.string(text)
        case .integer(let number): "\(number)"
        case .boolean(let value): "\(value)"
        case .list(let values): "[" + values.map(\.lineText).joined(separator: ", ") + "]"
        case .object(let entries):
            "{" + entries.map { JSONText.string($0.key) + ": " + $0.value.lineText }.joined(separator: ", ") + "}"
        }
    }
}
