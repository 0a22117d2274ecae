import ByteText
import Testing
import URLStandard

@testable import RuleIndex

@Suite("Bytes of name tables") struct NameTableBytesTests {
    private static let ruleCount: UInt32 = 7

    /// A table in which names reach one rule, several rules, and rules with further conditions.
    private static func table(of count: Int, hasTargetsOnly: Bool = false) -> NameTable {
        var builder = NameTable.Builder(.hosts)
        for (number, name) in names(count).enumerated() {
            for rank in 0...UInt32(number % 3) {
                builder.insert(
                    Array(name.utf8).span,
                    Posting(
                        rank: (rank + UInt32(number)) % ruleCount,
                        entry: UInt32(number) + 1,
                        value: rank,
                        isComplete: number % 2 == 0,
                        coversSubdomains: number % 5 != 0
                    )
                )
            }
        }
        return builder.build(hasTargetsOnly: hasTargetsOnly)
    }

    /// Names of various lengths, some of them subdomains of others.
    private static func names(_ count: Int) -> [String] {
        (0..<count).map { number in
            let label = String(repeating: "x", count: number % 23) + String(number, radix: 36)
            return number % 4 == 0 ? "\(label).deep.example" : number % 4 == 1 ? "\(label).net" : "www.\(label).com"
        }
    }

    /// What a host reaches, including everything that must still be checked, as text.
    private static func answer(_ table: NameTable, _ host: String) -> String {
        let bytes = Array(host.utf8)
        var answer = ""
        table.forEachReach(of: 0..<bytes.count, dots: nil, in: bytes.span) { reach in
            guard reach.rank != Reach.noRank || !reach.conditional.isEmpty else { return }
            answer += "\(reach.rank) \(reach.entry)"
            for position in reach.conditional {
                guard let posting = table.postings[position] else { break }
                answer += " \(posting)"
            }
            answer += "; "
        }
        return answer
    }

    private static func copy(_ table: NameTable) -> [UInt8] { table.bytes.span.array }

    // MARK: Bad input

