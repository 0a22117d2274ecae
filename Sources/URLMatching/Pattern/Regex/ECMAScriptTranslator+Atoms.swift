import ByteText

extension ECMAScriptTranslator {
    /// Takes an escape outside a class, after its `\`.
    mutating func escape() throws(MatcherError) {
        guard let byte = peek() else { throw error("`\\` ends it") }
        if let set = try classEscape() { return write(set) }
        if byte >= UInt8(ascii: "1"), byte <= UInt8(ascii: "9") {
            var group = 0
            while let byte = peek(), ASCIISet.digits.contains(byte) {
                group = min(group * 10 + Int(byte & 0xF), 1 << 20)
                index += 1
            }
            return try reference(to: group)
        }
        if consume("k") { return try namedReference() }
        write(character(try characterEscape(inClass: false)))
    }

    /// The set of ASCII characters that a code point matches.
    func character(_ value: UInt32) -> ASCIISet {
        var set = ASCIISet()
        set.insert(value...value, ignoringCase: ignoresCase)
        return set
    }

    /// Takes an escape that stands for a class, after its `\`; nil if it is something else.
    mutating func classEscape() throws(MatcherError) -> ASCIISet? {
        guard let byte = peek() else { return nil }
        switch byte {
        case UInt8(ascii: "d"), UInt8(ascii: "D"):
            index += 1
            return byte == UInt8(ascii: "d") ? .digits : ASCIISet.digits.complement
        case UInt8(ascii: "w"), UInt8(ascii: "W"):
            index += 1
            return byte == UInt8(ascii: "w") ? .word : ASCIISet.word.complement
        case UInt8(ascii: "s"), UInt8(ascii: "S"):
            index += 1
            return byte == UInt8(ascii: "s") ? .spaces : ASCIISet.spaces.complement
        case UInt8(ascii: "p"), UInt8(ascii: "P"):
            index += 1
            guard consume("{") else { throw error("`\\p` needs a property in braces") }
            let start = index
            while let byte = peek(), byte != UInt8(ascii: "}") { index += 1 }
            let name = String(decoding: input[start..<index], as: UTF8.self)
            guard consume("}"), let set = ASCIISet(property: name) else {
                throw error("the property \(QuotedText.quote(name)) is not known")
            }
            // Case is folded before the complement is formed.
            let folded = ignoresCase ? set.closedOverCase : set
            return byte == UInt8(ascii: "p") ? folded : folded.complement
        default: return nil
        }
    }

    /// Takes an escape that stands for one code point, after its `\`.
    mutating func characterEscape(inClass: Bool) throws(MatcherError) -> UInt32 {
        guard let byte = peek() else { throw error("`\\` ends it") }
        index += 1
        switch byte {
        case UInt8(ascii: "t"): return 9
        case UInt8(ascii: "n"): return 10
        case UInt8(ascii: "v"): return 11
        case UInt8(ascii: "f"): return 12
        case UInt8(ascii: "r"): return 13
        case UInt8(ascii: "b") where inClass: return 8
        case UInt8(ascii: "0"):
            if let next = peek(), ASCIISet.digits.contains(next) { throw error("`\\0` has a digit after it") }
            return 0
        case UInt8(ascii: "c"):
            guard let letter = peek(), letter.isASCIILetter else {
                throw error("`\\c` needs a letter")
            }
            index += 1
            return UInt32(letter & 0x1F)
        case UInt8(ascii: "x"): return try hexadecimal(2)
        case UInt8(ascii: "u"): return try unicodeEscape()
        default:
            let syntax = "^$\\.*+?()[]{}|/"
            let punctuators = "&-!#%,:;<=>@`~"
            guard syntax.utf8.contains(byte) || (inClass && punctuators.utf8.contains(byte)) else {
                throw error("`\\\(Character(Unicode.Scalar(byte)))` has no meaning")
            }
            return UInt32(byte)
        }
    }

