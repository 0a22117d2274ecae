import ByteText
import Glibc
import Testing

@Suite("Shared bytes") struct SharedBytesTests {
    private struct Refusal: Error {}

    private static let sizes = [0, 1, 7, 63, 64, 65, 4095, 4096, 4097, (1 << 21) - 1, 1 << 21, 5_000_000]

    private static func pattern(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 5) }
    }

    /// A file that has already been removed from its folder, with these bytes.
    private static func withFile(_ bytes: [UInt8], _ body: (CInt) throws -> Void) rethrows {
        guard let file = unsafe tmpfile() else {
            Issue.record("no temporary file")
            return
        }
        defer { unsafe fclose(file) }
        #expect(unsafe fwrite(bytes, 1, bytes.count, file) == bytes.count)
        #expect(unsafe fflush(file) == 0)
        try body(unsafe fileno(file))
    }

    private static func address(of bytes: SharedBytes) -> UInt {
        let span = bytes.span
        return unsafe span.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }

    // MARK: Bad input

    @Test("A file shorter than the requested size is not mapped", arguments: [1, 4097, Int.max, -1, Int.min])
    func tooShort(count: Int) {
        Self.withFile([]) { descriptor in
            #expect(throws: MappingError.tooShort) { try SharedBytes(mapping: descriptor, count: count) }
        }
    }

    @Test("Only a file can be mapped")
    func notAFile() {
        let folder = unsafe open("/", O_RDONLY)
        defer { close(folder) }
        #expect(throws: MappingError.notAFile) { try SharedBytes(mapping: folder, count: 1) }
        #expect(throws: MappingError.refused(EBADF)) { try SharedBytes(mapping: -1, count: 1) }
    }

    @Test("An error thrown while filling is passed on, for every size", arguments: sizes)
    func refusal(count: Int) {
        #expect(throws: Refusal.self) { try SharedBytes(count: count) { _ throws(Refusal) in throw Refusal() } }
        #expect(throws: Refusal.self) { try SharedBytes(ifAvailable: count) { _ throws(Refusal) in throw Refusal() } }
    }

    @Test("Memory that the system does not have gives nothing, and is not filled")
    func unavailable() {
        #expect(SharedBytes(ifAvailable: Int.max / 2) { _ in Issue.record("it was filled") } == nil)
    }

    @Test(
        "A range outside the bytes gives no slice",
        arguments: [(-1, 0), (-1, 5), (0, 101), (101, 101), (100, 101), (Int.min, Int.max), (50, Int.max)]
    )
    func outside(lower: Int, upper: Int) throws {
        let bytes = SharedBytes(copying: Self.pattern(100))
        #expect(SharedSlice(lower..<upper, of: bytes) == nil)
        #expect(SharedSlice(bytes).slice(lower..<upper) == nil)
        let half = try #require(SharedSlice(50..<100, of: bytes))
        #expect(half.slice(max(lower, -1)..<max(upper, 51)) == nil)
    }

    // MARK: Contents

    @Test("Memory is zeroed, aligned, and holds what is written to it", arguments: sizes)
    func owned(count: Int) {
        var wasZero = true
        let pattern = Self.pattern(count)
        let bytes = SharedBytes(count: count) { span in
            for offset in 0..<count {
                if span[offset] != 0 { wasZero = false }
                span[offset] = pattern[offset]
            }
        }
        #expect(wasZero)
        #expect(bytes.count == count)
        #expect(bytes.span.array == pattern)
        #expect(Self.address(of: bytes) % UInt(SharedBytes.alignment) == 0)
        #expect(SharedBytes(copying: pattern).span.array == pattern)
    }

    @Test("A mapping holds the file's bytes, even after the file is closed", arguments: sizes)
    func mapped(count: Int) throws {
        let pattern = Self.pattern(count)
        var bytes: SharedBytes?
        try Self.withFile(pattern) { descriptor in bytes = try SharedBytes(mapping: descriptor, count: count) }
        #expect(bytes?.count == count)
        #expect(bytes?.span.array == pattern)
        if let bytes { #expect(Self.address(of: bytes) % UInt(SharedBytes.alignment) == 0) }
    }

    @Test("A mapping may be shorter than its file, or empty")
    func part() throws {
        try Self.withFile(Self.pattern(10_000)) { descriptor in
            for count in [0, 1, 5000] {
                let bytes = try SharedBytes(mapping: descriptor, count: count)
                #expect(bytes.span.array == Self.pattern(count))
            }
        }
    }

    @Test("A slice keeps its bytes alive, and slices of slices count from its start", arguments: [0, 1, 50, 99, 100])
    func slices(start: Int) throws {
        let pattern = Self.pattern(100)
        var slice = try #require(SharedSlice(start..<100, of: SharedBytes(copying: pattern)))
        #expect(slice.span.array == Array(pattern[start...]))
        #expect(slice.count == 100 - start)
        slice = try #require(slice.slice(0..<(100 - start) / 2))
        #expect(slice.span.array == Array(pattern[start..<start + (100 - start) / 2]))
        slice = try #require(slice.slice(slice.count..<slice.count))
        #expect(slice.span.array == [])
    }
}
