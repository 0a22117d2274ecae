import DocumentReading

/// The JSON Schemas of the files that people write, which editors use for completion.
///
/// They are generated from the tables that the readers use, so that an editor offers exactly what can be read. A schema
/// describes the form of a file; what names refer to, and whether patterns are valid, is only checked by reading.
public enum FileSchema: String, CaseIterable, Sendable {
    /// Policy documents, `demarc: 1`.
    case policy
    /// Rule files, `demarc-rules: 1`.
    case rules
    /// Scenario files, `demarc-test: 1`.
    case scenarios

    /// The schema as JSON text that ends with a line break.
    public var json: String {
        let (title, root, definitions) = content
        return root.file(titled: title, definitions: definitions)
    }

    /// The definitions that keys refer to, by name, for the tests that compare them with the readers.
    typealias Definitions = [(key: String, value: JSONSchema)]

    var content: (title: String, root: JSONSchema, definitions: Definitions) {
        switch self {
        case .policy:
            ("Demarc policy document", Self.document, Self.documentDefinitions + Self.ruleDefinitions)
        case .rules: ("Demarc rule file", Self.ruleFile, Self.ruleDefinitions)
        case .scenarios: ("Demarc scenario file", Self.scenarioFile, Self.scenarioDefinitions)
        }
    }

    /// A mapping with the keys of a reader's table.
    ///
    /// - Parameters:
    ///   - keys: The table.
    ///   - required: The keys without which reading fails.
    ///   - value: The schema of each key's value.
    /// - Returns: The schema of the mapping, which has no other keys.
    package static func object(_ keys: [String], required: [String] = [], _ value: (String) -> JSONSchema) -> JSONSchema
    {
        .object(keys.map { ($0, value($0)) }, required: required)
    }
}
