import ByteText

/// Writes diagnostics as a [SARIF 2.1.0](https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html) log for code
/// scanning services and editors.
///
/// Columns count Unicode scalars, which the log declares. A suppressed finding stays in the log with its reason, as the
/// standard requires.
public struct SARIFReport: Sendable {
    /// The description of a code.
    public struct Rule: Hashable, Sendable {
        /// The code.
        public var id: String
        /// The finding in a few words.
        public var title: String
        /// What is wrong, and what to do, in Markdown.
        public var text: String
        /// The default severity of its findings.
        public var severity: Diagnostic.Severity

        /// Creates a rule.
        public init(id: String, title: String, text: String, severity: Diagnostic.Severity) {
            self.id = id
            self.title = title
            self.text = text
            self.severity = severity
        }
    }

    /// The reason why a finding does not count.
    public struct Suppression: Hashable, Sendable {
        /// Whether it is written in the source file rather than in a file of its own.
        public var isInSource: Bool
        /// The given reason.
        public var reason: String

        /// Creates a suppression.
        public init(isInSource: Bool, reason: String) {
            self.isInSource = isInSource
            self.reason = reason
        }
    }

    /// A step on the path to a finding.
    public struct Step: Hashable, Sendable {
        /// The place that decides the step; nil if there is none.
        public var place: SourceRange?
        /// What happens.
        public var sentence: String

        /// Creates a step.
        public init(place: SourceRange?, sentence: String) {
            self.place = place
            self.sentence = sentence
        }
    }

    /// A finding with additional information that only this format supports.
    public struct Result: Hashable, Sendable {
        /// The finding.
        public var diagnostic: Diagnostic
        /// Why the finding does not count; nil if it counts.
        public var suppression: Suppression?
        /// A text that identifies the finding independently of its line; nil if readers compute their own.
        public var fingerprint: String?
        /// The steps that lead to it.
        public var steps: [Step]

        /// Creates a result.
        public init(
            diagnostic: Diagnostic,
            suppression: Suppression? = nil,
            fingerprint: String? = nil,
            steps: [Step] = []
        ) {
            self.diagnostic = diagnostic
            self.suppression = suppression
            self.fingerprint = fingerprint
            self.steps = steps
        }
    }

    /// The maximum number of results in a log that services accept.
    public static let mostResults = 5000
    /// The maximum number of steps of a result that services show.
    public static let mostSteps = 100

    /// The program that produced the findings.
    public var toolName: String
    /// Its version.
    public var toolVersion: String
    private let rules: [Rule]
    private let ruleIndex: [String: Int]

    /// Prepares a report.
    ///
    /// - Parameters:
    ///   - toolName: The program that produced the findings.
    ///   - toolVersion: Its version.
    ///   - rules: The descriptions of the codes; of two with the same code, the first is used.
    public init(toolName: String, toolVersion: String, rules: [Rule]) {
        self.toolName = toolName
        self.toolVersion = toolVersion
        self.rules = rules
        ruleIndex = Dictionary(rules.enumerated().map { ($1.id, $0) }) { first, _ in first }
    }

    /// The log, ending with a line feed.
    public func text(_ results: some Sequence<(diagnostic: Diagnostic, suppression: Suppression?)>) -> String {
        text(results.map { Result(diagnostic: $0.diagnostic, suppression: $0.suppression) })
    }

    /// The log of results, ending with a line feed.
    public func text(_ results: [Result]) -> String {
        var text = "{\n\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\n\"version\":\"2.1.0\",\n"
        text += "\"runs\":[{\n\"tool\":{\"driver\":{\"name\":\(JSONText.string(toolName))"
        text += ",\"version\":\(JSONText.string(toolVersion)),\"rules\":[\n"
        text += rules.map(Self.object).joined(separator: ",\n")
        text += "\n]}},\n\"columnKind\":\"unicodeCodePoints\",\n\"results\":[\n"
        text += results.map { object($0) }.joined(separator: ",\n")
        return text + "\n]\n}]\n}\n"
    }

    private static func object(_ rule: Rule) -> String {
        let full = rule.text.isEmpty ? rule.title : rule.text
        return "{\"id\":\(JSONText.string(rule.id)),\"shortDescription\":\(message(rule.title))"
            + ",\"fullDescription\":\(message(full))"
            // The Markdown stays as it is: it has no arguments, and its braces and brackets are in code to copy.
            + ",\"help\":{\"text\":\(plainText(full)),\"markdown\":\(JSONText.string(full))}"
            + ",\"defaultConfiguration\":{\"level\":\"\(rule.severity.rawValue)\"}}"
    }

