import ByteText
import URLMatching

extension LiteralTable {
    /// Whether ``search(_:hostStart:_:)`` supports a URL; if not, ``search(slowly:below:_:)`` is used.
    @inline(__always)
    func isQuick(over url: Span<UInt8>) -> Bool { url.count >= 8 && stride >= 3 && short.isEmpty }

    /// Finds the positions in a URL that may be inside a literal.
    ///
    /// - Parameters:
    ///   - url: The bytes of a URL for which ``isQuick(over:)`` is true.
    ///   - hostStart: The start of the host of an `http:` or `https:` URL; 0 for every other.
    ///   - body: Called with a window under which literals are filed, and its position; returns whether a literal is
    ///     there, see ``note(_:in:of:at:below:_:)``. If it reaches the limit, the search ends.
    /// - Returns: Whether there are any; `limitReached` if the search ended early.
    /// - Complexity: O(*n*) in the bytes of the URL. Allocates nothing.
    ///
    /// PERF: with a constant stride, the second window of a load is one shift away.
    @inline(__always)
    func search(_ url: Span<UInt8>, hostStart: Int, _ body: (UInt32, Int) -> MatchOutcome) -> MatchOutcome {
        let start = skipsSchemes ? max(0, hostStart &- Self.windowWidth &+ 1) : 0
        return stride == 4
            ? search(url, from: start, stride: 4, body) : search(url, from: start, stride: 3, body)
    }

    /// INVARIANT: the examined positions are `stride` bytes apart, or fewer at the end, from the first byte to less
    /// than that before the last window; so a literal with that many consecutive windows has one of them there.
    ///
    /// PERF: filed windows are handled in a call, so that the loop stays in registers.
    @inline(__always)
    private func search(
        _ url: Span<UInt8>,
        from start: Int,
        stride: Int,
        _ body: (UInt32, Int) -> MatchOutcome
    ) -> MatchOutcome {
        let bits = long.bits.span
        let last = url.count &- 8
        var position = min(start, last)
        var outcome = MatchOutcome.notMatched
        while true {
            let word = Self.foldedWord(of: url, at: position)
            let (first, second) = (Self.window(word, 0), Self.window(word, stride))
            if WindowBits.has(first, in: bits) {
                let finding = body(first, position)
                guard finding != .limitReached else { return finding }
                if finding == .matched { outcome = finding }
            }
            if WindowBits.has(second, in: bits) {
                let finding = body(second, position &+ stride)
                guard finding != .limitReached else { return finding }
                if finding == .matched { outcome = finding }
            }
            guard position < last else { return outcome }
            // The last load may overlap the previous one.
            position = min(position &+ 2 &* stride, last)
        }
    }

    /// Notes the postings whose literals are in a URL and that are stronger than a rank; for literals of fewer than six
    /// bytes, which few rules need, and URLs of fewer than eight.
    ///
    /// - Returns: Whether there are any; `limitReached` if the search ended early.
    func search(slowly url: Span<UInt8>, below rank: UInt32, _ scratch: inout MatcherScratch) -> MatchOutcome {
        guard url.count >= 8 else {
            return noteAll(Self.word(ofShort: url), of: url, at: 0, below: rank, &scratch)
        }
        let last = url.count &- 8
        var position = 0
        var outcome = MatchOutcome.notMatched
        while true {
            let word = Self.foldedWord(of: url, at: position)
            let finding = noteAll(word, of: url, at: position, below: rank, &scratch)
            guard finding != .limitReached else { return finding }
            if finding == .matched { outcome = finding }
            guard position < last else { return outcome }
            position = min(position &+ 5, last)
        }
    }

    /// Notes the literals of all windows in eight bytes.
    @inline(__always)
    private func noteAll(
        _ word: UInt64,
        of url: Span<UInt8>,
        at start: Int,
        below rank: UInt32,
        _ scratch: inout MatcherScratch
    ) -> MatchOutcome {
        var outcome = MatchOutcome.notMatched
        for offset in 0..<6 {
            let (window, position) = (Self.window(word, offset), start &+ offset)
            if offset < 5, !long.isEmpty, WindowBits.has(window, in: long.bits.span) {
                let finding = note(window, in: long, of: url, at: position, below: rank, &scratch)
                guard finding != .limitReached else { return finding }
                if finding == .matched { outcome = finding }
            }
            let shortWindow = window & 0xFF_FFFF
            if !short.isEmpty, WindowBits.has(shortWindow, in: short.bits.span) {
                let finding = note(shortWindow, in: short, of: url, at: position, below: rank, &scratch)
                guard finding != .limitReached else { return finding }
                if finding == .matched { outcome = finding }
            }
        }
        return outcome
    }

