import PolicyModel

extension PolicySetting {
    /// What values the setting takes, and what it says.
    var schema: JSONSchema { .described(row.kind.schema, row.summary) }
}

extension PolicySettingKind {
    fileprivate var schema: JSONSchema {
        switch self {
        case .boolean: .boolean
        case .number(let range): .integer(range)
        case .text, .scheme, .duration: .text
        case .word(let words): .choice(words)
        case .words(let words): .array(.choice(words))
        case .links: .array(.text)
        case .protocols:
            .array(FileSchema.object(DocumentKeys.exemptedProtocol, required: ["value"]) { _ in .text })
        }
    }
}
