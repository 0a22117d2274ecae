import ByteText

/// The positions of the parts of a ``NameTable`` in its bytes. All numbers are little-endian.
///
/// ```
/// 0…7      version of the layout
/// 8…15     seed of the hashes
/// 16…23    number of names
/// 24…31    number of buckets
/// 32…39    number of words of the filter
/// 40…47    number of targets
/// 48…55    number of postings
/// 56…63    bytes of the records, including padding
/// 64       the number of bits for the entry in a record's head; see ``NameHead``
/// 65       1 if a rule is about a single label
/// 66       the number of bits for the length of the name in a record's head
/// 67       the number of bits for the target in a record's head
/// 72…79    how many target numbers represent rules; see ``NameTarget``
/// 80…127   zero
/// 128…     filter, 8 bytes for each word
///          buckets, 4 bytes each, and one more for the end, and padding to 8 bytes
///          guides, 4 bytes each: where the records of every eighth bucket begin, and padding to 8 bytes
///          targets, 32 bytes each: exact and below; each is rank, entry, first posting, number of postings
///          postings, 16 bytes each
///          records
/// ```
struct NameTableLayout: Hashable, Sendable {
    static let headBytes = 128
    static let version: UInt64 = 4

    /// Loads are whole words, so this many bytes follow the last record.
    static let padding = 8

    /// The number of buckets per guide, as a power of two.
    static let guideShift = 3

    static let targetBytes = 2 * Reach.byteCount

    var seed: UInt64 = 1
    var nameCount: UInt64 = 0
    var bucketCount: UInt64 = 1
    var filterWordCount: UInt64 = 1
    var targetCount: UInt64 = 0
    var postingCount: UInt64 = 0
    var recordBytes = UInt64(Self.padding)
    var nameBits: UInt64 = 1
    var entryBits: UInt64 = 0
    var targetBits: UInt64 = 0
    var directCount: UInt64 = 0
    var hasSingleLabels = false

    init() {}

    /// Reads a head, and checks it against the number of bytes.
    init(reading bytes: Span<UInt8>) throws(NameTableError) {
        guard bytes.count >= Self.headBytes else { throw .noHead }
        guard WordLoader.word(of: bytes, at: 0) == Self.version else { throw .unknownHead }
        seed = WordLoader.word(of: bytes, at: 8)
        nameCount = WordLoader.word(of: bytes, at: 16)
        bucketCount = WordLoader.word(of: bytes, at: 24)
        filterWordCount = WordLoader.word(of: bytes, at: 32)
        targetCount = WordLoader.word(of: bytes, at: 40)
        postingCount = WordLoader.word(of: bytes, at: 48)
        recordBytes = WordLoader.word(of: bytes, at: 56)
        let flags = WordLoader.word(of: bytes, at: 64)
        entryBits = flags & 0xFF
        hasSingleLabels = flags & 0x100 != 0
        nameBits = flags >> 16 & 0xFF
        targetBits = flags >> 24 & 0xFF
        directCount = WordLoader.word(of: bytes, at: 72)
        // No part has more elements than there are bytes, so that the sum of their sizes does not overflow.
        let limit = min(UInt64(bytes.count), UInt64(UInt32.max))
        guard
            head != nil, (1...limit).contains(bucketCount), (1...limit).contains(filterWordCount),
            targetCount <= limit, directCount <= 2 * (UInt64(UInt32.max) + 1), postingCount <= limit,
            recordBytes >= Self.padding, recordBytes <= limit
        else { throw .unknownHead }
        guard records.upperBound == bytes.count else { throw .wrongSize }
    }

    /// Writes the head.
    func write(to bytes: inout MutableSpan<UInt8>) {
        bytes.write(Self.version, at: 0)
        bytes.write(seed, at: 8)
        bytes.write(nameCount, at: 16)
        bytes.write(bucketCount, at: 24)
        bytes.write(filterWordCount, at: 32)
        bytes.write(targetCount, at: 40)
        bytes.write(postingCount, at: 48)
        bytes.write(recordBytes, at: 56)
        bytes.write(entryBits | (hasSingleLabels ? 0x100 : 0) | nameBits << 16 | targetBits << 24, at: 64)
        bytes.write(directCount, at: 72)
    }

    /// The layout of the record heads; nil if no table has such heads.
    var head: NameHead? { NameHead(nameBits: nameBits, entryBits: entryBits, targetBits: targetBits) }

    // MARK: Parts

    var filter: Range<Int> { Self.headBytes..<Self.headBytes + Int(filterWordCount) * 8 }

    var buckets: Range<Int> { filter.upperBound..<filter.upperBound + ((Int(bucketCount) + 1) * 4 + 7) & ~7 }

    /// The number of guides: each guide but the last is followed by another.
    var guideCount: Int { Int(bucketCount) >> Self.guideShift + 2 }

    var guides: Range<Int> { buckets.upperBound..<buckets.upperBound + (guideCount * 4 + 7) & ~7 }

    var targets: Range<Int> { guides.upperBound..<guides.upperBound + Int(targetCount) * Self.targetBytes }

    var postings: Range<Int> { targets.upperBound..<targets.upperBound + Int(postingCount) * PostingList.postingBytes }

    var records: Range<Int> { postings.upperBound..<postings.upperBound + Int(recordBytes) }
}
