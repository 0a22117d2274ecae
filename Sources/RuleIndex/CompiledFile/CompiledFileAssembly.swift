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
            file.write(UInt64(CompiledFileHeader.orderMark), count: 4, at: 8)
            file.write(UInt64(CompiledFileHeader.version), count: 4, at: 12)
            file.write(UInt64(file.count), count: 8, at: 16)
            file.write(UInt64(CompiledFileHeader.settingsMark), count: 4, at: CompiledFileHeader.checkedOffset)
            file.write(UInt64(sections.count), count: 4, at: CompiledFileHeader.countOffset)
            for (number, section) in sections.enumerated() {
                let entry = CompiledFileHeader.tableOffset + number * CompiledFileHeader.entryCount
                file.write(UInt64(section.kind.rawValue), count: 4, at: entry)
                file.write(UInt64(starts[number]), count: 8, at: entry + 8)
                file.write(UInt64(section.bytes.count), count: 8, at: entry + 16)
                file.copy(section.bytes.span, to: starts[number])
            }
            let checksum = CompiledFileChecksum.of(file.span.extracting(CompiledFileHeader.checkedOffset...))
            file.write(checksum, count: 8, at: CompiledFileHeader.checksumOffset)
        }
    }

    private static func aligned(_ offset: Int) -> Int {
        (offset + CompiledFileHeader.alignment - 1) & ~(CompiledFileHeader.alignment - 1)
    }
}

extension MutableSpan<UInt8> {
    /// Writes the lowest bytes of a number, lowest first.
    fileprivate mutating func write(_ number: UInt64, count: Int, at offset: Int) {
        for position in 0..<count {
            self[offset + position] = UInt8(truncatingIfNeeded: number >> (8 * UInt64(position)))
        }
    }

    fileprivate mutating func copy(_ bytes: Span<UInt8>, to offset: Int) {
        for position in bytes.indices { self[offset &+ position] = bytes[position] }
    }
}
