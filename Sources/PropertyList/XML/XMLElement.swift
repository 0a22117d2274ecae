/// The elements of a property list.
enum XMLElement: String, CaseIterable {
    case plist, dict, key, array, string, data, date, integer, real
    case yes = "true"
    case no = "false"

    /// Whether the element holds elements rather than text.
    var isContainer: Bool { self == .plist || self == .dict || self == .array }
}
