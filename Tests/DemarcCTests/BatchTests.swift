import CDemarc
import Demarc
import DemarcC
import TestSupport
import Testing

/// Many URLs in one call, in Arrow's layout.
@Suite("Batches in C")
struct BatchTests {
    /// URLs in consecutive bytes.
    private struct Column {
        var bytes: [UInt8] = []
        var offsets: [Int] = [0]

        init(_ urls: [String]) {
            for url in urls {
                bytes += Array(url.utf8)
                offsets.append(bytes.count)
            }
        }
    }

    /// Decides a batch; the rows are not cleared before.
    private static func rows(
        _ world: CWorld,
        _ view: demarc_view,
        bytes: [UInt8],
        offsets: [Int],
        isWide: Bool = false,
        validity: [UInt8]? = nil,
        firstBit: Int = 0,
        user: String? = "dana@contoso.com"
    ) -> (status: Int, rows: [demarc_row]) {
        let count = max(offsets.count - 1, 0)
        var rows = [demarc_row](repeating: demarc_row(), count: count)
        _ = rows.withUnsafeMutableBytes { $0.initializeMemory(as: UInt8.self, repeating: 0xAA) }
        var status = Int32(1)
        func decide(_ offsets: UnsafeRawPointer?) {
            bytes.withUnsafeBufferPointer { bytes in
                var batch = demarc_batch()
                batch.size = UInt32(MemoryLayout<demarc_batch>.size)
                batch.offset_bits = isWide ? 64 : 32
                batch.bytes = bytes.baseAddress
                batch.byte_count = bytes.count
                batch.offsets = offsets
                batch.count = count
                batch.row_size = MemoryLayout<demarc_row>.size
                batch.validity_offset = firstBit
                withOptions(user: user) { options in
                    guard let validity else {
                        status = demarc_navigate_batch(world.evaluator, view, &batch, options, &rows, nil)
                        return
                    }
                    validity.withUnsafeBufferPointer {
                        batch.validity = $0.baseAddress
                        status = demarc_navigate_batch(world.evaluator, view, &batch, options, &rows, nil)
                    }
                }
            }
        }
        if isWide {
            offsets.map { Int64($0) }.withUnsafeBytes { decide($0.baseAddress) }
        } else {
            offsets.map { Int32(truncatingIfNeeded: $0) }.withUnsafeBytes { decide($0.baseAddress) }
        }
        return (Int(status), rows)
    }

    private static func isEqual(_ row: demarc_row, _ answer: demarc_answer) -> Bool {
        UInt32(row.verdict) == answer.verdict && UInt32(row.destination) == answer.destination
            && UInt32(row.url_class) == answer.url_class && UInt32(row.page) == answer.page
            && row.status == DEMARC_OK && row.rule == answer.rule && row.reasons.0 == answer.reasons.0
            && row.reasons.1 == answer.reasons.1 && row.reasons.2 == answer.reasons.2
            && row.reasons.7 == answer.reasons.7
    }

    @Test("Each row equals the answer for its URL alone, with offsets of either width", arguments: [false, true])
    func equality(isWide: Bool) throws {
        let world = try CWorld()
        let urls =
            try Repository.text("Examples/FiveViews/urls.txt").split(separator: "\n").map(String.init)
            + ["", "x", "https://contoso.com/\u{0}", "", "https://evil.example/"]
        let column = Column(urls)
        for name in ["A", "D", "E"] {
            let view = try world.view(name)
            let (status, rows) = Self.rows(world, view, bytes: column.bytes, offsets: column.offsets, isWide: isWide)
            #expect(status == DEMARC_OK)
            for (url, row) in zip(urls, rows) {
                let answer = world.navigate(url, in: view, as: "dana@contoso.com")
                #expect(Self.isEqual(row, answer), "\(url) in \(name)")
            }
        }
    }

