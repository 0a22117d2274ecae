import Diagnostics
import DocumentReading
import PolicyModel
import URLStandard

/// `then`: the parts of the answer that are checked.
extension ScenarioReading {
    /// Reads a `then`.
    ///
    /// - Parameters:
    ///   - node: The mapping.
    ///   - kind: The kind of question; nil if it could not be read.
    ///   - question: The question.
    ///   - scope: The names that are in scope.
    /// - Returns: The parts in the order they are written.
    func expectations(
        _ node: DocumentNode,
        _ kind: Question.Kind?,
        _ question: Question?,
        _ scope: ScenarioScope
    ) -> [ScenarioExpectation] {
        let keys = Answer.Part.allCases.map(\.expectationName)
        // `null` means that the part must be absent.
        guard reading.fields(node, "`then`", keys: keys, null: .missing) != nil,
            case .mapping(let entries) = node.content
        else { return [] }
        if entries.isEmpty {
            reading.report(
                .expectsNothing,
                "`then` expects nothing, and a test that expects nothing cannot fail",
                at: node.place,
                help: "add at least the `verdict`"
            )
        }
        return entries.compactMap { entry in
            guard let part = Answer.Part(expectationName: entry.key),
                canHave(part, kind, question, isNull: entry.value.isNull, at: entry.keyPlace)
            else { return nil }
            let location = reading.location(of: entry.keyPlace)
            guard !entry.value.isNull else { return ScenarioExpectation(part: part, value: nil, location: location) }
            let isExcluded = entry.value.isMapping
            guard let node = isExcluded ? excluded(entry.value, part) : entry.value else { return nil }
            guard let value = value(of: part, node, kind, question, scope),
                !isExcluded || canBe(value, part, scope, at: node.place)
            else { return nil }
            return ScenarioExpectation(part: part, value: value, isExcluded: isExcluded, location: location)
        }
    }

    /// The value that a part must not have: that of `{not: VALUE}`.
    private func excluded(_ node: DocumentNode, _ part: Answer.Part) -> DocumentNode? {
        reading.fields(node, "`\(part.expectationName)`", keys: DocumentKeys.excludedValue)
            .flatMap { reading.required("not", of: $0, help: "add the value that it must not have") }
    }

    /// Whether the answer can have a part. If not, this is reported: an expectation of it would always be met, or never.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - kind: The kind of the question.
    ///   - question: The question, if it could be read.
    ///   - isNull: Whether the part is expected to be missing. With a `matrix`, it is then enough that some question of
    ///     this kind can have it: the matrix may ask about several settings, and expect that one of them has no value.
    ///   - place: The place of the expectation.
    /// - Returns: Whether it can.
    private func canHave(
        _ part: Answer.Part,
        _ kind: Question.Kind?,
        _ question: Question?,
        isNull: Bool,
        at place: DocumentNode.Place
    ) -> Bool {
        guard let kind, !isNull || !isOfMatrix || !kind.answerParts.contains(part) else { return true }
        let parts = question?.answerParts ?? kind.answerParts
        guard !parts.contains(part) else { return true }
        var asked = kind.rawValue
        if kind.answerParts.contains(part), case .setting(let setting, of: _) = question {
            asked += ": \(setting.rawValue)"
        }
        reading.report(
            .unknownKey,
            "the answer to `\(asked)` never has `\(part.expectationName)`",
            at: place,
            help: "expect \(Quoted.list(parts.map(\.expectationName)))"
        )
        return false
    }

    /// Whether an answer can have a value: all URLs of answers are in their canonical form. If not, this is reported:
    /// an expectation that excludes it would always be met.
    private func canBe(
        _ text: String,
        _ part: Answer.Part,
        _ scope: ScenarioScope,
        at place: DocumentNode.Place
    ) -> Bool {
        let (canonical, called, hint): (String?, String, String)
        switch part {
        case .url: (canonical, called, hint) = (URLRecord(text)?.hrefString, "URL", "write a URL")
        case .route:
            canonical = canonicalRoute(text, scope)
            (called, hint) = ("route", "write what is opened instead, such as `microsoft-edge-https://a.example/`")
        default: return true
        }
        guard canonical != text else { return true }
        reading.report(
            .unknownValue,
            "no answer has the \(called) `\(Quoted.word(text))`",
            at: place,
            help: canonical.map { "write it in its canonical form: `\(Quoted.word($0))`" } ?? hint,
            fix: reading.edit(canonical, at: place)
        )
        return false
    }

