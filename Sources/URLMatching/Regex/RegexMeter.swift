import CPCRE2

/// Counts what a search of PCRE2 does, and stops it.
///
/// PCRE2 counts some kinds of steps, and anew at each place where a match may begin, so that its own limits do not bound
/// the work. A pattern that is compiled with `PCRE2_AUTO_CALLOUT` calls ``countRegexStep(_:_:)`` before each item, in
/// machine code as in the interpreter, and ends where that says so. Between two calls PCRE2 only goes through bytes: those
/// of a repetition of one character, which show as the distance to the place of the call before unless the repetition
/// failed before its least number, and those of a reference back, which is charged for the longest group. What else an
/// item does for its call – saving groups, looking for a mark – is in its ``RegexItem``.
///
/// Measured on the hostile set, a step takes 5 to 9 ns, and at most 28.
@safe
struct RegexMeter {
    /// The steps that are left.
    fileprivate(set) var left: Int
    /// Where the subject was at the last call.
    fileprivate var position = 0
    /// Where the attempt of the last call had begun.
    fileprivate var start = -1
    /// What a byte costs that the last item went through, in sixteenths of a step.
    fileprivate var bytePrice = 1
    fileprivate let steps: Int
    /// What each call costs, beside what its item does.
    fileprivate let price: Int
    /// What it costs to begin anew.
    fileprivate let beginning: Int
    // INVARIANT: as many as `itemCount`, alive while the meter is lent to PCRE2.
    fileprivate let items: UnsafePointer<RegexItem>?
    fileprivate let itemCount: Int

    /// The steps that were counted.
    var count: Int { steps - max(left, 0) }

    /// Makes a meter for a search.
    ///
    /// - Parameters:
    ///   - steps: When to stop.
    ///   - items: By their places in the pattern; must stay alive while the meter is in use.
    ///   - itemCount: How many places there are.
    ///   - groupCount: How many groups the pattern has.
    ///   - isTranslated: Whether it is machine code; the interpreter is slower, and copies all groups each time.
    init(steps: Int, items: UnsafePointer<RegexItem>?, itemCount: Int, groupCount: Int, isTranslated: Bool) {
        left = steps
        self.steps = steps
        price = isTranslated ? 1 : 3 + groupCount / 4
        beginning = groupCount / 8
        unsafe self.items = items
        self.itemCount = itemCount
    }
}

/// What PCRE2 does for an item of a pattern between the call before it and the next.
struct RegexItem {
    enum Kind: UInt8 { case character, group, reference, skip }

    private(set) var kind = Kind.character
    /// What it takes to go through one byte, in sixteenths of a step.
    private(set) var bytePrice: UInt16 = 1
    /// How often it is compared before the next call at least, where it fails.
    private(set) var least: UInt16 = 1
    /// How often it may be repeated.
    private(set) var most: UInt16 = 1

    init() {}

    /// Reads an item as it is written in a pattern, with its quantifier.
    init(_ text: ArraySlice<UInt8>) {
        let second = text.dropFirst().first ?? 0
        switch text.first {
        case UInt8(ascii: "\\"):
            switch second {
            case UInt8(ascii: "1")...UInt8(ascii: "9"), UInt8(ascii: "k"): kind = .reference
            case UInt8(ascii: "g"):
                let third = text.dropFirst(2).first
                kind = third == UInt8(ascii: "<") || third == UInt8(ascii: "'") ? .group : .reference
            case UInt8(ascii: "X"): bytePrice = 24
            case UInt8(ascii: "p"), UInt8(ascii: "P"), UInt8(ascii: "R"), UInt8(ascii: "h"), UInt8(ascii: "H"),
                UInt8(ascii: "v"), UInt8(ascii: "V"):
                bytePrice = 6
            default: break
            }
        case UInt8(ascii: "["):
            // Properties in a class are gone through one by one.
            let properties = zip(text, text.dropFirst()).count {
                $0 == UInt8(ascii: "\\") && ($1 | 0x20) == UInt8(ascii: "p")
            }
            bytePrice = UInt16(clamping: 1 + properties)
        case UInt8(ascii: "("):
            kind = text.starts(with: "(*SKIP:".utf8) ? .skip : text.starts(with: "(?P=".utf8) ? .reference : .group
        // A quantifier behind a group is not one of a character.
        case UInt8(ascii: ")"), UInt8(ascii: "|"): return
        default: break
        }
        readQuantifier(text)
    }