    @Test("Truncated or extended bytes are not a table", arguments: [0, 1, 40])
    func wrongSize(count: Int) throws {
        let bytes = Self.copy(Self.table(of: count))
        for end in 0..<bytes.count {
            let error = end < NameTableLayout.headBytes ? NameTableError.noHead : .wrongSize
            do throws(NameTableError) {
                _ = try NameTable(reading: SharedSlice(copying: Array(bytes[..<end])), ruleCount: 1)
                Issue.record("\(end) of \(bytes.count) bytes are taken for a table")
            } catch {
                // Counts that exceed the number of bytes make the head invalid.
                #expect(error == .unknownHead || error == .wrongSize || error == .noHead)
            }
            if end < NameTableLayout.headBytes {
                #expect(throws: error) {
                    try NameTable(reading: SharedSlice(copying: Array(bytes[..<end])), ruleCount: 1)
                }
            }
        }
        #expect(throws: NameTableError.wrongSize) {
            try NameTable(reading: SharedSlice(copying: bytes + [0]), ruleCount: 1)
        }
    }

    @Test(
        "An invalid head is refused",
        arguments: [
            (0, 3), (0, 5), (0, .max), (24, 0), (24, .max), (32, 0), (32, .max), (32, 1 << 60), (40, .max),
            (40, 1 << 59),
            (48, 1 << 60), (48, .max), (72, 1 << 34), (72, .max), (56, 0), (56, 7), (56, .max), (64, 49), (64, 255),
            // The bit widths of an entry, of a name and of a target, in the lowest bytes except the second.
            (64, 0x0000_0000), (64, 0x0000_0114), (64, 0x0011_0000), (64, 0x00FF_0000), (64, 0x0008_0021),
            (64, 0x2108_0000), (64, 0x2010_0011), (64, 0x2001_0020), (64, 0x1110_0020), (64, 0xFFFF_FFFF),
        ] as [(Int, UInt64)]
    )
    func unknownHead(offset: Int, value: UInt64) {
        var bytes = Self.copy(Self.table(of: 20))
        for position in 0..<8 { bytes[offset + position] = UInt8(truncatingIfNeeded: value >> UInt64(8 * position)) }
        #expect(throws: NameTableError.unknownHead) {
            try NameTable(reading: SharedSlice(copying: bytes), ruleCount: 1)
        }
    }

    @Test("No damage makes a look-up crash, loop forever, or return a missing rule")
    func damage() throws {
        let bytes = Self.copy(Self.table(of: 24))
        let hosts = Array(Self.names(24).prefix(8)) + ["a.b.c.deep.example", "unknown.net"]
        var opened = 0
        for start in 0..<bytes.count {
            for (value, width) in [(UInt8(0xFF), 1), (0x01, 1), (0xFF, 4), (0x00, 8), (0x7F, 2)] {
                var damaged = bytes
                for offset in start..<min(start + width, bytes.count) {
                    damaged[offset] ^= value == 0 ? bytes[offset] : value
                }
                guard
                    let table = try? NameTable(reading: SharedSlice(copying: damaged), ruleCount: Self.ruleCount)
                else { continue }
                opened += 1
                for host in hosts {
                    let text = Array(host.utf8)
                    var search = Search(isFinal: true)
                    table.forEachReach(of: 0..<text.count, dots: nil, in: text.span) { search.note(ofHost: $0) }
                    if search.rank != .max, search.rank >= Self.ruleCount {
                        Issue.record("\(host) reaches rule \(search.rank) after damage at \(start)")
                    }
                    _ = Self.answer(table, host)
                }
            }
        }
        #expect(opened > bytes.count, "damage behind the head shows only when it is looked at")
    }

    @Test("A look-up stays inside the records, whatever the widths")
    func widths() throws {
        let table = Self.table(of: 24)
        let bytes = Self.copy(table)
        var opened = 0
        for name in 1...UInt8(NameHead.nameBitLimit) {
            for entry in stride(from: UInt8(0), through: 32, by: 4) {
                for target in stride(from: UInt8(0), through: 32, by: 4) {
                    var changed = bytes
                    (changed[64], changed[66], changed[67]) = (entry, name, target)
                    guard
                        let damaged = try? NameTable(reading: SharedSlice(copying: changed), ruleCount: Self.ruleCount)
                    else {
                        #expect(Int(name) + Int(entry) + Int(target) > 64)
                        continue
                    }
                    opened += 1
                    for host in Self.names(8) {
                        _ = Self.answer(damaged, host)
                        _ = damaged.place(of: Array(host.utf8).span, .hosts)
                    }
                }
            }
        }
        #expect(opened > 1000)
    }

    @Test("A posting of a missing rule is absent, and so is one after the last")
    func postings() throws {
        let table = Self.table(of: 24)
        let count = Int(table.layout.postingCount)
        #expect(count > 0)
        let fewer = try NameTable(reading: table.bytes, ruleCount: 3)
        for position in 0..<count {
            let posting = try #require(table.postings[position])
            #expect((fewer.postings[position] == nil) == (posting.rank >= 3))
        }
        for position in [-1, count, Int.max, Int.min] { #expect(table.postings[position] == nil) }
    }

    // MARK: Contents

    @Test("A table opened from a copy of its bytes gives the same answers", arguments: [0, 1, 2, 40, 5000])
    func reopened(count: Int) throws {
        let table = Self.table(of: count)
        let reopened = try NameTable(
            reading: SharedSlice(copying: Self.copy(table)),
            ruleCount: Self.ruleCount
        )
        #expect(reopened.isEmpty == (count == 0))
        for (number, name) in Self.names(count).enumerated() {
            for host in [name, "a.b.\(name)", "x\(name)", String(name.dropFirst())] {
                #expect(Self.answer(reopened, host) == Self.answer(table, host))
            }
            #expect(!Self.answer(table, name).isEmpty, "\(name) is not found")
            #expect(Self.answer(table, "a.b.\(name)").isEmpty == (number % 5 == 0), "below \(name)")
        }
    }

    @Test("Equal names in equal order give equal bytes")
    func reproducible() {
        #expect(Self.copy(Self.table(of: 300)) == Self.copy(Self.table(of: 300)))
    }

    @Test("A table whose records refer to targets only has the same answers")
    func targetsOnly() {
        let (table, other) = (Self.table(of: 300), Self.table(of: 300, hasTargetsOnly: true))
        #expect(other.layout.directCount == 0 && table.layout.directCount > 0)
        #expect(other.layout.targetCount > table.layout.targetCount && other.layout.entryBits == 0)
        for name in Self.names(300) + ["other.example"] {
            for host in [name, "a.\(name)", "a\(name)"] {
                #expect(Self.answer(other, host) == Self.answer(table, host))
            }
        }
    }

    @Test("Large entry numbers stay with their names", arguments: [0, 1, 255, 256, 1 << 24, .max - 1] as [UInt32])
    func entries(highest: UInt32) {
        var builder = NameTable.Builder(.hosts)
        for (number, name) in ["contoso.com", "contoso.net", "t.co"].enumerated() {
            builder.insert(
                Array(name.utf8).span,
                Posting(
                    rank: UInt32(number),
                    entry: number == 1 ? highest : 0,
                    isComplete: true,
                    coversSubdomains: true
                )
            )
        }
        let table = builder.build()
        #expect(Self.answer(table, "contoso.com") == "0 0; ")
        #expect(Self.answer(table, "a.contoso.net") == "1 \(highest); ")
        #expect(Self.answer(table, "t.co") == "2 0; ")
    }

    @Test(
        "Names are found, however long the longest is",
        arguments: [2, 3, 4, 7, 8, 127, 128, 255, 256, 4095, 4096, NameTable.longestName]
    )
    func lengths(longest: Int) {
        let names = Set([1, 2, longest / 2, longest - 1, longest].map { String(repeating: "x", count: max(1, $0)) })
        var builder = NameTable.Builder(.hosts)
        for name in names {
            builder.insert(
                Array(name.utf8).span,
                Posting(rank: 3, entry: UInt32(name.utf8.count), isComplete: true, coversSubdomains: false)
            )
        }
        let table = builder.build()
        for name in names { #expect(Self.answer(table, name) == "3 \(name.utf8.count); ") }
        #expect(Self.answer(table, String(repeating: "x", count: longest + 1)).isEmpty)
        #expect(Self.answer(table, String(repeating: "y", count: longest)).isEmpty)
        // The length of a name, an entry with the same number, and the three bits of a rank of 3, doubled.
        let bits = longest.bitWidth - longest.leadingZeroBitCount
        #expect(table.head.count == (2 * bits + 3 + 7) / 8)
    }

    @Test("Names reach their own targets, however many there are", arguments: [1, 2, 3, 255, 256, 257, 65_537])
    func targets(count: Int) {
        var builder = NameTable.Builder(.hosts)
        let names = (0..<count).map { "n\($0).example" }
        for (number, name) in names.enumerated() {
            builder.insert(
                Array(name.utf8).span,
                Posting(rank: UInt32(number), entry: 0, isComplete: true, coversSubdomains: false)
            )
        }
        let table = builder.build()
        let wrong = names.enumerated().filter { Self.answer(table, $1) != "\($0) 0; " }
        #expect(wrong.isEmpty, "\(wrong.prefix(3))")
    }
}
