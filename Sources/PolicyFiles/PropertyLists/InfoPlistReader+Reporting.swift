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

    /// The text of a value that the build fills in; nil where the value is known.
    func variable(in node: PropertyListNode) -> String? {
        guard case .string(let text) = node.content, BuildVariable.occurs(in: text) else { return nil }
        return text
    }
}