    /// A route as answers have it: a URL in its canonical form, but for its scheme. Nil for a text that is no route.
    private func canonicalRoute(_ text: String, _ scope: ScenarioScope) -> String? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let scheme = text[..<colon].lowercased()
        guard RedirectScheme.isScheme(scheme), !RedirectScheme.neverOpened.contains(scheme) else { return nil }
        // The scheme decides what is canonical, such as the `/` of an empty path. Apps other than browsers get URLs of
        // schemes without such rules.
        let replaced = webScheme(replacedBy: scheme, scope) ?? "tel"
        let canonical = URLRecord(replaced + text[colon...])?.hrefString
        return canonical.map { scheme + $0.dropFirst(replaced.count) }
    }

    /// The scheme of the URLs that a browser gets with a scheme of its own; nil if it is not the scheme of a browser.
    private func webScheme(replacedBy scheme: String, _ scope: ScenarioScope) -> String? {
        func isBrowser(_ scheme: String) -> Bool {
            scheme == "microsoft-edge-http" || scope.policy?.customBrowsers.contains(scheme) ?? false
        }
        if isBrowser(scheme) { return "http" }
        return scheme.hasSuffix("s") && isBrowser(String(scheme.dropLast())) ? "https" : nil
    }

    private func value(
        of part: Answer.Part,
        _ node: DocumentNode,
        _ kind: Question.Kind?,
        _ question: Question?,
        _ scope: ScenarioScope
    ) -> String? {
        switch part {
        case .verdict: verdict(node, kind)
        case .to: destination(node, kind)
        case .url, .route: questions.anyText(node)
        case .page: reading.choice(node, PageClassification.self, called: "page")?.rawValue
        case .class: reading.choice(node, URLClass.self, called: "class")?.rawValue
        case .rule: rule(node, scope)
        case .value where kind == .config: questions.anyText(node)
        case .conflict: reading.boolean(node).map { $0 ? "true" : "false" }
        case .challenges: challenges(node)
        case .nextCheck: questions.instant(node)?.description
        case .value: questions.word(node, called: "value", among: Self.values(for: question))
        case .account: expectedAccount(node, scope)
        case .reasons: reason(node)
        }
    }

    /// Exactly these challenges, in any order.
    private func challenges(_ node: DocumentNode) -> String? {
        let names = LaunchChallenge.allCases.map(\.rawValue)
        let words = reading.elements(node, of: "challenges")?
            .compactMap { questions.word($0, called: "challenge", among: names) }
        return words.map { words in
            var challenges = LaunchChallenges()
            for challenge in words.compactMap({ LaunchChallenge(rawValue: $0) }) { challenges.insert(challenge) }
            return challenges.description
        }
    }

    /// A destination that the question can have: only what is loaded by a view ends there.
    private func destination(_ node: DocumentNode, _ kind: Question.Kind?) -> String? {
        guard let destination = reading.choice(node, Destination.self, called: "destination") else { return nil }
        guard destination == .view, let kind, !kind.answerParts.contains(.class) else { return destination.rawValue }
        reading.report(
            .unknownValue,
            "`\(kind.rawValue)` never ends in a view",
            at: node.place,
            help: "write \(Quoted.list(Destination.allCases.filter { $0 != .view }.map(\.rawValue)))"
        )
        return nil
    }

    private func verdict(_ node: DocumentNode, _ kind: Question.Kind?) -> String? {
        guard let kind else { return questions.word(node, called: "verdict", among: Question.Kind.allVerdicts) }
        guard let text = reading.text(node) else { return nil }
        if kind.verdicts.contains(text) { return text }
        guard Question.Kind.allVerdicts.contains(text) else {
            reading.reportUnknownValue(text, at: node.place, called: "verdict", among: kind.verdicts)
            return nil
        }
        reading.report(
            .unknownValue,
            "`\(kind.rawValue)` never gives `\(text)`",
            at: node.place,
            help: "it gives \(Quoted.list(kind.verdicts))"
        )
        return nil
    }

    /// An account in the form of answers: by its id, regardless of which of its names is used.
    private func expectedAccount(_ node: DocumentNode, _ scope: ScenarioScope) -> String? {
        guard let account = questions.account(node, in: scope) else { return nil }
        return (scope.policy?.document.accounts[account]?.id ?? account).description
    }

    private func rule(_ node: DocumentNode, _ scope: ScenarioScope) -> String? {
        guard let rules = scope.policy?.rules else { return reading.name(node) }
        return reading.reference(node, to: "rule", among: rules)
    }

    /// A reason code, or the beginning of some codes up to a dot.
    private func reason(_ node: DocumentNode) -> String? {
        guard let text = reading.text(node) else { return nil }
        guard !Self.reasons.contains(text) else { return text }
        let nearest = reading.suggestion(for: text, among: Self.reasons.ordered)
        reading.report(
            .unknownValue,
            "there is no reason code `\(Quoted.word(text))`, and none begins with it and a dot",
            at: node.place,
            help: nearest.map { "did you mean `\($0)`?" } ?? "the documentation's table of reason codes lists them all",
            fix: reading.edit(nearest, at: node.place)
        )
        return nil
    }

    /// Every reason code and every family of codes. Codes come first, because suggestions are searched for in this
    /// order.
    private static let reasons: KnownNames = {
        let codes = ReasonCode.allCases.map(\.rawValue)
        var seen = Set(codes)
        var families: [String] = []
        for code in codes {
            for dot in code.indices where code[dot] == "." && seen.insert(String(code[..<dot])).inserted {
                families.append(String(code[..<dot]))
            }
        }
        return KnownNames(codes + families)
    }()

    /// The possible values of an answer to a question about a setting.
    private static func values(for question: Question?) -> [String] {
        guard case .setting(let setting, of: _) = question else { return SettingValue.allCases.map(\.rawValue) }
        return setting.values.map(\.rawValue)
    }
}
