extension ECMAScriptTranslator {
    /// Takes a class, behind its `[`: a union, an intersection by `&&` or a difference by `--`.
    mutating func characterClass(depth: Int = 1) throws(MatcherError) -> ASCIISet {
        guard depth <= RegexLimits.nesting else { throw error("classes are nested too deeply") }
        let isNegated = take("^")
        var set = ASCIISet()
        var isFirst = true
        while !take("]") {
            guard index < input.count else { throw error("`[` is not closed") }
            if !isFirst, peek() == peek(1), take("&&") || take("--") {
                let isIntersection = input[index - 1] == UInt8(ascii: "&")
                set = try combine(set, isIntersection ? "&&" : "--", depth)
                break
            }
            let (operand, isRange) = try operandOrRange(depth)
            set = set.union(operand)
            let isOperator = index + 1 < input.count && peek() == peek(1)
            // Only a single operand can stand before `&&` and `--`.
            if isOperator, !isFirst || isRange, peek() == UInt8(ascii: "&") || peek() == UInt8(ascii: "-") {
                throw error("`&&` and `--` stand between single operands; put each into brackets")
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
        } while take(sign)
        guard take("]") else { throw error("a class holds `\(sign)` and something else; put each into brackets") }
        return set
    }

    private mutating func operandOrRange(_ depth: Int) throws(MatcherError) -> (set: ASCIISet, isRange: Bool) {
        let (set, first) = try operand(depth)
        guard let first, peek() == UInt8(ascii: "-"), peek(1) != UInt8(ascii: "-") else { return (set, false) }
        index += 1
        guard let last = try operand(depth).character, first <= last else {
            throw error("a range in a class has no proper end")
        }
        var range = ASCIISet()
        range.insert(first...last, ignoringCase: ignoresCase)
        return (range, true)
    }

    /// Takes one operand: a class, an escape, or a character, which alone may begin a range.
    private mutating func operand(_ depth: Int) throws(MatcherError) -> (set: ASCIISet, character: UInt32?) {
        guard let byte = peek() else { throw error("`[` is not closed") }
        if take("[") { return (try characterClass(depth: depth + 1), nil) }
        if take("\\") {
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
