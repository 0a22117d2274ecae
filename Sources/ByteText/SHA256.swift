/// SHA-256, of [FIPS 180-4, section 6.2](https://csrc.nist.gov/pubs/fips/180-4/upd1/final).
///
/// ```swift
/// let digest = SHA256.hash(of: Array("abc".utf8))        // ba7816bf…f20015ad
/// ```
///
/// An implementation of its own, because the engine links no cryptography library: this and HMAC are all that a
/// policy's digest and a ticket need. The timing of no step depends on the bytes, as far as the compiler preserves
/// that.
public struct SHA256: Sendable {
    /// The number of bytes of a digest.
    public static let digestCount = 32
    /// The number of bytes processed at once.
    static let blockCount = 64

    private var state = SIMD8<UInt32>(
        0x6A09_E667,
        0xBB67_AE85,
        0x3C6E_F372,
        0xA54F_F53A,
        0x510E_527F,
        0x9B05_688C,
        0x1F83_D9AB,
        0x5BE0_CD19
    )
    /// The bytes that do not fill a block yet, at the start of a block.
    private var rest = InlineArray<64, UInt8>(repeating: 0)
    private var restCount = 0
    private var count: UInt64 = 0

    /// Starts a digest.
    public init() {}

    /// Adds more bytes.
    ///
    /// - Complexity: O(*n*); allocates nothing.
    public mutating func update(_ bytes: Span<UInt8>) {
        count &+= UInt64(bytes.count)
        var offset = 0
        if restCount > 0 {
            while restCount < Self.blockCount, offset < bytes.count {
                rest[restCount] = bytes[offset]
                restCount += 1
                offset += 1
            }
            guard restCount == Self.blockCount else { return }
            Self.compress(rest.span, into: &state)
            restCount = 0
        }
        while bytes.count &- offset >= Self.blockCount {
            Self.compress(bytes.extracting(offset..<offset &+ Self.blockCount), into: &state)
            offset &+= Self.blockCount
        }
        while offset < bytes.count {
            rest[restCount] = bytes[offset]
            restCount += 1
            offset += 1
        }
    }

    /// The digest of all bytes so far; more may follow.
    ///
    /// - Returns: 32 bytes.
    public func digest() -> [UInt8] { Self.bytes(of: finalState()) }