    private mutating func unicodeEscape() throws(MatcherError) -> UInt32 {
        guard consume("{") else {
            let unit = try hexadecimal(4)
            guard unit >= 0xD800, unit < 0xDC00, peek() == UInt8(ascii: "\\"), peek(1) == UInt8(ascii: "u") else {
                return unit
            }
            let before = index
            index += 2
            if peek() != UInt8(ascii: "{"), let low = try? hexadecimal(4),
                let scalar = Unicode.Scalar(high: unit, low: low)
            {
                return scalar.value
            }
            index = before
            return unit
        }
        var value: UInt32 = 0
        let start = index
        while let digit = peek().flatMap(Hexadecimal.value) {
            value = min(value << 4 | UInt32(digit), 0x110000)
            index += 1
        }
        guard index > start, consume("}"), value < 0x110000 else { throw error("`\\u{` does not begin a code point") }
        return value
    }

    private mutating func hexadecimal(_ count: Int) throws(MatcherError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<count {
            guard let digit = peek().flatMap(Hexadecimal.value) else {
                throw error("an escape needs \(count) hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }
}

extension ECMAScriptTranslator {
    /// Takes a class, after its `[`: a union, an intersection with `&&` or a difference with `--`.
    mutating func characterClass(depth: Int = 1) throws(MatcherError) -> ASCIISet {
        guard depth <= RegexLimits.nesting else { throw error("classes are nested too deeply") }
        let isNegated = consume("^")
        var set = ASCIISet()
        var isFirst = true
        while !consume("]") {
            guard index < input.count else { throw error("`[` is not closed") }
            if !isFirst, peek() == peek(1), consume("&&") || consume("--") {
                let isIntersection = input[index - 1] == UInt8(ascii: "&")
                set = try combine(set, isIntersection ? "&&" : "--", depth)
                break
            }
            let (operand, isRange) = try operandOrRange(depth)
            set = set.union(operand)
            let isOperator = index + 1 < input.count && peek() == peek(1)
            // Only a single operand can precede `&&` and `--`.
            if isOperator, !isFirst || isRange, peek() == UInt8(ascii: "&") || peek() == UInt8(ascii: "-") {
                throw error("`&&` and `--` need single operands; put each into brackets")
            }
            isFirst = false
        }
        return isNegated ? set.complement : set
    }

    private mutating func combine(
        _ first: ASCIISet,
        _ sign: String,
        _ depth: Int
    ) throws(MatcherError) -> ASCIISet {
        var set = first
        repeat {
            guard sign == "--" || peek() != UInt8(ascii: "&") else { throw error("`&&&` has no meaning") }
            let operand = try self.operand(depth).set
            set = sign == "&&" ? set.intersection(operand) : set.subtracting(operand)
        } while consume(sign)
        guard consume("]") else { throw error("a class contains `\(sign)` and something else; put each into brackets") }
        return set
    }

    private mutating func operandOrRange(_ depth: Int) throws(MatcherError) -> (set: ASCIISet, isRange: Bool) {
        let (set, first) = try operand(depth)
        guard let first, peek() == UInt8(ascii: "-"), peek(1) != UInt8(ascii: "-") else { return (set, false) }
        index += 1
        guard let last = try operand(depth).character, first <= last else {
            throw error("a range in a class has no valid end")
        }
        var range = ASCIISet()
        range.insert(first...last, ignoringCase: ignoresCase)
        return (range, true)
    }

    /// Takes one operand: a class, an escape, or a character; only a character may begin a range.
    private mutating func operand(_ depth: Int) throws(MatcherError) -> (set: ASCIISet, character: UInt32?) {
        guard let byte = peek() else { throw error("`[` is not closed") }
        if consume("[") { return (try characterClass(depth: depth + 1), nil) }
        if consume("\\") {
            guard peek() != UInt8(ascii: "q") else { throw error("`\\q` is not supported") }
            if let set = try classEscape() { return (set, nil) }
            let value = try characterEscape(inClass: true)
            return (character(value), value)
        }
        guard !"()[]{}/-|".utf8.contains(byte) else {
            throw error("`\(Character(Unicode.Scalar(byte)))` in a class needs a `\\` before it")
        }
        if byte == peek(1), "&!#$%*+,.:;<=>?@^`~".utf8.contains(byte) {
            throw error("two of `\(Character(Unicode.Scalar(byte)))` in a class need a `\\` before them")
        }
        index += 1
        return (character(UInt32(byte)), UInt32(byte))
    }
}
