import Diagnostics
import DocumentReading
import PolicyModel
import PropertyList

/// The values of settings. Each reader reports problems and returns nil.
extension InfoPlistReader {
    func value(of setting: AppSetting, _ node: PropertyListNode) -> AppSettingValue? {
        let severity = severity(of: setting)
        return switch setting.kind {
        case .boolean: boolean(node, severity).map { .boolean($0) }
        case .text: text(node, severity).map { .text($0) }
        case .texts: texts(node, of: setting, severity).map { .texts($0) }
        case .schemes: schemes(node, of: setting, severity).map { .texts($0) }
        case .number: number(node, severity).map { .number($0) }
        case .color: color(node, severity).map { .text($0) }
        case .choice(let words): word(node, among: words, severity).map { .text($0) }
        case .systemRelease: release(node, severity).map { .systemRelease($0) }
        // A setting that only policy documents have.
        case .dictionary: nil
        }
    }

    func boolean(_ node: PropertyListNode, _ severity: Diagnostic.Severity) -> Bool? {
        if case .boolean(let value) = node.content { return value }
        let written: String? =
            switch node.content {
            case .string(let text): text
            case .integer(let number): "\(number)"
            default: nil
            }
        let meant = written.flatMap { BooleanWord.meaning(of: $0) }
        let element = meant.map { "<\($0)/>" }
        let isText = format != .binary
        wrongType(
            node,
            isText ? "`<true/>` or `<false/>`" : "a boolean",
            severity,
            help: element.map { isText ? "write `\($0)`" : "write the boolean `\(meant == true)`" },
            fix: isText ? element : nil
        )
        return nil
    }

    func text(_ node: PropertyListNode, _ severity: Diagnostic.Severity) -> String? {
        guard case .string(let text) = node.content else {
            wrongType(node, "a string", severity)
            return nil
        }
        guard !text.hasControls else {
            report(.controlCharacter, "the text contains a control character", at: node.place, severity)
            return nil
        }
        return text
    }

    func texts(_ node: PropertyListNode, _ severity: Diagnostic.Severity) -> [String]? {
        elements(node, severity)?.compactMap { text($0, severity) }
    }

    /// The texts of a setting. An element with a build variable is kept as it is written.
    private func texts(
        _ node: PropertyListNode,
        of setting: AppSetting,
        _ severity: Diagnostic.Severity
    ) -> [String]? {
        elements(node, severity)?.compactMap { element -> String? in
            guard let text = text(element, severity) else { return nil }
            if BuildVariable.occurs(in: text) {
                noteVariable(text, for: setting, at: element.place, "it matches nothing")
            }
            return text
        }
    }

    func elements(
        _ node: PropertyListNode,
        of what: String = "strings",
        _ severity: Diagnostic.Severity
    ) -> [PropertyListNode]? {
        guard case .array(let nodes) = node.content else {
            var help: String?
            if case .string = node.content, format != .binary { help = "put it into an `<array>`" }
            wrongType(node, "an array of \(what)", severity, help: help)
            return nil
        }
        return nodes
    }

    /// Schemes in lower case. No entry is dropped from the schemes that the app may query, because the system counts
    /// them.
    private func schemes(
        _ node: PropertyListNode,
        of setting: AppSetting,
        _ severity: Diagnostic.Severity
    ) -> [String]? {
        elements(node, severity)?.compactMap { element -> String? in
            guard let text = text(element, severity) else { return nil }
            let scheme = text.lowercased()
            let keeps = setting == .queriesSchemes
            if BuildVariable.occurs(in: text) {
                let consequence = keeps ? "it matches no scheme" : "it is left out"
                noteVariable(text, for: setting, at: element.place, consequence)
                return keeps ? scheme : nil
            }
            guard RedirectScheme.isScheme(text) else {
                let trimmed = RedirectScheme.scheme(trimming: text)
                report(
                    .invalidScheme,
                    "`\(Quoted.word(text))` is not a URL scheme",
                    at: element.place,
                    .warning,
                    help: trimmed.map { "write `\($0)`" } ?? "letters, digits, `+`, `-` and `.`, a letter first"
                )
                return keeps ? scheme : nil
            }
            if setting == .webViewHandledURLSchemes, AppSettings.schemesNeverHandled.contains(scheme) {
                report(
                    .schemeNeverHandled,
                    "`\(text)` is ignored here",
                    at: element.place,
                    .warning,
                    help: "an app that handled it itself would switch off the protection of its web views; remove it"
                )
                return nil
            }
            return scheme
        }
    }

    private func number(_ node: PropertyListNode, _ severity: Diagnostic.Severity) -> Double? {
        let number: Double? =
            switch node.content {
            case .integer(let number): Double(number)
            case .real(let number): number
            default: nil
            }
        guard let number else {
            wrongType(node, "a number", severity)
            return nil
        }
        guard number.isFinite, number >= 0 else {
            report(.outOfRange, "\(node.summary) is negative or not a finite number", at: node.place, severity)
            return nil
        }
        return number
    }

    private func color(_ node: PropertyListNode, _ severity: Diagnostic.Severity) -> String? {
        guard let text = text(node, severity) else { return nil }
        if AppSettings.isColor(text) { return text }
        let help = "write `#RRGGBB` in hexadecimal digits"
        report(.invalidColor, "`\(Quoted.word(text))` is not a color", at: node.place, severity, help: help)
        return nil
    }

    private func word(_ node: PropertyListNode, among words: [String], _ severity: Diagnostic.Severity) -> String? {
        guard let text = text(node, severity) else { return nil }
        if words.contains(text) { return text }
        let nearest = reading.suggestion(for: text, among: words)
        let help = nearest.map { "did you mean `\($0)`?" } ?? "write \(Quoted.list(words))"
        report(.unknownValue, "unknown value `\(Quoted.word(text))`", at: node.place, severity, help: help)
        return nil
    }

    /// The major version in `iphoneos27.0` or `27.0`; the SDK of another system gives no iOS version.
    private func release(_ node: PropertyListNode, _ severity: Diagnostic.Severity) -> Int? {
        guard let text = text(node, severity) else { return nil }
        switch SDKRelease(text) {
        case .iOS(let release): return release
        case .otherSystem: return nil
        case .invalid:
            let help = "write it as Xcode does, such as `iphoneos26.0`"
            report(.unknownValue, "unknown SDK `\(Quoted.word(text))`", at: node.place, severity, help: help)
            return nil
        }
    }

    func wrongType(
        _ node: PropertyListNode,
        _ expected: String,
        _ severity: Diagnostic.Severity,
        help: String? = nil,
        fix: String? = nil
    ) {
        let message = "expected \(expected), found \(node.summary)"
        report(.wrongType, message, at: node.place, severity, help: help, fix: fix)
    }
}
