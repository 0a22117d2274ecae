import PropertyList

/// What a value of a wrong type was meant to be.
extension LocatedValue {
    /// The boolean that a text or a number stands for, as `YES` or 1; nil where it stands for none.
    var meantBoolean: Bool? {
        let written: String
        switch node.content {
        case .string(let text): written = text.lowercased()
        case .integer(let number): written = "\(number)"
        default: return nil
        }
        switch written {
        case "yes", "true", "1", "y", "on": return true
        case "no", "false", "0", "n", "off": return false
        default: return nil
        }
    }

    /// The whole number that a text stands for; nil where it stands for none.
    var meantInteger: Int? {
        guard let text, !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(text)
    }
}
