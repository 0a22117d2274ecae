/// The regular expression of a component: [generate a regular expression and name
/// list](https://urlpattern.spec.whatwg.org/#generate-a-regular-expression-and-name-list), written for PCRE2.
///
/// The Standard requires ECMAScript expressions with the `v` flag. ``ECMAScriptTranslator`` reads those and writes
/// equivalent ones for PCRE2. Fixed texts are written byte by byte in hexadecimal, so that no character has a special
/// meaning. Canonical components are ASCII, so bytes are code points.
struct PatternExpression {
    /// The expression; it matches only whole components.
    let bytes: [UInt8]
    /// The names of the groups, in order.
    let names: [String]
    /// The groups that count as not participating if they match the empty text: ECMAScript discards an empty
    /// repetition, which PCRE2 keeps. Whether the component matches is not affected.
    let absentWhereEmpty: Set<Int>

    /// - Throws: ``MatcherError`` if a group is not an ECMAScript regular expression, or is not supported; its range is
    ///   that of the group in code points.
    init(_ parts: [PatternPart], _ options: PatternOptions) throws(MatcherError) {
        var translator = ECMAScriptTranslator(ignoresCase: options.ignoresCase)
        translator.write(options.ignoresCase ? "(?i)\\A" : "\\A")
        var names: [String] = []
        var absentWhereEmpty: Set<Int> = []
        for part in parts {
            guard part.kind != .fixedText else {
                if part.modifier != .none { translator.write("(?:") }
                translator.write(literal: part.value)
                if part.modifier != .none { translator.write(")" + part.modifier.text) }
                continue
            }
            names.append(part.name)
            let isSplit = part.modifier.isRepeated && !(part.prefix.isEmpty && part.suffix.isEmpty)
            translator.write("(?:")
            translator.write(literal: part.prefix)
            translator.openCapture()
            if part.modifier == .optional, part.prefix.isEmpty, part.suffix.isEmpty {
                absentWhereEmpty.insert(translator.captureCount)
            }
            switch (part.kind, part.modifier.isRepeated) {
            // A single wildcard matches everything that repetitions of it match. Written as in the Standard, the
            // expression would try every way to divide the text.
            case (.segmentWildcard, true) where !isSplit:
                translator.write(ASCIISet.all(but: options.delimiter))
                translator.write(part.modifier.text)
            case (.fullWildcard, true), (_, false): try translator.write(part, options)
            case (_, true):
                let before = translator.captureCount
                translator.write("(?:")
                try translator.write(part, options)
                translator.write(")")
                if isSplit {
                    // Between two repetitions are the suffix of the first and the prefix of the second.
                    translator.write("(?:")
                    translator.write(literal: part.suffix)
                    translator.write(literal: part.prefix)
                    translator.write("(?:")
                    try translator.write(part, options)
                    translator.write("))*")
                } else {
                    translator.write(part.modifier.text)
                }
                try translator.noteRepetition(from: before)
            }
            translator.write(")")
            translator.write(literal: part.suffix)
            translator.write(")")
            if isSplit ? part.modifier == .zeroOrMore : part.modifier == .optional { translator.write("?") }
        }
        translator.write("\\z")
        bytes = translator.output
        self.names = names
        self.absentWhereEmpty = absentWhereEmpty
    }
}

extension ECMAScriptTranslator {
    /// Writes the expression of a part.
    fileprivate mutating func write(_ part: PatternPart, _ options: PatternOptions) throws(MatcherError) {
        switch part.kind {
        case .fixedText: break
        case .regexp:
            do throws(MatcherError) {
                try translate(part.value)
            } catch {
                throw MatcherError(error.code, error.message, help: error.help, range: part.place)
            }
        case .segmentWildcard:
            write(ASCIISet.all(but: options.delimiter))
            write("+?")
        case .fullWildcard:
            write(ASCIISet.all)
            write("*")
        }
    }
}
