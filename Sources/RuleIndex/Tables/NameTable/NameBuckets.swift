import ByteText

/// The filter and the buckets of a ``NameTable`` while they are filled.
struct NameBuckets {
    /// The maximum number of names in one bucket; more is not a coincidence.
    static let longestAllowed = 32

    let seed: UInt64
    let count: Int
    private(set) var filter: [UInt64]
    /// The hash of each name.
    private var hashes: [UInt64] = []
    /// The start of each bucket's records, followed by the end of the last ones.
    private var starts: [UInt32]
    /// The number of names in the fullest bucket.
    private(set) var longest = 0

    /// - Parameters:
    ///   - names: All names.
    ///   - head: The layout of the record heads.
    ///   - seed: The seed of the hashes.
    ///   - spread: How often names have crowded together before.
    init(of names: borrowing CollectedNames, _ head: NameHead, seed: UInt64, spread: Int) {
        self.seed = seed
        let count = Self.count(names: names.count, spread: spread)
        self.count = count
        filter = [UInt64](repeating: 0, count: NameFilter.wordCount(keys: names.count + names.parentCount))
        starts = [UInt32](repeating: 0, count: count + 1)
        hashes.reserveCapacity(names.count)
        var lengths = [UInt32](repeating: 0, count: count)
        for number in 0..<names.count {
            let hash = names.hash(of: number, seed: seed) { parent in
                filter[NameTable.home(of: parent, homeCount: UInt64(filter.count))] |= NameFilter.bitsOfParent(parent)
            }
            filter[NameTable.home(of: hash, homeCount: UInt64(filter.count))] |= NameFilter.bitsOfName(hash)
            hashes.append(hash)
            let bucket = NameTable.home(of: hash, homeCount: UInt64(count))
            lengths[bucket] += 1
            longest = max(longest, Int(lengths[bucket]))
            starts[bucket + 1] += UInt32(head.count + names.range(number).count)
        }
        for bucket in 0..<count { starts[bucket + 1] += starts[bucket] }
    }

    /// The number of buckets for a number of names.
    ///
    /// PERF: a small table is sparse, because it fits in the cache anyway, and comparing records of other names is
    /// unpredictable. A large table has nearly as many buckets as names. With fewer, more records of other names are
    /// compared; with more, the buckets themselves are waited for. Measured: 219 ns for a decision with twice as many
    /// names as buckets, 207 with as many, and 219 with half as many.
    static func count(names: Int, spread: Int) -> Int {
        max(1, names < 1 << 15 ? names * 2 : names - names / 8) << min(spread / 4, 4)
    }

    /// The size of all records in bytes.
    var recordBytes: Int { Int(starts[count]) }

    /// Writes the filter, the buckets and the records.
    consuming func write(
        _ names: borrowing CollectedNames,
        _ payloads: [UInt64],
        _ layout: NameTableLayout,
        _ head: NameHead,
        to bytes: inout MutableSpan<UInt8>
    ) {
        for position in filter.indices {
            bytes.write(filter[position], at: layout.filter.lowerBound + position * 8)
        }
        for bucket in 0...count { bytes.write(starts[bucket], at: layout.buckets.lowerBound + bucket * 4) }
        for guide in 0..<layout.guideCount {
            let bucket = min(guide << NameTableLayout.guideShift, count)
            bytes.write(starts[bucket], at: layout.guides.lowerBound + guide * 4)
        }
        for number in 0..<names.count {
            let bucket = NameTable.home(of: hashes[number], homeCount: UInt64(count))
            let offset = layout.records.lowerBound + Int(starts[bucket])
            let nameCount = names.range(number).count
            let word = head.word(
                nameCount: nameCount,
                entry: UInt32(truncatingIfNeeded: payloads[number]),
                target: Int(payloads[number] >> 32)
            )
            for position in 0..<head.count {
                bytes[offset + position] = UInt8(truncatingIfNeeded: word &>> (8 &* UInt64(position)))
            }
            names.write(number, at: offset + head.count, to: &bytes)
            starts[bucket] += UInt32(head.count + nameCount)
        }
    }
}

/// The filter of a ``NameTable``: it rejects most names that are not in the table, without reading the records.
///
/// A hash belongs to one word. In it a name has set three bits and a domain above a name two, each selected by six bits
/// of its hash. A word in which they are set may contain the name; a word in which they are not does not.
enum NameFilter {
    /// The number of bits for each name or domain above a name.
    private static let bitsPerKey = 10

    /// The number of words for a number of names and domains above names.
    ///
    /// PERF: a small filter fits in the first-level cache anyway, and may be sparse.
    static func wordCount(keys: Int) -> Int { max(1, keys < 8192 ? keys : (keys * bitsPerKey + 63) / 64) }

    /// The bits of a name.
    @inline(__always)
    static func bitsOfName(_ hash: UInt64) -> UInt64 { 1 &<< hash | 1 &<< (hash &>> 6) | 1 &<< (hash &>> 12) }

    /// The bits of a domain that has names below it.
    @inline(__always)
    static func bitsOfParent(_ hash: UInt64) -> UInt64 { 1 &<< (hash &>> 18) | 1 &<< (hash &>> 24) }
}
