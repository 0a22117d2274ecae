import ByteText

/// A [part](https://urlpattern.spec.whatwg.org/#part) of a component's pattern: a fixed text, or a group with the
/// prefix and suffix that are present only together with it.
struct PatternPart: Hashable, Sendable {
    /// In the order in which patterns are compared, the most general first.
    enum Kind: Int {
        /// `*`
        case fullWildcard
        /// `:name`
        case segmentWildcard
        /// `(regexp)`
        case regexp
        case fixedText
    }

    /// In the order in which patterns are compared, the most general first.
    enum Modifier: Int {
        /// `*`
        case zeroOrMore
        /// `?`
        case optional
        /// `+`
        case oneOrMore
        case none

        /// The modifier as it is written.
        var text: String {
            switch self {
            case .zeroOrMore: "*"
            case .optional: "?"
            case .oneOrMore: "+"
            case .none: ""
            }
        }

        /// Whether the part may be absent.
        var isOptional: Bool { self == .zeroOrMore || self == .optional }
        /// Whether the part may occur more than once.
        var isRepeated: Bool { self == .zeroOrMore || self == .oneOrMore }
    }

    let kind: Kind
    /// The canonical text, or the regular expression.
    let value: String
    let modifier: Modifier
    var name = ""
    var prefix = ""
    var suffix = ""
    /// The code points of the regular expression, in the text that the part was read from.
    var place: Range<Int>?

    /// Whether the author wrote the name, rather than it being a number.
    var hasCustomName: Bool { name.utf8.first.map { $0 < UInt8(ascii: "0") || $0 > UInt8(ascii: "9") } ?? false }
}

/// The [options](https://urlpattern.spec.whatwg.org/#options) that a component's pattern is read with.
struct PatternOptions: Hashable {
    /// The delimiter at which a named group stops; nil for none.
    let delimiter: UInt8?
    /// The prefix that becomes part of the group after it; nil for none.
    let prefix: UInt8?
    /// Whether case is ignored.
    var ignoresCase = false

    /// For every component except host and path.
    static let standard = PatternOptions(delimiter: nil, prefix: nil)
    /// For the host.
    static let hostname = PatternOptions(delimiter: UInt8(ascii: "."), prefix: nil)
    /// For a path that is not opaque.
    static let pathname = PatternOptions(delimiter: UInt8(ascii: "/"), prefix: UInt8(ascii: "/"))

    /// The [segment wildcard regexp](https://urlpattern.spec.whatwg.org/#generate-a-segment-wildcard-regexp).
    var segmentWildcard: String {
        switch delimiter {
        case UInt8(ascii: "."): "[^\\.]+?"
        case UInt8(ascii: "/"): "[^\\/]+?"
        default: "[^]+?"
        }
    }

    /// Whether a text is the prefix code point.
    func isPrefix(_ text: String) -> Bool { prefix.map { text.utf8.elementsEqual([$0]) } ?? false }
}

/// Writes parts back as a pattern string: [generate a pattern string](https://urlpattern.spec.whatwg.org/#generate-a-pattern-string).
enum PatternStringWriter {
    static func text(of parts: [PatternPart], _ options: PatternOptions) -> String {
        var text = ""
        for index in parts.indices {
            let previous = index > 0 ? parts[index - 1] : nil
            let next = index + 1 < parts.count ? parts[index + 1] : nil
            append(parts[index], after: previous, before: next, options, to: &text)
        }
        return text
    }

    private static func append(
        _ part: PatternPart,
        after previous: PatternPart?,
        before next: PatternPart?,
        _ options: PatternOptions,
        to text: inout String
    ) {
        guard part.kind != .fixedText else {
            let value = escape(part.value)
            text += part.modifier == .none ? value : "{" + value + "}" + part.modifier.text
            return
        }
        let isNamed = part.hasCustomName
        let isGrouped = needsGrouping(part, after: previous, before: next, options)
        if isGrouped { text += "{" }
        text += escape(part.prefix)
        if isNamed { text += ":" + part.name }
        switch part.kind {
        case .fixedText: break
        case .regexp: text += "(" + part.value + ")"
        case .segmentWildcard: if !isNamed { text += "(" + options.segmentWildcard + ")" }
        case .fullWildcard:
            let canBeAsterisk =
                previous == nil || previous?.kind == .fixedText || previous?.modifier != PatternPart.Modifier.none
                || isGrouped || !part.prefix.isEmpty
            text += !isNamed && canBeAsterisk ? "*" : "(.*)"
        }
        if part.kind == .segmentWildcard, isNamed, let first = part.suffix.unicodeScalars.first,
            first.isPatternName(first: false)
        {
            text += "\\"
        }
        text += escape(part.suffix)
        if isGrouped { text += "}" }
        text += part.modifier.text
    }

    /// Whether a group must be in braces, so that the text around it is not taken as part of it.
    private static func needsGrouping(
        _ part: PatternPart,
        after previous: PatternPart?,
        before next: PatternPart?,
        _ options: PatternOptions
    ) -> Bool {
        if !part.suffix.isEmpty || (!part.prefix.isEmpty && !options.isPrefix(part.prefix)) { return true }
        if part.hasCustomName, part.kind == .segmentWildcard, part.modifier == .none, let next,
            next.prefix.isEmpty, next.suffix.isEmpty
        {
            let goesOn =
                next.kind == .fixedText
                ? next.value.unicodeScalars.first?.isPatternName(first: false) ?? false : !next.hasCustomName
            if goesOn { return true }
        }
        guard part.prefix.isEmpty, let previous, previous.kind == .fixedText else { return false }
        return previous.value.unicodeScalars.last.map { options.isPrefix(String($0)) } ?? false
    }

    /// [Escapes](https://urlpattern.spec.whatwg.org/#escape-a-pattern-string) characters that have a meaning in
    /// patterns.
    static func escape(_ text: String) -> String {
        text.replacingScalars { scalar in
            switch scalar {
            case "+", "*", "?", ":", "{", "}", "(", ")", "\\": "\\\(scalar)"
            default: nil
            }
        }
    }
}
