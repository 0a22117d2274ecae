import ByteText

/// How a component is matched: in the cheapest way that its pattern allows.
///
/// Rules contain patterns and are evaluated for every URL, so PCRE2 is used only if nothing else can match the pattern.
enum ComponentForm: Sendable {
    /// Everything matches.
    case any
    /// One text; in lower case if case is ignored.
    case exact([UInt8], ignoresCase: Bool)
    /// One of a few sequences of texts and wildcards, matched from left to right without backtracking.
    case oneOf([WildcardSequence])
    /// A regular expression.
    case regex(RegexProgram)

    /// Chooses the form for a list of parts.
    ///
    /// - Parameters:
    ///   - parts: The parts.
    ///   - options: The options that the parts were read with.
    ///   - text: The text that the parts were read from, for the range of an error.
    /// - Throws: ``MatcherError`` if a regular expression is needed and cannot be compiled.
    init(_ parts: [PatternPart], _ options: PatternOptions, of text: PatternText) throws(MatcherError) {
        if let sequences = WildcardSequence.sequences(of: parts, options) {
            if sequences.count == 1, let exact = sequences[0].exactText {
                self = .exact(exact, ignoresCase: options.ignoresCase)
            } else {
                self = sequences.contains(where: \.isAny) ? .any : .oneOf(sequences)
            }
            return
        }
        let expression: PatternExpression
        do throws(MatcherError) {
            expression = try PatternExpression(parts, options)
        } catch {
            throw Self.placed(error, text.bytes(error.range ?? text.scalars.indices))
        }
        do throws(MatcherError) {
            guard expression.bytes.count <= Self.longestExpression else { throw Self.tooLarge }
            self = .regex(try RegexProgram(compiling: expression.bytes.span, dialect: .pattern))
        } catch {
            // PCRE2's message is about the translation, not the author's text.
            let reason =
                error.code == .regexTooLarge
                ? error
                : MatcherError(
                    .invalidRegex,
                    "\(QuotedText.quote(text.string(text.scalars.indices))) has a regular expression that cannot be matched here",
                    help: "a `(?<=` or `(?<!` needs alternatives of fixed length"
                )
            throw Self.placed(reason, text.bytes(text.scalars.indices))
        }
    }

    /// The longest expression for PCRE2, in bytes; each byte of a text takes four.
    private static var longestExpression: Int { RegexLimits.patternBytes * 4 }

    private static var tooLarge: MatcherError {
        MatcherError(
            .regexTooLarge,
            "the pattern's regular expression is too long",
            help: "split it into several values"
        )
    }

    private static func placed(_ error: MatcherError, _ range: Range<Int>?) -> MatcherError {
        MatcherError(error.code, error.message, help: error.help, range: range)
    }

    /// Whether the form needs a regular expression.
    var isRegex: Bool { if case .regex = self { true } else { false } }

    /// Whether the whole component matches.
    ///
    /// - Complexity: O(*n*) in the bytes, except for a regular expression, which is bounded by ``RegexLimits``.
    ///   Allocates nothing.
    func matches(_ subject: Span<UInt8>, scratch: inout RegexScratch) -> MatchOutcome {
        switch self {
        case .any: return .matched
        case .exact(let text, let ignoresCase):
            guard subject.count == text.count else { return .notMatched }
            return MatchOutcome(subject.has(text.span, at: 0, ignoresCase: ignoresCase))
        case .oneOf(let sequences):
            for index in sequences.indices where sequences[index].matches(subject) { return .matched }
            return .notMatched
        case .regex(let program): return program.matches(subject, scratch: &scratch)
        }
    }
}

extension Span<UInt8> {
    /// Whether a text is at an offset; the text must be in lower case if case is ignored.
    @inline(__always)
    func has(_ text: Span<UInt8>, at offset: Int, ignoresCase: Bool) -> Bool {
        guard offset >= 0, count &- offset >= text.count else { return false }
        for index in text.indices {
            let byte = self[offset &+ index]
            guard text[index] == (ignoresCase ? byte.asciiLowercased : byte) else { return false }
        }
        return true
    }
}

extension ComponentForm {
    /// The only text that matches, if there is exactly one.
    var onlyText: String? {
        guard case .exact(let text, _) = self else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    /// The only texts that match, if there are few.
    var onlyTexts: [String]? {
        switch self {
        case .exact(let text, _): return [String(decoding: text, as: UTF8.self)]
        case .oneOf(let sequences):
            let texts = sequences.compactMap(\.exactText)
            return texts.count == sequences.count ? texts.map { String(decoding: $0, as: UTF8.self) } : nil
        case .any, .regex: return nil
        }
    }

    /// For a host: what is known about every host that matches.
    var hostAnchors: [HostAnchor]? {
        switch self {
        case .any, .regex: return nil
        case .exact(let text, _): return Self.anchor(text, isWhole: true).map { [$0] }
        case .oneOf(let sequences):
            var anchors: [HostAnchor] = []
            for sequence in sequences {
                let exact = sequence.exactText
                guard let anchor = Self.anchor(exact ?? sequence.suffix, isWhole: exact != nil) else { return nil }
                if !anchors.contains(anchor) { anchors.append(anchor) }
            }
            return HostAnchor.merged(anchors)
        }
    }

    /// For a host: whether it matches whenever one of ``hostAnchors`` holds.
    var isAllOfHostAnchors: Bool {
        switch self {
        case .any, .regex: false
        case .exact: hostAnchors != nil
        case .oneOf(let sequences):
            hostAnchors != nil
                && sequences.allSatisfy { sequence in
                    sequence.exactText != nil
                        || sequence.elements.count == 2 && sequence.elements[0] == .gap(0)
                            && sequence.suffix.first == UInt8(ascii: ".")
                }
        }
    }

    /// For a path after a host, which begins with `/`: whether every path matches.
    var isAnyPath: Bool {
        switch self {
        case .any: true
        case .exact, .regex: false
        case .oneOf(let sequences):
            sequences.contains {
                $0.elements.count == 2 && $0.elements[1] == .gap(0) && $0.prefix == [UInt8(ascii: "/")]
            }
        }
    }

    /// The anchor for hosts that equal this text, or end with it.
    static func anchor(_ text: [UInt8], isWhole: Bool) -> HostAnchor? {
        var name = text
        if !isWhole {
            // The first label may continue to the left.
            guard let dot = text.firstIndex(of: UInt8(ascii: ".")) else { return nil }
            name = Array(text[(dot + 1)...])
        }
        // Names with empty labels are rare; they have no anchor and take the slow path.
        guard !name.isEmpty,
            !name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).contains([])
        else { return nil }
        return isWhole ? .host(name) : .subdomains(name)
    }
}
