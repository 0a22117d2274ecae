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
            let isPlain =
                previous == nil || previous?.kind == .fixedText || previous?.modifier != PatternPart.Modifier.none
                || isGrouped || !part.prefix.isEmpty
            text += !isNamed && isPlain ? "*" : "(.*)"
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

    /// Whether a group must stand in braces, so that what is around it is not taken for a part of it.
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

    /// [Escapes](https://urlpattern.spec.whatwg.org/#escape-a-pattern-string) what a pattern reads otherwise.
    static func escape(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "+", "*", "?", ":", "{", "}", "(", ")", "\\": result.unicodeScalars.append("\\")
            default: break
            }
            result.unicodeScalars.append(scalar)
        }
        return result
    }
}
