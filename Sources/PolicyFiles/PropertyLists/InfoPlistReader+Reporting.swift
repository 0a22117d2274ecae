import Diagnostics
import PolicyModel
import PropertyList

/// Places and words.
extension InfoPlistReader {
    /// Reports a finding about a place of the plist.
    func report(
        _ code: FindingCode,
        _ message: String,
        at place: Range<Int>,
        _ severity: Diagnostic.Severity,
        help: String? = nil,
        fix: String? = nil
    ) {
        reading.report(code, message, at: self.place(of: place), severity: severity, help: help, fix: fix)
    }

    /// A place of the plist among those of all files.
    func place(of place: Range<Int>) -> YAMLNode.Place {
        YAMLNode.Place(file: file, start: Int32(place.lowerBound), end: Int32(place.upperBound))
    }

    func location(of place: Range<Int>) -> SourceLocation { reading.location(of: self.place(of: place)) }

    /// What a value is, for messages.
    func description(of node: PropertyListNode) -> String {
        switch node.content {
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

    /// The text of a value that the build fills in; nil where the value is known.
    func variable(in node: PropertyListNode) -> String? {
        guard case .string(let text) = node.content, Self.hasVariable(text) else { return nil }
        return text
    }

    /// Whether a text holds `$(NAME)` or `${NAME}`.
    static func hasVariable(_ text: String) -> Bool {
        zip(text.utf8, text.utf8.dropFirst()).contains { one, next in
            one == UInt8(ascii: "$") && (next == UInt8(ascii: "(") || next == UInt8(ascii: "{"))
        }
    }
}
