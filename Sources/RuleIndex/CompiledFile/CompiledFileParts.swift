import ByteText

/// The parts of a compiled policy file, to be changed and reassembled with the right checksum.
///
/// An attacker who can write files to a cache can do the same. Random changes to bytes hardly ever get past the first
/// value that becomes invalid, so tests and fuzzers change values instead: counts, numbers of sections, places, texts.
/// Not part of the API.
@_spi(Fuzzing) public struct CompiledFileParts: Sendable {
    /// A value of the model, as ``CompiledWriter`` writes it.
    public enum Value: Hashable, Sendable {
        case byte(UInt8)
        case number(Int)
        case bits(UInt64)
        case text([UInt8])
    }

    /// A section that is used in place.
    public struct Section: Sendable {
        let kind: CompiledSection.Kind
        /// Its bytes.
        public var bytes: [UInt8]
    }

    /// The values of the model.
    public var values: [Value]
    /// All other sections, in order.
    public var sections: [Section]

    /// Splits a policy into its parts.
    public init(_ policy: CompiledPolicy) {
        var writer = CompiledWriter(policy.ruleSets, notesValues: true)
        policy.document.write(to: &writer)
        values = writer.values ?? []
        sections = writer.sections.map { Section(kind: $0.kind, bytes: $0.bytes.array) }
    }

    /// The file with these parts.
    ///
    /// - Throws: ``CompiledFileError`` if they are too large for a file.
    public func file() throws(CompiledFileError) -> [UInt8] {
        var writer = CompiledWriter()
        writer.write(values)
        let parts = sections.map { CompiledSection($0.kind, SharedSlice(copying: $0.bytes)) }
        let model = CompiledSection(.model, SharedSlice(copying: writer.bytes))
        return SharedSlice(try CompiledFileAssembly.file(parts + [model])).array
    }

    /// Updates the size and the checksum in the header of a file to match its bytes.
    public static func seal(_ file: inout [UInt8]) {
        guard file.count >= CompiledFileHeader.tableOffset else { return }
        let checksum = CompiledFileChecksum.of(file.span.extracting(CompiledFileHeader.checkedOffset...))
        let count = UInt64(file.count)
        var bytes = file.mutableSpan
        bytes.write(count, at: 16)
        bytes.write(checksum, at: CompiledFileHeader.checksumOffset)
    }

    /// The bytes of a file that describe the positions of its sections.
    public static func table(of file: [UInt8]) -> Range<Int> {
        let start = CompiledFileHeader.countOffset
        guard file.count >= CompiledFileHeader.tableOffset else { return start..<start }
        let count = min(Int(file.span.number32(at: start)), CompiledFileHeader.sectionLimit)
        return start..<min(CompiledFileHeader.tableOffset + count * CompiledFileHeader.entryCount, file.count)
    }
}
