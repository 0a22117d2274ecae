import Diagnostics
import PropertyList
import Testing

/// The first two lines of nearly every property list.
let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">

    """

/// Reads a text.
func read(_ text: String, bounds: PropertyListBounds = PropertyListBounds()) -> Result<
    PropertyListDocument, PropertyListError
> {
    read(Array(text.utf8), bounds: bounds)
}

/// Reads bytes.
func read(
    _ bytes: [UInt8],
    bounds: PropertyListBounds = PropertyListBounds(),
    acceptsFragment: Bool = false
) -> Result<PropertyListDocument, PropertyListError> {
    var reader = PropertyListReader(bounds: bounds)
    reader.acceptsFragment = acceptsFragment
    do throws(PropertyListError) {
        return .success(try reader.read(bytes, path: "f"))
    } catch {
        return .failure(error)
    }
}

/// The findings of a reading, one line each: `line:column code «underlined» message | help`, with the underlined texts
/// of other places after the first.
func summary(_ result: Result<PropertyListDocument, PropertyListError>) -> [String] {
    guard case .failure(let error) = result else { return [] }
    return error.diagnostics.map { finding in
        let texts = finding.places.map { place in
            let place =
                min(place.start.offset, error.source.bytes.count)..<min(place.end.offset, error.source.bytes.count)
            return "«\(String(decoding: error.source.bytes[place], as: UTF8.self))»"
        }
        let start = finding.places.first?.start
        return "\(start?.line ?? 0):\(start?.column ?? 0) \(finding.code) \(texts.joined()) \(finding.message)"
            + (finding.help.map { " | \($0)" } ?? "")
    }
}

/// A value as one line.
func line(_ node: PropertyListNode) -> String {
    switch node.content {
    case .dictionary(let entries):
        "{" + entries.map { "\($0.key.text): \(line($0.value))" }.joined(separator: ", ") + "}"
    case .array(let nodes): "[" + nodes.map { line($0) }.joined(separator: ", ") + "]"
    case .string(let text): "'\(text)'"
    case .data(let bytes): "data\(bytes)"
    case .date(let seconds): "date(\(seconds))"
    case .integer(let number): "\(number)"
    case .real(let number): "real(\(number))"
    case .boolean(let value): "\(value)"
    case .uid(let number): "uid(\(number))"
    }
}

/// The value of a reading as one line, or its error.
func value(_ result: Result<PropertyListDocument, PropertyListError>) -> String {
    switch result {
    case .success(let document): line(document.root)
    case .failure: summary(result).joined(separator: "\n")
    }
}

/// Every place of a value with the text there, from the outside in.
func places(_ node: PropertyListNode, in document: PropertyListDocument) -> [String] {
    let text = { (place: Range<Int>) in String(decoding: document.source.bytes[place], as: UTF8.self) }
    var result = [text(node.place)]
    for entry in node.entries ?? [] { result += [text(entry.key.place)] + places(entry.value, in: document) }
    if case .array(let nodes) = node.content { result += nodes.flatMap { places($0, in: document) } }
    return result
}
