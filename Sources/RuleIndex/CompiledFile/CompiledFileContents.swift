import ByteText

/// The bytes of a compiled file whose header and checksum have been verified.
struct CompiledFileContents: Sendable {
    let bytes: SharedBytes
    /// The checksum in the header.
    let checksum: Int
    private let sections: [(kind: CompiledSection.Kind, range: Range<Int>)]

    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - verifies: Whether the checksum is compared. Only tests and fuzzers skip it, to prove that everything that is
    ///     read is checked where it is used.
    /// - Throws: ``CompiledFileError``.
    init(_ bytes: SharedBytes, verifies: Bool = true) throws(CompiledFileError) {
        self.bytes = bytes
        let header = try CompiledFileHeader(bytes.span)
        sections = header.sections
        let file = bytes.span
        checksum = file.number64(at: CompiledFileHeader.checksumOffset)
        guard verifies else { return }
        let actual = CompiledFileChecksum.of(file.extracting(CompiledFileHeader.checkedOffset...))
        guard UInt64(bitPattern: Int64(checksum)) == actual else { throw CompiledFileHeader.damaged }
    }

    /// The section with a number, which must be of a kind.
    func section(_ number: Int, _ kind: CompiledSection.Kind) throws(CompiledFileError) -> SharedSlice {
        guard sections.indices.contains(number), sections[number].kind == kind,
            let slice = SharedSlice(sections[number].range, of: bytes)
        else { throw .malformed("a required section is missing") }
        return slice
    }

    /// The last section, which is read when the file is opened.
    func model() throws(CompiledFileError) -> SharedSlice { try section(sections.count - 1, .model) }
}

/// A part of a compiled file that is used in place: it is too large to be read when the file is opened.
struct CompiledSection {
    /// The kind of a section. The raw values are stored in files and are never reused.
    enum Kind: UInt32, CaseIterable {
        /// The document, except for data that has sections of its own: see ``CompiledWriter``.
        case model = 1
        /// The table of the hosts that rules of a rule set name.
        case hosts = 2
        /// The table of the URLs that rules of a rule set name.
        case urls = 3
        /// The entries of a list, one after the other.
        case names = 4
        /// The end of each entry of a list, 4 bytes each.
        case ends = 5
        /// Runs of a list's entries on consecutive lines: the first entry and its line, 4 bytes each.
        case lines = 6
        /// The place of each list entry's name in a table, 4 bytes each.
        case places = 7
    }

    let kind: Kind
    let bytes: SharedSlice

    init(_ kind: Kind, _ bytes: SharedSlice) {
        self.kind = kind
        self.bytes = bytes
    }
}
