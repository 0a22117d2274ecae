import ByteText

/// A part of a compiled file that is used where it stands: too large to be read when the file is opened.
struct CompiledSection {
    /// What a section holds. The raw values are in files: none is ever used for anything else.
    enum Kind: UInt32, CaseIterable {
        /// The document without what has sections of its own: see ``CompiledWriter``.
        case model = 1
        /// The table of the hosts that rules of a rule set name.
        case hosts = 2
        /// The table of the URLs that rules of a rule set name.
        case urls = 3
        /// The entries of a list, one behind the other.
        case names = 4
        /// For each entry of a list where it ends, 4 bytes each.
        case ends = 5
        /// Runs of a list's entries on lines that follow each other: the first entry and its line, 4 bytes each.
        case lines = 6
        /// For each entry of a list where its name stands in a table, 4 bytes each.
        case places = 7
    }

    let kind: Kind
    let bytes: SharedSlice

    init(_ kind: Kind, _ bytes: SharedSlice) {
        self.kind = kind
        self.bytes = bytes
    }
}
