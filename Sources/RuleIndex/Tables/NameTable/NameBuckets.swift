import ByteText

/// The filter and the buckets of a ``NameTable`` while they are filled.
struct NameBuckets {
    /// More names than that in one bucket are no accident.
    static let longestAllowed = 32

    let seed: UInt64
    let count: Int
    private(set) var filter: [UInt64]
    /// The hash of each name.
    private var hashes: [UInt64] = []
    /// Where the records of each bucket begin, and the last ones end.
    private var starts: [UInt32]
    /// How many names the fullest bucket has.
    private(set) var longest = 0

    /// - Parameters:
    ///   - names: All of them.
    ///   - head: How the heads of records are laid out.
    ///   - seed: Of the hashes.
    ///   - spread: How many times names have crowded together.
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

    /// How many buckets so many names have.
    ///
    /// PERF: a small table is sparse, for it fits in the cache all the same, and to look at records of other names is
    /// what cannot be foreseen. In a large one there are nearly as many buckets as names: with fewer, more records are
    /// looked at that are of other names; with more, the buckets themselves are waited for, measured as 219 ns for a
    /// decision with twice as many names as buckets, 207 with as many, and 219 with half as many.
    static func count(names: Int, spread: Int) -> Int {
        max(1, names < 1 << 15 ? names * 2 : names - names / 8) << min(spread / 4, 4)
    }

    /// The bytes of all records.
    var recordBytes: Int { Int(starts[count]) }

    /// Writes filter, buckets and records.
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

/// The filter of a ``NameTable``: says of most names that are not there that they are not, without a look at the records.
///
/// A hash belongs to one word. In it a name has set three bits and a domain above a name two, each by six bits of its
/// hash; a word in which they are set may hold it, and one in which they are not does not.
enum NameFilter {
    /// How many bits there are for each name or domain above one.
    private static let bitsPerKey = 10

    /// How many words there are for so many names and domains above names.
    ///
    /// PERF: a small filter fits in the first cache anyway, and may be sparse.
    static func wordCount(keys: Int) -> Int { max(1, keys < 8192 ? keys : (keys * bitsPerKey + 63) / 64) }

    /// The bits of a name.
    @inline(__always)
    static func bitsOfName(_ hash: UInt64) -> UInt64 { 1 &<< hash | 1 &<< (hash &>> 6) | 1 &<< (hash &>> 12) }

    /// The bits of a domain that has names below it.
    @inline(__always)
    static func bitsOfParent(_ hash: UInt64) -> UInt64 { 1 &<< (hash &>> 18) | 1 &<< (hash &>> 24) }
}
