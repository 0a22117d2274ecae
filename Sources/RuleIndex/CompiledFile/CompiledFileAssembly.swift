import ByteText

/// Assembles the header and the sections of a compiled file.
enum CompiledFileAssembly {
    /// Assembles the whole file.
    ///
    /// - Parameter sections: The sections in the order of their numbers; the model is the last one.
    /// - Returns: The bytes of the file.
    /// - Throws: ``CompiledFileError`` if there are more than a file can have.
    /// - Complexity: O(*n*) in the bytes of the sections.
    static func file(_ sections: [CompiledSection]) throws(CompiledFileError) -> SharedBytes {
        guard sections.count <= CompiledFileHeader.sectionLimit else {
            throw CompiledFileError(.tooLarge, "the policy has more lists than a compiled file can hold")
        }
        var end = CompiledFileHeader.tableOffset + sections.count * CompiledFileHeader.entryCount
        var starts: [Int] = []
        for section in sections {
            starts.append(aligned(end))
            end = aligned(end) + section.bytes.count
        }
        guard end <= CompiledFileHeader.fileLimit else { throw .tooLarge }
        return SharedBytes(count: end) { file in
            for (position, byte) in CompiledFileHeader.magic.enumerated() { file[position] = byte }
            file.write(CompiledFileHeader.orderMark, at: 8)
            file.write(CompiledFileHeader.version, at: 12)
            file.write(UInt64(file.count), at: 16)
            file.write(CompiledFileHeader.settingsMark, at: CompiledFileHeader.checkedOffset)
            file.write(UInt32(sections.count), at: CompiledFileHeader.countOffset)
            for (number, section) in sections.enumerated() {
                let entry = CompiledFileHeader.tableOffset + number * CompiledFileHeader.entryCount
                file.write(section.kind.rawValue, at: entry)
                file.write(UInt64(starts[number]), at: entry + 8)
                file.write(UInt64(section.bytes.count), at: entry + 16)
                file.copy(section.bytes.span, to: starts[number])
            }
            let checksum = CompiledFileChecksum.of(file.span.extracting(CompiledFileHeader.checkedOffset...))
            file.write(checksum, at: CompiledFileHeader.checksumOffset)
        }
    }

    private static func aligned(_ offset: Int) -> Int {
        (offset + CompiledFileHeader.alignment - 1) & ~(CompiledFileHeader.alignment - 1)
    }
}

extension MutableSpan<UInt8> {
    fileprivate mutating func copy(_ bytes: Span<UInt8>, to offset: Int) {
        for position in bytes.indices { self[offset &+ position] = bytes[position] }
    }
}