    @Test("A row with decreasing or out-of-range offsets blocks, and the other rows are decided")
    func hostileOffsets() throws {
        let world = try CWorld()
        let view = try world.view("D")
        let bytes = Array("https://contoso.com/".utf8)
        let end = bytes.count
        for (offsets, wrong): ([Int], Set<Int>) in [
            ([0, end + 1], [0]), ([0, end, end - 1], [1]), ([-1, end], [0]), ([0, end, Int(Int32.max)], [1]),
            ([0, Int(Int32.min), end, end], [0, 1]), ([end, end, 0, end], [1]),
        ] {
            for isWide in [false, true] {
                let (status, rows) = Self.rows(world, view, bytes: bytes, offsets: offsets, isWide: isWide)
                #expect(status == DEMARC_INVALID, "\(offsets)")
                for (index, row) in rows.enumerated() {
                    #expect((Int(row.status) == DEMARC_INVALID) == wrong.contains(index), "\(offsets) \(index)")
                    if wrong.contains(index) { #expect(row.verdict == 0 && row.reasons.0 == 0) }
                }
            }
        }
        let (status, rows) = Self.rows(
            world,
            view,
            bytes: bytes,
            offsets: [0, .max, .min, end],
            isWide: true
        )
        #expect(status == DEMARC_INVALID && rows.allSatisfy { Int($0.status) == DEMARC_INVALID })
    }

    @Test("A missing URL blocks, whichever bit the slice starts at")
    func validity() throws {
        let world = try CWorld()
        let view = try world.view("D")
        let column = Column(Array(repeating: "https://contoso.com/", count: 10))
        for firstBit in 0..<9 {
            let pattern: [UInt8] = [0b1010_0110, 0b0101_1001, 0b1111_0000]
            let (status, rows) = Self.rows(
                world,
                view,
                bytes: column.bytes,
                offsets: column.offsets,
                validity: pattern,
                firstBit: firstBit
            )
            #expect(status == DEMARC_OK)
            for (index, row) in rows.enumerated() {
                let bit = firstBit + index
                let isPresent = pattern[bit / 8] >> UInt8(bit % 8) & 1 == 1
                #expect(Int(row.status) == (isPresent ? DEMARC_OK : DEMARC_UNKNOWN), "\(firstBit) \(index)")
                #expect(Int(row.verdict) == (isPresent ? DEMARC_ALLOW : DEMARC_BLOCK), "\(firstBit) \(index)")
            }
        }
    }

    @Test("An invalid batch is refused")
    func badBatches() throws {
        let world = try CWorld()
        let view = try world.view("D")
        let changes: [(Int, @Sendable (inout demarc_batch) -> Void)] = [
            (DEMARC_INVALID, { $0.size = 0 }), (DEMARC_INVALID, { $0.offset_bits = 16 }),
            (DEMARC_INVALID, { $0.offsets = nil }), (DEMARC_INVALID, { $0.bytes = nil }),
            (DEMARC_INVALID, { $0.byte_count = -1 }), (DEMARC_LIMIT, { $0.count = -1 }),
            (DEMARC_LIMIT, { $0.count = .max / 4 }), (DEMARC_INVALID, { $0.row_size = 0 }),
            (DEMARC_INVALID, { $0.row_size = 12 }), (DEMARC_INVALID, { $0.row_size = 8192 }),
            (DEMARC_LIMIT, { $0.validity_offset = -1 }),
        ]
        let bytes: [UInt8] = [0x78]
        let offsets: [Int32] = [0, 1]
        bytes.withUnsafeBufferPointer { bytes in
            offsets.withUnsafeBytes { offsets in
                for (index, (expected, change)) in changes.enumerated() {
                    var batch = demarc_batch()
                    batch.size = UInt32(MemoryLayout<demarc_batch>.size)
                    (batch.offset_bits, batch.count, batch.row_size) = (32, 1, MemoryLayout<demarc_row>.size)
                    (batch.bytes, batch.byte_count, batch.offsets) = (bytes.baseAddress, 1, offsets.baseAddress)
                    change(&batch)
                    var row = demarc_row()
                    let status = demarc_navigate_batch(world.evaluator, view, &batch, nil, &row, nil)
                    #expect(Int(status) == expected, "\(index)")
                    #expect(row.verdict == DEMARC_BLOCK)
                    #expect(demarc_navigate_batch(world.evaluator, view, &batch, nil, nil, nil) != DEMARC_OK)
                }
            }
        }
    }

    @Test("Rows of a refused batch are blocks, whatever they were before")
    func refusedRows() throws {
        let world = try CWorld()
        let view = try world.view("D")
        let known: @Sendable (inout demarc_batch) -> Void = { _ in }
        let refused: [(demarc_view, @Sendable (inout demarc_batch) -> Void)] = [
            (view, { $0.offset_bits = 16 }), (view, { $0.offsets = nil }), (view, { $0.bytes = nil }),
            (view, { $0.byte_count = -1 }), (view, { $0.validity_offset = -1 }), (0, known), (view ^ 1 << 32, known),
            (view, { ($0.row_size, $0.count) = (4, 8) }),
        ]
        let bytes: [UInt8] = [0x78]
        let offsets: [Int32] = [0, 1]
        bytes.withUnsafeBufferPointer { bytes in
            offsets.withUnsafeBytes { offsets in
                for (index, (view, change)) in refused.enumerated() {
                    var rows = [UInt64](repeating: .max, count: 5)
                    rows.withUnsafeMutableBytes { rows in
                        var batch = demarc_batch()
                        batch.size = UInt32(MemoryLayout<demarc_batch>.size)
                        (batch.offset_bits, batch.count, batch.row_size) = (32, 1, 32)
                        (batch.bytes, batch.byte_count, batch.offsets) = (bytes.baseAddress, 1, offsets.baseAddress)
                        change(&batch)
                        let start = rows.baseAddress?.assumingMemoryBound(to: demarc_row.self)
                        #expect(demarc_navigate_batch(world.evaluator, view, &batch, nil, start, nil) != DEMARC_OK)
                    }
                    #expect(rows == [0, 0, 0, 0, .max], "\(index)")
                }
            }
        }
    }

    @Test("Rows are cleared even if the error cannot be written, the batch is too new, or rows have an odd size")
    func rowsBeforeErrors() throws {
        let world = try CWorld()
        let view = try world.view("D")
        let whole = MemoryLayout<demarc_batch>.size
        let words = whole / 8 + 1
        func rows(_ rowSize: Int, _ size: Int, _ errorSize: Int, last: UInt64 = 0) -> (status: Int, bytes: [UInt8]) {
            var batch = demarc_batch()
            batch.size = UInt32(size)
            (batch.offset_bits, batch.count, batch.row_size) = (32, 1, rowSize)
            // A field of a newer header follows the known ones.
            var given = [UInt64](repeating: last, count: words)
            var rows = [UInt64](repeating: .max, count: 5)
            var error = demarc_error.sized
            error.size = UInt32(errorSize)
            let offsets: [Int32] = [0, 0]
            let status = offsets.withUnsafeBytes { offsets in
                batch.offsets = offsets.baseAddress
                given.withUnsafeMutableBytes { given in withUnsafeBytes(of: batch) { given.copyMemory(from: $0) } }
                return given.withUnsafeBytes { given in
                    rows.withUnsafeMutableBytes { rows in
                        demarc_navigate_batch(
                            world.evaluator,
                            view,
                            given.baseAddress?.assumingMemoryBound(to: demarc_batch.self),
                            nil,
                            rows.baseAddress?.assumingMemoryBound(to: demarc_row.self),
                            &error
                        )
                    }
                }
            }
            return (Int(status), rows.withUnsafeBytes { Array($0) })
        }
        let error = MemoryLayout<demarc_error>.size
        for (rowSize, size, errorSize, last, expected): (Int, Int, Int, UInt64, Int) in [
            (32, whole, 0, 0, DEMARC_INVALID), (32, whole + 8, error, 1, DEMARC_UNSUPPORTED),
            (12, whole, error, 0, DEMARC_INVALID), (4, whole, error, 0, DEMARC_INVALID),
        ] {
            let (status, bytes) = rows(rowSize, size, errorSize, last: last)
            #expect(status == expected)
            #expect(bytes.prefix(rowSize).allSatisfy { $0 == 0 }, "\(rowSize) \(size) \(errorSize)")
            #expect(bytes.dropFirst(rowSize).allSatisfy { $0 == 0xFF }, "\(rowSize) \(size) \(errorSize)")
        }
        // Nothing says how many bytes belong to these rows.
        for (rowSize, size) in [(32, 0), (32, 4), (32, 8), (32, 4097), (0, whole), (8192, whole)] {
            let (status, bytes) = rows(rowSize, size, error)
            #expect(status == DEMARC_INVALID && bytes.allSatisfy { $0 == 0xFF }, "\(rowSize) \(size)")
        }
    }

    @Test("Larger rows of a newer header have zeros in fields unknown to this library")
    func largeRows() throws {
        let rows = try Self.navigateTwo(rowSize: 48, words: 13)
        #expect(rows[0] & 0xFF == UInt64(DEMARC_ALLOW) && rows[6] & 0xFF != UInt64(DEMARC_ALLOW))
        #expect(rows[4...5].elementsEqual([0, 0]) && rows[10...11].elementsEqual([0, 0]))
        #expect(rows[12] == .max)
    }

    @Test("Smaller rows of an older header have the fields that fit")
    func smallRows() throws {
        let rows = try Self.navigateTwo(rowSize: 8, words: 3)
        #expect(rows[0] & 0xFF == UInt64(DEMARC_ALLOW) && rows[1] & 0xFF != UInt64(DEMARC_ALLOW))
        #expect(rows[2] == .max)
    }

    /// Decides an allowed URL and another one into rows of a size.
    ///
    /// - Parameters:
    ///   - rowSize: The size of a row in bytes.
    ///   - words: How many words to return: those of the rows, and more to show that nothing else is written.
    /// - Returns: The words.
    /// - Throws: What making the world throws.
    private static func navigateTwo(rowSize: Int, words: Int) throws -> [UInt64] {
        let world = try CWorld()
        let view = try world.view("D")
        let column = Column(["https://contoso.com/", "https://evil.example/"])
        let offsets = column.offsets.map { Int32($0) }
        var rows = [UInt64](repeating: .max, count: words)
        column.bytes.withUnsafeBufferPointer { bytes in
            offsets.withUnsafeBytes { offsets in
                rows.withUnsafeMutableBytes { rows in
                    var batch = demarc_batch()
                    batch.size = UInt32(MemoryLayout<demarc_batch>.size)
                    (batch.offset_bits, batch.count, batch.row_size) = (32, 2, rowSize)
                    (batch.bytes, batch.byte_count) = (bytes.baseAddress, bytes.count)
                    batch.offsets = offsets.baseAddress
                    let start = rows.baseAddress?.assumingMemoryBound(to: demarc_row.self)
                    withOptions(user: "dana@contoso.com") {
                        #expect(demarc_navigate_batch(world.evaluator, view, &batch, $0, start, nil) == DEMARC_OK)
                    }
                }
            }
        }
        return rows
    }
}
