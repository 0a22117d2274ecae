import ByteText
import URLMatching

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

/// How many bytes the entries of lists in a compiled file may have together.
///
/// Entries take memory of their own once a list has to be looked up beside the tables, as one behind `unless` has. Where
/// they stand one behind the other they are as long as their section. But where a list only says at which places of a
/// table its names begin, 4 bytes stand for a name, and places may overlap: a file of 641 KB had names of 6.4 GB. So the
/// lists of a rule set have no more there than ``factor`` times what the table has, and the writer spells out the names
/// of a list that would have: whatever a file says, what it costs is in proportion to its size.
struct ListAllowance {
    /// Names of lists are about as long as what the table has for each; a few are longer.
    static let factor = 16
    /// So many bytes at most, more than documents have: positions of 32 bits can't overflow.
    static let byteLimit = 1 << 29

    private var hosts: Int
    private var urls: Int
    /// For the names that are spelled out, whatever their rule set.
    private(set) var spelledOut = Self.byteLimit

    /// - Parameters:
    ///   - hosts: The bytes of the table of hosts.
    ///   - urls: The bytes of the table of URLs.
    init(hosts: Int = 0, urls: Int = 0) { (self.hosts, self.urls) = (Self.allowed(hosts), Self.allowed(urls)) }

    /// Goes on to the tables of another rule set.
    mutating func enter(hosts: Int, urls: Int) { (self.hosts, self.urls) = (Self.allowed(hosts), Self.allowed(urls)) }

    /// Takes the names of a list whose names are in a table.
    ///
    /// - Parameters:
    ///   - count: How many entries it has.
    ///   - longest: How many bytes the longest has, as far as is known.
    ///   - format: Which table they stand in.
    /// - Returns: Whether they may be there.
    mutating func chargePlaces(count: Int, longest: Int, of format: ListFormat) -> Bool {
        switch format {
        case .urls: Self.charge(count, longest, of: &urls)
        case .domains, .hosts, .adblockDomains, .edge, .chrome: Self.charge(count, longest, of: &hosts)
        }
    }

    /// Takes the names of a list that are spelled out; false where they may not.
    mutating func chargeSpelledOut(bytes: Int, count: Int) -> Bool {
        Self.charge(max(bytes, count), 1, of: &spelledOut)
    }

    private static func allowed(_ bytes: Int) -> Int { min(byteLimit, min(bytes, byteLimit) * factor) }

    private static func charge(_ count: Int, _ longest: Int, of left: inout Int) -> Bool {
        guard count >= 0, longest >= 0 else { return false }
        // An entry without a byte takes its share of memory too.
        let (bytes, overflows) = count.multipliedReportingOverflow(by: max(longest, 1))
        guard !overflows, bytes <= left else { return false }
        left -= bytes
        return true
    }
}