    /// The cost of a filed window, in units of ``RegexLimits/lookUpWork``, without its candidates: 13 ns.
    private static let windowWork = 40
    /// The cost of a candidate: 7 ns.
    private static let candidateWork = 20

    /// Notes the postings whose literals contain a window, are in a URL around it, and are stronger than a rank.
    ///
    /// A URL can be crafted from filed windows, and a rule set from literals that share them. Therefore the allowance
    /// of the look-up is charged for each of them.
    ///
    /// - Parameters:
    ///   - window: A window under which literals are filed.
    ///   - lane: The lane of the window; ``long`` for what ``search(_:hostStart:_:)`` finds.
    ///   - url: The bytes of the URL.
    ///   - position: The position of the window.
    ///   - rank: The rank.
    ///   - scratch: Its set receives the numbers of the candidates; its allowance is charged.
    /// - Returns: Whether there are any; `limitReached` if the allowance is used up.
    /// - Complexity: O(*n*) in the literals that share a window. Allocates nothing once the set has been used.
    @inline(__always)
    func note(
        _ window: UInt32,
        in lane: borrowing Lane,
        of url: Span<UInt8>,
        at position: Int,
        below rank: UInt32,
        _ scratch: inout MatcherScratch
    ) -> MatchOutcome {
        let candidates = lane.candidates.span
        let bucket = Lane.bucket(of: window, shift: lane.bucketShift)
        let range = Int(lane.starts[bucket])..<Int(lane.starts[bucket + 1])
        guard scratch.regex.charge(work: Self.windowWork &+ range.count &* Self.candidateWork) else {
            return .limitReached
        }
        var outcome = MatchOutcome.notMatched
        for index in range {
            let candidate = candidates[index]
            // PERF: one branch for both tests, because neither is predictable.
            guard (candidate.window ^ window) | (candidate.rank < rank ? 0 : 1) == 0 else { continue }
            let (place, count) = (position &- Int(candidate.offset), Int(candidate.count))
            guard place >= 0, count <= url.count &- place,
                WordLoader.areEqual(
                    url,
                    at: place,
                    text.span,
                    at: Int(candidate.start),
                    count: count,
                    folding: Self.folding
                )
            else { continue }
            scratch.reached.insert(candidate.posting)
            outcome = .matched
        }
        return outcome
    }

    /// Notes what the literals reach that are filed with a salt and are in the path and query of a URL.
    ///
    /// - Parameters:
    ///   - url: The bytes of a URL without its fragment.
    ///   - start: Where its path begins.
    ///   - salt: The salt.
    ///   - rank: Postings that are not stronger than this are left out.
    ///   - scratch: Its set receives the numbers of the candidates; its allowance is charged.
    /// - Returns: Whether there are any; `limitReached` if the search ended early.
    /// - Complexity: O(*n*) in the bytes of the URL and the literals that share a window of it. Allocates nothing once
    ///   the set has been used.
    func search(
        _ url: Span<UInt8>,
        from start: Int,
        salt: UInt32,
        below rank: UInt32,
        _ scratch: inout MatcherScratch
    ) -> MatchOutcome {
        // INVARIANT: a URL with a host and one of these literals is longer.
        guard url.count >= 8, !long.isEmpty else { return .notMatched }
        let last = url.count &- 8
        var position = min(start, last)
        var outcome = MatchOutcome.notMatched
        while true {
            let word = Self.foldedWord(of: url, at: position)
            var offset = 0
            while offset <= Self.windowWidth {
                let window = Self.window(word, offset) ^ salt
                if WindowBits.has(window, in: long.bits.span) {
                    let finding = note(window, in: long, of: url, at: position &+ offset, below: rank, &scratch)
                    guard finding != .limitReached else { return finding }
                    if finding == .matched { outcome = finding }
                }
                offset &+= stride
            }
            guard position < last else { return outcome }
            // The last load may overlap the previous one.
            position = min(position &+ offset, last)
        }
    }

    // MARK: Windows

    /// The bit, in each byte, that upper-case letters lack.
    private static var folding: UInt64 { 0x2020_2020_2020_2020 }

    /// Four bytes of a word.
    @inline(__always)
    private static func window(_ word: UInt64, _ offset: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: word &>> UInt64(truncatingIfNeeded: 8 &* offset))
    }

    /// Eight bytes of a URL, with case folded.
    @inline(__always)
    private static func foldedWord(of url: Span<UInt8>, at position: Int) -> UInt64 {
        WordLoader.word(of: url, at: position) | folding
    }

    /// The bytes of a URL of fewer than eight bytes, with case folded.
    private static func word(ofShort url: Span<UInt8>) -> UInt64 {
        var word: UInt64 = 0
        for index in url.indices { word |= UInt64(url[index]) &<< UInt64(8 &* index) }
        return word | folding
    }
}
