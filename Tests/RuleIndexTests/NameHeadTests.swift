import Testing

@testable import RuleIndex

@Suite("Record heads of a name table") struct NameHeadTests {
    @Test(
        "Invalid widths are refused",
        arguments: [
            (0, 0, 0), (17, 0, 0), (.max, 0, 0), (8, 33, 0), (8, .max, 0), (8, 0, 33), (8, 0, .max), (16, 32, 17),
            (1, 32, 32), (16, 17, 32), (.max, .max, .max),
        ] as [(UInt64, UInt64, UInt64)]
    )
    func refused(name: UInt64, entry: UInt64, target: UInt64) {
        #expect(NameHead(nameBits: name, entryBits: entry, targetBits: target) == nil)
    }

    @Test(
        "A head has the bytes that its parts need, and holds their highest and lowest values",
        arguments: [
            (1, 0, 0, 1), (8, 0, 0, 1), (8, 1, 0, 2), (7, 20, 0, 4), (8, 20, 1, 4), (8, 20, 4, 4), (8, 20, 5, 5),
            (16, 0, 0, 2), (16, 0, 1, 3), (16, 32, 16, 8), (16, 16, 32, 8), (1, 31, 32, 8), (5, 32, 0, 5),
        ] as [(UInt64, UInt64, UInt64, Int)]
    )
    func parts(nameBits: UInt64, entryBits: UInt64, targetBits: UInt64, count: Int) throws {
        let head = try #require(NameHead(nameBits: nameBits, entryBits: entryBits, targetBits: targetBits))
        #expect(head.count == count)
        let highest = { (bits: UInt64) in Int(1 << bits) - 1 }
        #expect(head.longestName == highest(nameBits))
        for name in [0, 1, highest(nameBits)] {
            for entry in [0, highest(entryBits)] {
                for target in [0, highest(targetBits)] {
                    let word = head.word(nameCount: name, entry: UInt32(entry), target: target)
                    #expect(count == 8 || word >> UInt64(8 * count) == 0)
                    // The bytes after a head are loaded with it, and must not affect any of its parts.
                    for behind in [0, UInt64.max] {
                        let loaded = count == 8 ? word : word | behind << UInt64(8 * count)
                        #expect(head.nameCount(of: loaded) == name)
                        #expect(head.entry(of: loaded) == UInt32(entry))
                        #expect(head.target(of: loaded) == target)
                    }
                }
            }
        }
    }

    @Test("A number has as many bits as it needs")
    func bits() {
        for (number, bits) in [(0, 0), (1, 1), (2, 2), (255, 8), (256, 9), (999_999, 20), (65_535, 16)] {
            #expect(NameHead.bits(of: number) == UInt64(bits))
        }
    }
}