    private func object(_ result: Result) -> String {
        let diagnostic = result.diagnostic
        var text = "{\"ruleId\":\(JSONText.string(diagnostic.code))"
        if let index = ruleIndex[diagnostic.code] { text += ",\"ruleIndex\":\(index)" }
        text += ",\"level\":\"\(diagnostic.severity.rawValue)\""
        let help = diagnostic.help.map { "\(diagnostic.message); \($0)" } ?? diagnostic.message
        text += ",\"message\":\(Self.message(help)),\"locations\":["
        text += diagnostic.places.prefix(1).map { Self.location($0) }.joined() + "]"
        if diagnostic.places.count > 1 {
            let others = diagnostic.places.dropFirst().enumerated().map { Self.location($1, id: $0 + 1) }
            text += ",\"relatedLocations\":[\(others.joined(separator: ","))]"
        }
        if let fix = diagnostic.fix { text += ",\"fixes\":[\(Self.object(fix, diagnostic.help))]" }
        if let fingerprint = result.fingerprint {
            text += ",\"partialFingerprints\":{\"demarc/v1\":\(JSONText.string(fingerprint))}"
        }
        if !result.steps.isEmpty {
            let steps = result.steps.map { step in
                let place = step.place.map { ",\(Self.physicalLocation($0))" } ?? ""
                return "{\"location\":{\"message\":\(Self.message(step.sentence))\(place)}}"
            }
            text += ",\"codeFlows\":[{\"threadFlows\":[{\"locations\":[\(steps.joined(separator: ","))]}]}]"
        }
        if let suppression = result.suppression {
            text += ",\"suppressions\":[{\"kind\":\"\(suppression.isInSource ? "inSource" : "external")\""
            text += ",\"justification\":\(JSONText.string(suppression.reason))}]"
        }
        return text + "}"
    }

    private static func object(_ fix: TextEdit, _ help: String?) -> String {
        "{\"description\":\(message(help ?? "replace the text")),\"artifactChanges\":[{\"artifactLocation\":"
            + "\(artifact(fix.range.path)),\"replacements\":[{\"deletedRegion\":\(region(fix.range))"
            + ",\"insertedContent\":{\"text\":\(JSONText.string(fix.replacement))}}]}]}"
    }

    private static func location(_ range: SourceRange, id: Int? = nil) -> String {
        let number = id.map { "\"id\":\($0),\"message\":\(message("also here"))," } ?? ""
        return "{\(number)\(physicalLocation(range))}"
    }

    private static func physicalLocation(_ range: SourceRange) -> String {
        "\"physicalLocation\":{\"artifactLocation\":\(artifact(range.path)),\"region\":\(region(range))}"
    }

    private static func region(_ range: SourceRange) -> String {
        "{\"startLine\":\(range.start.line),\"startColumn\":\(range.start.column)"
            + ",\"endLine\":\(range.end.line),\"endColumn\":\(range.end.column)}"
    }

    private static func artifact(_ path: String) -> String { "{\"uri\":\(JSONText.string(uri(path)))}" }

    private static func message(_ text: String) -> String { "{\"text\":\(plainText(text))}" }

    /// A plain text message as a JSON string.
    ///
    /// A message quotes rules and regexes. In a plain text `{0}` is a placeholder, so braces are doubled (section
    /// 3.11.5), and `[a](0)` is a link (section 3.11.6), so the brackets of a text that may have one are escaped.
    private static func plainText(_ text: String) -> String {
        let mayHaveLink = ByteSearch.contains(Array(text.utf8), "](")
        let escaped = text.replacingScalars { scalar in
            switch scalar {
            case "{": "{{"
            case "}": "}}"
            case "[" where mayHaveLink, "]" where mayHaveLink: "\\\(scalar)"
            default: nil
            }
        }
        return JSONText.string(escaped)
    }

    /// A path as a URI reference; relative paths remain relative.
    static func uri(_ path: String) -> String {
        var uri = Array((path.hasPrefix("/") ? "file://" : "").utf8)
        Hexadecimal.appendEscaped(path.utf8.span, keeping: "/", to: &uri)
        return String(decoding: uri, as: UTF8.self)
    }
}
