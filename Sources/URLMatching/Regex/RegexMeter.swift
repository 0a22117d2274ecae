import ByteText
import CPCRE2

/// Counts the work of a PCRE2 search, and stops it.
///
/// PCRE2 counts only some kinds of steps, and restarts the count at each position where a match may begin, so its own
/// limits do not bound the work. A pattern compiled with `PCRE2_AUTO_CALLOUT` calls the C function
/// `demarc_count_regex_step` before each item, both in machine code and in the interpreter, and ends if that function
/// requests it. Between two calls PCRE2 only scans bytes. Those of a repetition of one character show as the distance
/// from the previous call's position, unless the repetition failed before its minimum. Those of a backreference are
/// charged as for the longest group. The other work of an item between calls – saving groups, looking for a mark – is
/// in its ``RegexItem``.
///
/// On the hostile set, a measured step takes 5 to 9 ns, and at most 28.
typealias RegexMeter = demarc_regex_meter

extension RegexMeter {
    /// The number of steps counted.
    var count: Int { unsafe steps - max(left, 0) }

    /// Makes a meter for a search.
    ///
    /// - Parameters:
    ///   - steps: The number of steps after which to stop.
    ///   - items: The items by their offsets in the pattern; must stay alive while the meter is in use.
    ///   - itemCount: The number of offsets.
    ///   - groupCount: The number of groups in the pattern.
    ///   - isTranslated: Whether the pattern is machine code; the interpreter is slower, and copies all groups each
    ///     time.
    init(steps: Int, items: UnsafePointer<RegexItem>?, itemCount: Int, groupCount: Int, isTranslated: Bool) {
        unsafe self.init(
            steps: steps,
            left: steps,
            position: 0,
            start: -1,
            byte_price: 1,
            price: isTranslated ? 1 : 3 + groupCount / 4,
            beginning: groupCount / 8,
            items: items,
            item_count: itemCount
        )
    }
}

/// The work that PCRE2 does for an item of a pattern between two callouts.
typealias RegexItem = demarc_regex_item

extension RegexItem {
    /// An item that matches one character.
    static var character: Self {
        Self(kind: demarc_regex_item_character, byte_price: 1, least: 1, most: 1)
    }

    /// Reads an item as written in a pattern, with its quantifier.
    init(_ text: ArraySlice<UInt8>) {
        self = .character
        let second = text.dropFirst().first ?? 0
        switch text.first {
        case UInt8(ascii: "\\"):
            switch second {
            case UInt8(ascii: "1")...UInt8(ascii: "9"), UInt8(ascii: "k"): kind = demarc_regex_item_reference
            case UInt8(ascii: "g"):
                let third = text.dropFirst(2).first
                let isGroup = third == UInt8(ascii: "<") || third == UInt8(ascii: "'")
                kind = isGroup ? demarc_regex_item_group : demarc_regex_item_reference
            case UInt8(ascii: "X"): byte_price = 24
            case UInt8(ascii: "p"), UInt8(ascii: "P"), UInt8(ascii: "R"), UInt8(ascii: "h"), UInt8(ascii: "H"),
                UInt8(ascii: "v"), UInt8(ascii: "V"):
                byte_price = 6
            default: break
            }
        case UInt8(ascii: "["):
            // Properties in a class are checked one by one.
            let properties = zip(text, text.dropFirst()).count {
                $0 == UInt8(ascii: "\\") && ($1 | 0x20) == UInt8(ascii: "p")
            }
            byte_price = UInt16(clamping: 1 + properties)
        case UInt8(ascii: "("):
            if text.starts(with: "(*SKIP:".utf8) {
                kind = demarc_regex_item_skip
            } else {
                kind = text.starts(with: "(?P=".utf8) ? demarc_regex_item_reference : demarc_regex_item_group
            }
        // A quantifier after a group does not apply to a character.
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
            let digits = text[(brace + 1)...].prefix(while: \.isASCIIDigit)
            guard let number = UInt16(String(decoding: digits, as: UTF8.self)) else { return }
            (least, most) = (max(number, 1), .max)
        default: break
        }
    }
}
