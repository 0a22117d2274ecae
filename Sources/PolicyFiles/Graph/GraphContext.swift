/// What an `@odata.context` names: `…/$metadata#deviceAppManagement/iosManagedAppProtections(id,apps())/$entity`.
///
/// The form is that of OData ([context URL](https://docs.oasis-open.org/odata/odata/v4.01/os/part1-protocol/)): a
/// collection, in parentheses the selected properties or the key of one element, and further segments.
struct GraphContext {
    /// The known collection of policies; nil for any other.
    private(set) var collection: String?
    /// The segment below a policy of the collection, such as `assignments`; nil for the policies themselves.
    private(set) var part: String?
    /// Whether `$select` left out settings.
    private(set) var leavesOutSettings = false

    /// Reads a context; nil if it has no fragment, or is too long to be one.
    ///
    /// - Complexity: O(*n*) in the text.
    init?(_ text: String) {
        guard text.utf8.count <= 16_384, let hash = text.firstIndex(of: "#") else { return nil }
        let segments = Self.pieces(of: text[hash...].dropFirst(), at: "/")
        let names = segments.map { String($0.prefix { $0 != "(" }) }
        let isKnown = { (name: String) in name == GraphKeys.policyType + "s" || GraphKeys.otherTypes[name] != nil }
        guard let index = names.firstIndex(where: isKnown) else { return }
        collection = names[index]
        // Segments such as `$entity` and the name of a type are about the policy itself. Any other is a part of it, or
        // refers to it.
        part = names[(index + 1)...].first { !$0.isEmpty && !$0.hasPrefix("$") && !$0.contains(".") }
        let selected = Self.properties(segments[index].dropFirst(names[index].count))
        leavesOutSettings =
            !selected.allSatisfy(Self.related.contains) && !GraphKeys.tellingSettings.isSubset(of: selected)
    }

    /// Properties that refer to other objects, which older services list as if they were selected.
    private static let related: Set = ["apps", "assignments", "deploymentSummary", "*"]

    /// The selected properties in parentheses after a name. One with parentheses of its own was expanded and not
    /// selected, and a key has digits or signs.
    private static func properties(_ groups: Substring) -> [String] {
        groups.dropFirst().dropLast().split(separator: ")(").flatMap { group in
            pieces(of: group, at: ",").map { String($0.filter { $0 != " " }) }
                .filter { name in !name.isEmpty && name.allSatisfy { $0.isLetter || $0 == "*" } }
        }
    }

    /// The pieces between separators outside of parentheses.
    private static func pieces(of text: Substring, at separator: Character) -> [Substring] {
        var depth = 0
        return text.split(omittingEmptySubsequences: false) { character in
            if character == "(" { depth += 1 } else if character == ")" { depth = max(0, depth - 1) }
            return depth == 0 && character == separator
        }
    }
}
