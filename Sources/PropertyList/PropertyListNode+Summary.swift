import Diagnostics

extension PropertyListNode {
    /// What the value is, for messages.
    package var summary: String {
        switch content {
        case .dictionary: "a dictionary"
        case .array: "an array"
        case .string(let text): "the text `\(Quoted.word(text))`"
        case .data: "data"
        case .date: "a date"
        case .integer(let number): "the number `\(number)`"
        case .real(let number): "the number `\(number)`"
        case .boolean(let value): "`\(value)`"
        case .uid: "a reference of an archive"
        }
    }
}
