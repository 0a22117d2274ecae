import PolicyModel
import URLMatching

/// A rule as it was read, with the place of its id.
struct ReadRule {
    var rule: Rule
    var idPlace: YAMLNode.Place
}

/// What a rule set or a rule file holds: rules of its own, and the rule files it includes, by resolved path.
struct RuleFile {
    var rules: [ReadRule] = []
    var includes: [String] = []
}

/// What tells one reading of a list from another.
struct ListKey: Hashable {
    var resolvedPath: String
    var format: ListFormat
}

/// A list as it was read; without entries where it can't be used.
struct ReadList {
    /// The path that explanations show.
    var path: String
    /// How many bytes the file has.
    var byteCount = 0
    var reading: EntryListReading?
    /// The file with its bad lines; nil where it has none.
    var file: Int32?
}
