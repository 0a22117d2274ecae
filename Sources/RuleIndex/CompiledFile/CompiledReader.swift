import ByteText

/// Reads what a ``CompiledWriter`` has written, and believes none of it.
///
/// Every read is checked against the end, every text is checked to be UTF-8. What reading costs is bounded by the bytes
/// that are read, since no value is read without a byte of its own.
struct CompiledReader: FieldVisitor {
    private let bytes: [UInt8]
    private let file: CompiledFileContents
    private var position = 0
    private var shared: [String] = []
    private var nextSection = 0
    /// The tables of the rule sets that have been read.
    private(set) var tables: [CompiledTableBytes] = []
    /// What the lists that are still to be read may have.
    var allowance = ListAllowance()

    /// - Parameters:
    ///   - bytes: What was written.
    ///   - file: Where the sections are that it names.
    init(_ bytes: [UInt8], of file: CompiledFileContents) {
        self.bytes = bytes
        self.file = file
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func visit<Value: CompiledForm>(_ value: inout Value) throws(CompiledFileError) {
        value = try Value(from: &self)
    }

    mutating func readByte() throws(CompiledFileError) -> UInt8 {
        guard position < bytes.count else { throw Self.endsEarly }
        position += 1
        return bytes[position - 1]
    }

    mutating func readNumber() throws(CompiledFileError) -> Int {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            let byte = try readByte()
            // The tenth byte holds the last bit.
            guard shift < 63 || byte <= 1 else { break }
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return Int(truncatingIfNeeded: number >> 1) ^ -Int(truncatingIfNeeded: number & 1) }
        }
        throw .malformed("it has a number that is too large")
    }

    mutating func readBits() throws(CompiledFileError) -> UInt64 {
        var bits: UInt64 = 0
        for position in 0..<8 { bits |= UInt64(try readByte()) << (8 * UInt64(position)) }
        return bits
    }

    /// A number of things that each take a byte at least.
    mutating func readCount() throws(CompiledFileError) -> Int {
        let count = try readNumber()
        guard count >= 0, count <= bytes.count - position else { throw Self.endsEarly }
        return count
    }

    mutating func readText() throws(CompiledFileError) -> String {
        let count = try readCount()
        defer { position += count }
        guard let text = String(validating: bytes[position..<position + count], as: UTF8.self) else {
            throw .malformed("it has a text that is not UTF-8")
        }
        return text
    }

    mutating func readShared() throws(CompiledFileError) -> String {
        let number = try readNumber()
        if number == shared.count { shared.append(try readText()) }
        guard shared.indices.contains(number) else { throw .malformed("it has a text that is nowhere") }
        return shared[number]
    }

    /// The section whose number stands here.
    ///
    /// Each is used once, in the order of their numbers: lists that shared one could cost more than their file is worth.
    mutating func readSection(_ kind: CompiledSection.Kind) throws(CompiledFileError) -> SharedSlice {
        guard try readNumber() == nextSection else { throw .malformed("a section is not where it should be") }
        nextSection += 1
        return try file.section(nextSection - 1, kind)
    }

    /// Reads where the tables of the rule set are that comes.
    mutating func readTables() throws(CompiledFileError) {
        let read = CompiledTableBytes(hosts: try readSection(.hosts), urls: try readSection(.urls))
        allowance.enter(hosts: read.hosts.count, urls: read.urls.count)
        tables.append(read)
    }

    private static var endsEarly: CompiledFileError { .malformed("it ends in the middle of a value") }
}
