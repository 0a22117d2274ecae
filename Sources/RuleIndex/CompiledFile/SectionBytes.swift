import ByteText

/// The bytes of a section while they are made.
struct SectionBytes {
    private var bytes: [UInt8] = []

    var count: Int { bytes.count }

    mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

    mutating func append(_ more: Span<UInt8>) {
        // PERF: one call for all of them, not one for each byte.
        if bytes.count + more.count > bytes.capacity { bytes.reserveCapacity((bytes.count + more.count) * 2) }
        bytes.append(addingCapacity: more.count) { output in
            for index in more.indices { output.append(more[index]) }
        }
    }

    /// Four bytes, the lowest first.
    mutating func append(_ number: UInt32) {
        for position in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * UInt32(position)))) }
    }

    var slice: SharedSlice { SharedSlice(copying: bytes) }
}
