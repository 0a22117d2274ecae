import PolicyModel

/// The reasons of a decision in the order they decided, as five bytes of a word: one for each code.
///
/// What stands behind a reason – the rule, the setting, the place – follows from its code and from what the decision
/// found out, so it is not kept for each.
///
/// PERF: a list of structures took a third of a decision, most of it waiting for bytes just written one by one to be
/// read back together. One word is never taken apart.
struct ReasonList: Hashable, Sendable {
    /// As many as the longest row of the decision tables gives.
    static let capacity = 5
    /// The bytes of a full list.
    private static var mask: UInt64 { 0xFF_FFFF_FFFF }

    /// The codes, the last one lowest, each with 1 added; 0 is no code.
    private(set) var codes: UInt64 = 0

    /// How many there are.
    var count: Int { (64 &- codes.leadingZeroBitCount &+ 7) / 8 }

    /// Adds a reason; one past the capacity drops the first, which tests over the tables show never happens.
    @inline(__always)
    mutating func append(_ code: ReasonCode) { codes = (codes &<< 8 | UInt64(Self.byte(of: code) &+ 1)) & Self.mask }

    /// Whether a code is among them.
    ///
    /// - Complexity: O(1); allocates nothing.
    func contains(_ code: ReasonCode) -> Bool {
        let byte = UInt64(Self.byte(of: code) &+ 1)
        var rest = codes
        while rest != 0 {
            if rest & 0xFF == byte { return true }
            rest &>>= 8
        }
        return false
    }

    /// The code at a position below ``count``.
    subscript(position: Int) -> ReasonCode {
        precondition(position >= 0 && position < count, "reason past the end of the list")
        let byte = UInt8(truncatingIfNeeded: codes >> UInt64((count - 1 - position) * 8))
        return ReasonCode.allCases[Int(byte) - 1]
    }

    /// Takes the first reason away.
    mutating func removeFirst() {
        guard count > 0 else { return }
        codes &= (1 << UInt64((count - 1) * 8)) - 1
    }

    /// Adds the reasons of another list behind those of this one.
    mutating func append(_ other: ReasonList) {
        codes = (codes << UInt64(other.count * 8) | other.codes) & Self.mask
    }

    /// The position of a code in `ReasonCode.allCases`.
    @inline(__always)
    private static func byte(of code: ReasonCode) -> UInt8 {
        // SAFETY: an enumeration without payloads and with fewer than 256 cases is one byte that counts its cases in
        // order; a test goes through all of them.
        unsafe unsafeBitCast(code, to: UInt8.self)
    }
}