    private mutating func readQuantifier(_ text: ArraySlice<UInt8>) {
        var text = text
        guard text.count > 1 else { return }
        if let last = text.last, text.count > 2, last == UInt8(ascii: "?") || last == UInt8(ascii: "+"),
            "*+?}".utf8.contains(text[text.endIndex - 2])
        {
            text.removeLast()
        }
        switch text.last {
        case UInt8(ascii: "*"), UInt8(ascii: "+"): most = .max
        case UInt8(ascii: "}"):
            guard let brace = text.lastIndex(of: UInt8(ascii: "{")) else { return }
            let digits = text[(brace + 1)...].prefix { (0x30...0x39).contains($0) }
            guard let number = UInt16(String(decoding: digits, as: UTF8.self)) else { return }
            (least, most) = (max(number, 1), .max)
        default: break
        }
    }
}

/// Counts the work since the last call; see ``RegexMeter``.
///
/// - Returns: 0, or the error that ends the search.
func countRegexStep(
    _ block: UnsafeMutablePointer<pcre2_callout_block_8>?,
    _ data: UnsafeMutableRawPointer?
) -> CInt {
    guard let block = unsafe block, let data = unsafe data else { return PCRE2_ERROR_CALLOUT }
    // SAFETY: PCRE2 passes what the program passed to it, which is a meter that lives for the search and that nothing
    // else reads meanwhile; the block is PCRE2's own.
    let meter = unsafe data.assumingMemoryBound(to: RegexMeter.self)
    let position = unsafe block.pointee.current_position
    let groupTop = unsafe Int(block.pointee.capture_top)
    // The places of the groups are copied for the call.
    var charge = unsafe meter.pointee.price &+ groupTop &>> 3
    let distance = unsafe position &- meter.pointee.position
    if distance > 0 { charge &+= unsafe (distance &* meter.pointee.bytePrice) &>> 4 }
    let start = unsafe block.pointee.start_match
    if unsafe start != meter.pointee.start {
        charge &+= unsafe meter.pointee.beginning
        unsafe meter.pointee.start = start
    }
    unsafe meter.pointee.position = position
    let place = unsafe block.pointee.pattern_position
    if let items = unsafe meter.pointee.items, unsafe place < meter.pointee.itemCount {
        let item = unsafe items[place]
        let price = Int(item.bytePrice)
        unsafe meter.pointee.bytePrice = price
        let rest = unsafe block.pointee.subject_length &- position
        // An item that fails is not seen to have gone through bytes: what it needs at least is charged beforehand.
        charge &+= (min(rest, Int(item.least)) &* price) &>> 4
        switch item.kind {
        case .character: break
        case .group: charge &+= unsafe meter.pointee.beginning
        case .reference:
            var longest = 0
            // SAFETY: there are two places for each group up to the top; one that took no part has none.
            for group in 1..<max(groupTop, 1) {
                let (low, high) = unsafe (
                    block.pointee.offset_vector[2 &* group], block.pointee.offset_vector[2 &* group &+ 1]
                )
                if low < high { longest = max(longest, high &- low) }
            }
            charge &+= min(rest, longest.multipliedReportingOverflow(by: Int(item.most)).partialValue) &>> 3
        // The marks that were passed are gone through, of which there are no more than steps.
        case .skip: charge &+= unsafe meter.pointee.count &>> 2
        }
    }
    unsafe meter.pointee.left &-= charge
    return unsafe meter.pointee.left < 0 ? PCRE2_ERROR_CALLOUT : 0
}
