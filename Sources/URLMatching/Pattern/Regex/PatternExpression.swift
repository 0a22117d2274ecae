/// The regular expression of a component:
/// [generate a regular expression and name list](https://urlpattern.spec.whatwg.org/#generate-a-regular-expression-and-name-list),
/// written for PCRE2.
///
/// The Standard asks for ECMAScript's expressions with the `v` flag. ``ECMAScriptTranslator`` reads those and writes what
/// PCRE2 reads in the same way; fixed texts are written byte by byte in hexadecimal, so that none has a meaning. Canonical
/// components are ASCII, and so bytes are code points.
struct PatternExpression {
    /// The expression; it matches whole components only.
    let bytes: [UInt8]
    /// The names of the groups, in order.
    let names: [String]
    /// The groups that took no part where they match nothing: ECMAScript gives up a repetition that takes nothing, which
    /// PCRE2 keeps. Whether the component matches is the same.
    let absentWhereEmpty: Set<Int>

    /// - Throws: ``MatcherError`` where a group is no regular expression of ECMAScript, or one that is not supported; its
    ///   range is that of the group in code points.
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
            // What a wildcard matches over and over it matches at once; written as the Standard has it, the expression
            // would try every way to divide it.
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
                    // Between two of them stands the suffix of the one and the prefix of the other.
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
    /// Writes what a part has to match.
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
