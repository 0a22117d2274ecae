import ByteText

/// Writes the small part of a compiled policy: values one after the other, without gaps.
///
/// ```
/// number   7 bits a byte, the lowest first; the highest bit says that more follow; the sign is the lowest bit
/// text     its count of bytes, and the bytes of UTF-8
/// shared   the number of a text that was shared before; the next number, and the text, for one that was not
/// ```
struct CompiledWriter: FieldVisitor {
    private(set) var bytes: [UInt8] = []
    /// What is too large to be read at opening, and is used where it stands; values name it by number.
    private(set) var sections: [CompiledSection] = []
    private var shared: [String: Int] = [:]
    private let ruleSets: [CompiledRuleSet]
    private var nextRuleSet = 0

    /// - Parameter ruleSets: The rule sets that will be written, in their order.
    init(_ ruleSets: [CompiledRuleSet] = []) { self.ruleSets = ruleSets }

    mutating func visit<Value: CompiledForm>(_ value: inout Value) { value.write(to: &self) }

    mutating func write(byte: UInt8) { bytes.append(byte) }

    mutating func write(_ number: Int) {
        // Small numbers of either sign are one byte.
        var rest = UInt64(bitPattern: Int64(number << 1 ^ number >> (Int.bitWidth - 1)))
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func write(bits: UInt64) {
        for position in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: bits >> (8 * UInt64(position)))) }
    }

    mutating func write(_ text: String) {
        write(text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    /// Writes a text that is likely to come again, such as the path of a file.
    mutating func writeShared(_ text: String) {
        if let number = shared[text] { return write(number) }
        write(shared.count)
        write(text)
        shared[text] = shared.count
    }

    // MARK: Sections

    /// The tables of the rule set that is being written; nil outside of any.
    private(set) var tables: CompiledTables?

    /// Puts the tables of the next rule set into the file, and their numbers here.
    mutating func writeTables() {
        guard ruleSets.indices.contains(nextRuleSet) else { return }
        let ruleSet = ruleSets[nextRuleSet]
        nextRuleSet += 1
        tables = CompiledTables(hosts: ruleSet.hosts, urls: ruleSet.urls)
        write(CompiledSection(.hosts, ruleSet.hosts.bytes))
        write(CompiledSection(.urls, ruleSet.urls.bytes))
    }

    /// Puts a section into the file, and its number here.
    mutating func write(_ section: CompiledSection) {
        write(sections.count)
        sections.append(section)
    }
}
