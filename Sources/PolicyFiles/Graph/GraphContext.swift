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
        let segments = Self.segments(of: text[hash...].dropFirst())
        let isKnown = { (name: String) in
            name == GraphKeys.policyType + "s" || GraphKeys.otherTypes[name] != nil
        }
        if let index = segments.firstIndex(where: { isKnown($0.name) }) {
            collection = segments[index].name
            // Segments such as `$entity` and the name of a type are about the policy itself. Any other is a part of it, or
            // refers to it.
            part = segments[(index + 1)...].map(\.name)
                .first { !$0.isEmpty && !$0.hasPrefix("$") && !$0.contains(".") }
            let selected = segments[index].groups.flatMap(Self.properties)
            leavesOutSettings =
                !selected.allSatisfy(Self.related.contains) && !GraphKeys.tellingSettings.isSubset(of: selected)
        }
    }

    /// Properties that refer to other objects, which older services list as if they were selected.
    private static let related: Set = ["apps", "assignments", "deploymentSummary", "*"]

    private struct Segment {
        var name = ""
        /// The contents of its parentheses.
        var groups: [String] = []
    }

    /// The parts between slashes outside of parentheses.
    private static func segments(of text: Substring) -> [Segment] {
        var segments: [Segment] = []
        var segment = Segment()
        var depth = 0
        for character in text {
            switch character {
            case "(":
                depth += 1
                guard depth > 1 else {
                    segment.groups.append("")
                    continue
                }
            case ")":
                depth = max(0, depth - 1)
                guard depth > 0 else { continue }
            case "/" where depth == 0:
                segments.append(segment)
                segment = Segment()
                continue
            default: break
            }
            if depth == 0 {
                segment.name.append(character)
            } else {
                segment.groups[segment.groups.count - 1].append(character)
            }
        }
        return segments + [segment]
    }

    /// The selected properties of a group. A property with parentheses of its own was expanded, not selected, and a
    /// group with a quote or `=` is a key.
    private static func properties(_ group: String) -> [String] {
        guard !group.contains("'"), !group.contains("=") else { return [] }
        var properties: [String] = []
        var property = ""
        var (depth, isExpanded) = (0, false)
        for character in group + "," {
            switch character {
            case "," where depth == 0:
                // A key without quotes has digits or signs.
                let isName = !property.isEmpty && property.allSatisfy { $0.isLetter || $0 == "*" }
                if !isExpanded, isName { properties.append(property) }
                (property, isExpanded) = ("", false)
            case "(":
                depth += 1
                isExpanded = true
            case ")": depth = max(0, depth - 1)
            case " ": break
            default: property.append(character)
            }
        }
        return properties
    }
}
