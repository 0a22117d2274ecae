import ByteText
import URLMatching

/// Reads data written by a ``CompiledWriter``, without trusting it.
///
/// Every read is checked against the end, and every text is checked to be UTF-8. The cost of reading is bounded by the
/// bytes that are read, because every value takes at least one byte.
struct CompiledReader: FieldVisitor {
    private let bytes: [UInt8]
    private let file: CompiledFileContents
    private var position = 0
    private var shared: [String] = []
    private var nextSection = 0
    /// The tables of the rule sets that have been read.
    private(set) var tables: [CompiledTableBytes] = []
    /// The remaining allowance for lists.
    var allowance = ListAllowance()

    /// - Parameters:
    ///   - bytes: The written data.
    ///   - file: The file with the sections that the data refers to.
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
            // The tenth byte contains the last bit.
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

    /// A number of elements that each take at least one byte.
    mutating func readCount() throws(CompiledFileError) -> Int {
        let count = try readNumber()
        guard count >= 0, count <= bytes.count - position else { throw Self.endsEarly }
        return count
    }

    mutating func readText() throws(CompiledFileError) -> String {
        let count = try readCount()
        defer { position += count }
        guard let text = String(validating: bytes[position..<position + count], as: UTF8.self) else {
            throw .malformed("it has a string that is not UTF-8")
        }
        return text
    }

    mutating func readShared() throws(CompiledFileError) -> String {
        let number = try readNumber()
        if number == shared.count { shared.append(try readText()) }
        guard shared.indices.contains(number) else { throw .malformed("it refers to a string that it doesn't contain") }
        return shared[number]
    }

    /// The section whose number is at this position.
    ///
    /// Each section is used once, in the order of their numbers: lists that shared a section could cost more than the
    /// size of their file justifies.
    mutating func readSection(_ kind: CompiledSection.Kind) throws(CompiledFileError) -> SharedSlice {
        guard try readNumber() == nextSection else { throw .malformed("a section is not where it should be") }
        nextSection += 1
        return try file.section(nextSection - 1, kind)
    }

    /// Reads the positions of the next rule set's tables.
    mutating func readTables() throws(CompiledFileError) {
        let read = CompiledTableBytes(hosts: try readSection(.hosts), urls: try readSection(.urls))
        allowance.enter(hosts: read.hosts.count, urls: read.urls.count)
        tables.append(read)
    }

    private static var endsEarly: CompiledFileError { .malformed("it ends in the middle of a value") }
}

/// The number of bytes that the entries of all lists in a compiled file may have together.
///
/// Entries take memory of their own if a list has to be looked up separately from the tables, such as a list in an
/// `unless`. Entries stored one after the other are as long as their section. But if a list only refers to the places
/// of its names in a table, 4 bytes stand for a name, and places may overlap: a file of 641 KB had names of 6.4 GB.
/// Therefore the lists of a rule set may refer to at most ``factor`` times the size of the table, and the writer stores
/// the names of a list in full if they would exceed this. The cost of any file is thus proportional to its size.
struct ListAllowance {
    /// The names of lists are about as long as the table's data for each; a few are longer.
    static let factor = 16
    /// The maximum number of bytes, more than documents have: positions of 32 bits cannot overflow.
    static let byteLimit = 1 << 29

    private var hosts: Int
    private var urls: Int
    /// The allowance for names that are stored in full, for all rule sets.
    private(set) var spelledOut = Self.byteLimit

    /// - Parameters:
    ///   - hosts: The bytes of the table of hosts.
    ///   - urls: The bytes of the table of URLs.
    init(hosts: Int = 0, urls: Int = 0) { (self.hosts, self.urls) = (Self.allowed(hosts), Self.allowed(urls)) }

    /// Continues with the tables of another rule set.
    mutating func enter(hosts: Int, urls: Int) { (self.hosts, self.urls) = (Self.allowed(hosts), Self.allowed(urls)) }

    /// Charges for a list whose names are in a table.
    ///
    /// - Parameters:
    ///   - count: The number of entries.
    ///   - longest: The length of the longest entry in bytes, as far as it is known.
    ///   - format: The format of the list, which determines the table.
    /// - Returns: Whether the names may be there.
    mutating func chargePlaces(count: Int, longest: Int, of format: ListFormat) -> Bool {
        switch format {
        case .urls: Self.charge(count, longest, of: &urls)
        case .domains, .hosts, .adblockDomains, .edge, .chrome: Self.charge(count, longest, of: &hosts)
        }
    }

    /// Charges for a list whose names are stored in full; false if they exceed the allowance.
    mutating func chargeDecoded(bytes: Int, count: Int) -> Bool {
        Self.charge(max(bytes, count), 1, of: &spelledOut)
    }

    private static func allowed(_ bytes: Int) -> Int { min(byteLimit, min(bytes, byteLimit) * factor) }

    private static func charge(_ count: Int, _ longest: Int, of left: inout Int) -> Bool {
        guard count >= 0, longest >= 0 else { return false }
        // An empty entry also takes memory.
        let (bytes, overflows) = count.multipliedReportingOverflow(by: max(longest, 1))
        guard !overflows, bytes <= left else { return false }
        left -= bytes
        return true
    }
}
