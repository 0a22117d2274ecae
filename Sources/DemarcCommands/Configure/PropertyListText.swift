import ByteText
import PropertyList

/// Property lists as lines of text, whatever their format, for showing the difference of two binary property lists.
enum PropertyListText {
    /// The lines of a value, in the style of XML property lists.
    static func bytes(of root: PropertyListNode) -> [UInt8] {
        var text = ""
        append(root, "", to: &text)
        return Array(text.utf8)
    }

    /// The lines of a binary property list before and after a change; nil if either is another kind of file.
    static func ofBinary(_ old: [UInt8], _ new: [UInt8], path: String) -> (old: [UInt8], new: [UInt8])? {
        guard let old = try? PropertyListReader().read(old, path: path), old.format == .binary,
            let new = try? PropertyListReader().read(new, path: path)
        else { return nil }
        return (bytes(of: old.root), bytes(of: new.root))
    }

    private static func append(_ node: PropertyListNode, _ indentation: String, to text: inout String) {
        switch node.content {
        case .dictionary(let entries) where !entries.isEmpty:
            text += "\(indentation)<dict>\n"
            for entry in entries {
                text += "\(indentation)\t<key>\(escaped(entry.key.text))</key>\n"
                append(entry.value, indentation + "\t", to: &text)
            }
            text += "\(indentation)</dict>\n"
        case .array(let nodes) where !nodes.isEmpty:
            text += "\(indentation)<array>\n"
            for node in nodes { append(node, indentation + "\t", to: &text) }
            text += "\(indentation)</array>\n"
        default: text += "\(indentation)\(element(node.content))\n"
        }
    }

    private static func element(_ content: PropertyListNode.Content) -> String {
        switch content {
        case .dictionary: "<dict/>"
        case .array: "<array/>"
        case .string(let text): "<string>\(escaped(text))</string>"
        case .integer(let number): "<integer>\(number)</integer>"
        case .real(let number): "<real>\(number)</real>"
        case .boolean(let isTrue): isTrue ? "<true/>" : "<false/>"
        case .date(let seconds): "<date>\(seconds) seconds since 2001</date>"
        case .data(let bytes): "<data>\(bytes.count) bytes</data>"
        case .uid(let number): "<uid>\(number)</uid>"
        }
    }

    private static func escaped(_ text: String) -> String { text.replacingScalars(XMLEscaping.reference) }
}
