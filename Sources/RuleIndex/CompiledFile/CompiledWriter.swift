import ByteText
import URLMatching

/// Writes the small part of a compiled policy: values one after the other, without gaps.
///
/// ```
/// number   7 bits per byte, lowest first; the highest bit is set if more bytes follow; the sign is the lowest bit
/// text     the number of bytes, followed by the UTF-8 bytes
/// shared   the number of a text that was shared before; otherwise the next number, followed by the text
/// ```
struct CompiledWriter: FieldVisitor {
    private(set) var bytes: [UInt8] = []
    /// Data that is too large to be read at opening, and is used in place; values refer to sections by number.
    private(set) var sections: [CompiledSection] = []
    private var shared: [String: Int] = [:]
    /// The written values; nil unless they were requested.
    private(set) var values: [CompiledFileParts.Value]?
    private let ruleSets: [CompiledRuleSet]
    private var nextRuleSet = 0

    /// - Parameters:
    ///   - ruleSets: The rule sets that will be written, in their order.
    ///   - notesValues: Whether ``values`` are kept.
    init(_ ruleSets: [CompiledRuleSet] = [], notesValues: Bool = false) {
        self.ruleSets = ruleSets
        values = notesValues ? [] : nil
    }

    mutating func visit<Value: CompiledForm>(_ value: inout Value) { value.write(to: &self) }

    mutating func write(byte: UInt8) {
        values?.append(.byte(byte))
        bytes.append(byte)
    }

    /// Writes a value after the number of its kind.
    mutating func write(_ kind: UInt8, _ value: some CompiledForm) {
        write(byte: kind)
        value.write(to: &self)
    }

    mutating func write(_ number: Int) {
        values?.append(.number(number))
        append(number)
    }

    private mutating func append(_ number: Int) {
        // Small numbers of either sign take one byte.
        var rest = UInt64(bitPattern: Int64(number << 1 ^ number >> (Int.bitWidth - 1)))
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func write(bits: UInt64) {
        values?.append(.bits(bits))
        for position in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: bits >> (8 * UInt64(position)))) }
    }

    mutating func write(_ text: String) { write(text: Array(text.utf8)) }

    private mutating func write(text: [UInt8]) {
        values?.append(.text(text))
        append(text.count)
        bytes += text
    }

    /// Writes values that were recorded.
    mutating func write(_ values: [CompiledFileParts.Value]) {
        for value in values {
            switch value {
            case .byte(let byte): write(byte: byte)
            case .number(let number): write(number)
            case .bits(let bits): write(bits: bits)
            case .text(let text): write(text: text)
            }
        }
    }

    /// Writes a text that is likely to be repeated, such as the path of a file.
    mutating func writeShared(_ text: String) {
        if let number = shared[text] { return write(number) }
        write(shared.count)
        write(text)
        shared[text] = shared.count
    }

    // MARK: Sections

    /// The tables of the rule set that is being written; nil outside a rule set.
    private var tables: CompiledTables?
    private var allowance = ListAllowance()
    /// Whether lists have more names than a reader accepts.
    private(set) var isTooLarge = false

    /// The place of each list entry's name in a table; nil if the names have to be stored in full.
    mutating func places(of list: EntryList) -> SectionBytes? {
        guard let places = tables?.places(of: list) else { return nil }
        let isAllowed = allowance.chargePlaces(count: list.count, longest: list.longestEntry, of: list.format)
        return isAllowed ? places : nil
    }

    /// Records that the names of a list are stored in full.
    mutating func spellOut(bytes: Int, count: Int) {
        if !allowance.chargeDecoded(bytes: bytes, count: count) { isTooLarge = true }
    }

    /// Adds the tables of the next rule set to the file, and writes their numbers here.
    mutating func writeTables() {
        guard ruleSets.indices.contains(nextRuleSet) else { return }
        let ruleSet = ruleSets[nextRuleSet]
        nextRuleSet += 1
        tables = CompiledTables(hosts: ruleSet.hosts, urls: ruleSet.urls)
        allowance.enter(hosts: ruleSet.hosts.bytes.count, urls: ruleSet.urls.bytes.count)
        write(CompiledSection(.hosts, ruleSet.hosts.bytes))
        write(CompiledSection(.urls, ruleSet.urls.bytes))
    }

    /// Adds a section to the file, and writes its number here.
    mutating func write(_ section: CompiledSection) {
        write(sections.count)
        sections.append(section)
    }
}

/// The bytes of a section while it is created.
struct SectionBytes {
    private var bytes: [UInt8] = []

    var count: Int { bytes.count }

    mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

    mutating func append(_ more: Span<UInt8>) {
        // PERF: one call for all bytes, not one call for each byte.
        if bytes.count + more.count > bytes.capacity { bytes.reserveCapacity((bytes.count + more.count) * 2) }
        bytes.append(addingCapacity: more.count) { output in
            for index in more.indices { output.append(more[index]) }
        }
    }

    /// Four bytes, lowest first.
    mutating func append(_ number: UInt32) {
        for position in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * UInt32(position)))) }
    }

    var slice: SharedSlice { SharedSlice(copying: bytes) }
}