    /// The digest of bytes.
    ///
    /// - Returns: 32 bytes.
    /// - Complexity: O(*n*).
    public static func hash(of bytes: Span<UInt8>) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.digest()
    }

    /// The digest of bytes.
    ///
    /// - Returns: 32 bytes.
    /// - Complexity: O(*n*).
    public static func hash(of bytes: [UInt8]) -> [UInt8] { hash(of: bytes.span) }

    // MARK: Blocks

    private func finalState() -> SIMD8<UInt32> {
        var hash = self
        hash.rest[hash.restCount] = 0x80
        for position in hash.restCount + 1..<Self.blockCount { hash.rest[position] = 0 }
        // The bit count occupies the last eight bytes of a block.
        if hash.restCount >= Self.blockCount - 8 {
            Self.compress(hash.rest.span, into: &hash.state)
            hash.rest = InlineArray(repeating: 0)
        }
        let bits = count &<< 3
        for place in 0..<8 {
            hash.rest[Self.blockCount - 1 - place] = UInt8(truncatingIfNeeded: bits &>> UInt64(8 * place))
        }
        Self.compress(hash.rest.span, into: &hash.state)
        return hash.state
    }

    private static func bytes(of state: SIMD8<UInt32>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digestCount)
        for word in state.indices {
            for place in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: state[word] &>> UInt32(24 - 8 * place))) }
        }
        return bytes
    }

    /// Processes a block: the compression function of section 6.2.2.
    private static func compress(_ block: Span<UInt8>, into state: inout SIMD8<UInt32>) {
        // PERF: only the last sixteen words of the schedule are ever needed, so it is kept as a ring.
        var schedule = InlineArray<16, UInt32>(repeating: 0)
        for place in 0..<8 {
            let two = WordLoader.word(of: block, at: 8 * place).byteSwapped
            schedule[2 * place] = UInt32(truncatingIfNeeded: two &>> 32)
            schedule[2 * place + 1] = UInt32(truncatingIfNeeded: two)
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        let constants = constants.span
        for part in 0..<4 {
            if part > 0 { extend(&schedule) }
            // PERF: after eight rounds each word is back in its place, so no word is moved.
            for place in stride(from: 0, to: 16, by: 8) {
                @inline(__always)
                func word(_ round: Int) -> UInt32 {
                    constants[16 &* part &+ place &+ round] &+ schedule[place &+ round]
                }
                takeRound(a, b, c, &d, e, f, g, &h, word(0))
                takeRound(h, a, b, &c, d, e, f, &g, word(1))
                takeRound(g, h, a, &b, c, d, e, &f, word(2))
                takeRound(f, g, h, &a, b, c, d, &e, word(3))
                takeRound(e, f, g, &h, a, b, c, &d, word(4))
                takeRound(d, e, f, &g, h, a, b, &c, word(5))
                takeRound(c, d, e, &f, g, h, a, &b, word(6))
                takeRound(b, c, d, &e, f, g, h, &a, word(7))
            }
        }
        state &+= SIMD8(a, b, c, d, e, f, g, h)
    }

    /// One round: only two of the eight words change.
    @inline(__always)
    private static func takeRound(
        _ a: UInt32,
        _ b: UInt32,
        _ c: UInt32,
        _ d: inout UInt32,
        _ e: UInt32,
        _ f: UInt32,
        _ g: UInt32,
        _ h: inout UInt32,
        _ word: UInt32
    ) {
        let sum1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
        let first = h &+ sum1 &+ (g ^ (e & (f ^ g))) &+ word
        let sum0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
        d = d &+ first
        h = first &+ sum0 &+ ((a & b) | (c & (a | b)))
    }

    /// The next sixteen words of the schedule.
    @inline(__always)
    private static func extend(_ schedule: inout InlineArray<16, UInt32>) {
        for place in 0..<16 {
            let early = schedule[(place &+ 1) & 15]
            let late = schedule[(place &+ 14) & 15]
            let sigma0 = turned(early, 7) ^ turned(early, 18) ^ early &>> 3
            let sigma1 = turned(late, 17) ^ turned(late, 19) ^ late &>> 10
            schedule[place] = schedule[place] &+ sigma0 &+ schedule[(place &+ 9) & 15] &+ sigma1
        }
    }

    @inline(__always)
    private static func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 { word &>> bits | word &<< (32 &- bits) }

    /// The constants of section 4.2.2: the first bits of the fractions of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
        0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
        0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
        0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
    ]
}

/// HMAC with SHA-256, of [FIPS 198-1](https://csrc.nist.gov/pubs/fips/198-1/final): an authentication code that only
/// holders of the key can create.
public struct HMACSHA256: Sendable {
    /// PERF: both have already processed the key, so that a code for a short text costs two blocks instead of four.
    private let inner: SHA256
    private let outer: SHA256

    /// Creates an authenticator with a key.
    ///
    /// - Parameter key: Any number of bytes; a key longer than a block is hashed first, as the standard specifies.
    public init(key: [UInt8]) {
        var block = key
        if block.count > SHA256.blockCount { block = SHA256.hash(of: key) }
        block += [UInt8](repeating: 0, count: SHA256.blockCount - block.count)
        inner = Self.hash(beginningWith: block, masked: 0x36)
        outer = Self.hash(beginningWith: block, masked: 0x5C)
    }

    private static func hash(beginningWith block: [UInt8], masked mask: UInt8) -> SHA256 {
        var hash = SHA256()
        let masked = block.map { $0 ^ mask }
        hash.update(masked.span)
        return hash
    }

    /// The code of a message.
    ///
    /// - Returns: 32 bytes.
    /// - Complexity: O(*n*).
    public func code(of message: Span<UInt8>) -> [UInt8] {
        var hash = inner
        hash.update(message)
        var result = outer
        let digest = hash.digest()
        result.update(digest.span)
        return result.digest()
    }

    /// Whether a code is valid for a message.
    ///
    /// The running time does not reveal how much of a wrong code is right.
    ///
    /// - Parameters:
    ///   - code: 32 bytes; any other number of bytes is wrong.
    ///   - message: The message.
    /// - Returns: Whether the code is valid.
    public func isValid(_ code: Span<UInt8>, of message: Span<UInt8>) -> Bool {
        let expected = self.code(of: message)
        guard code.count == expected.count else { return false }
        var difference: UInt8 = 0
        for place in expected.indices { difference |= expected[place] ^ code[place] }
        return difference == 0
    }
}
