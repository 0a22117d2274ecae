import Diagnostics
import DocumentReading

/// The entries of one mapping while it is read: each key once, including the entries of merge keys.
struct MappingEntries {
    private var entries: [DocumentNode.Entry] = []
    private var positions: [String: Int] = [:]
    private var merges: [DocumentNode] = []
    /// Where the merge key is written.
    private var mergePlace: DocumentNode.Place?

    /// Adds a key with its value, or reports why the key is not allowed.
    mutating func add(_ key: DocumentNode, _ value: DocumentNode, reporting reading: ReadingContext) {
        guard case .scalar(let text, let isPlain) = key.content else {
            reading.report(.keyNotText, "a key is a string, not a list or a mapping", at: key.place)
            return
        }
        if isPlain, text == "<<" {
            // Other readers take the last of several, so they would see another policy.
            if let mergePlace {
                reading.report(
                    .duplicateKey,
                    "the key `<<` appears twice",
                    at: key.place,
                    also: [mergePlace],
                    help: "write one `<<` with a list of mappings: `<<: [*a, *b]`"
                )
                return
            }
            mergePlace = key.place
            addMerge(value, reporting: reading)
            return
        }
        if let position = positions[text] {
            reading.report(
                .duplicateKey,
                "the key `\(Quoted.word(text))` appears twice",
                at: key.place,
                also: [entries[position].keyPlace],
                help: "keep one of them"
            )
            return
        }
        positions[text] = entries.count
        entries.append(DocumentNode.Entry(key: text, keyPlace: key.place, value: value))
    }

    private mutating func addMerge(_ value: DocumentNode, reporting reading: ReadingContext) {
        let sources: [DocumentNode] =
            switch value.content {
            case .sequence(let elements): elements
            default: [value]
            }
        for source in sources {
            if source.isMapping {
                merges.append(source)
            } else {
                reading.report(.wrongType, "`<<` merges mappings, and this is not one", at: source.place)
            }
        }
    }

    /// The entries, including merged ones, and the number of nodes in the merged ones.
    ///
    /// [Merge keys](https://yaml.org/type/merge.html): the mapping's own entries take precedence, then the earlier of
    /// several.
    consuming func finish() -> (entries: [DocumentNode.Entry], weight: Int) {
        var weight = 0
        for merge in merges {
            guard case .mapping(let merged) = merge.content else { continue }
            for entry in merged where positions[entry.key] == nil {
                positions[entry.key] = entries.count
                entries.append(entry)
                weight += Int(DocumentNode.weight(of: entry.key)) + Int(entry.value.weight)
            }
        }
        return (entries, weight)
    }
}
