import Diagnostics
import DocumentReading
import PolicyModel

/// `never` and `can`: where data is, where it may get, and how.
///
/// Only the form of a selector is checked here. Whether the policy contains what it names is checked when the claim
/// runs, where a claim about nothing is an error shown in the report with the others.
extension ScenarioReading {
    func flow(_ node: DocumentNode, _ subject: String) -> Claim.Flow? {
        guard let fields = reading.fields(node, subject, keys: DocumentKeys.claimFlow) else { return nil }
        let from = reading.required("from", of: fields, help: "specify whose data it is").flatMap { selector($0) }
        let to = reading.required("to", of: fields, help: "specify where it goes").flatMap { selector($0) }
        if let from, !from.isSource, let place = fields["from"]?.place {
            reading.report(
                .unknownValue,
                "`\(Quoted.word(from.description))` contains no organization data",
                at: place,
                help: "begin with an `organization:`, `account:`, `native`, `view:`, `app:` or `site:owned`"
            )
        }
        let via = fields["via"].map { questionKinds($0) } ?? []
        let steps = fields["within"].flatMap { reading.integer($0, in: 1...1000) }
        let capacity = fields["capacity"].flatMap { reading.choice($0, FlowCapacity.self, called: "capacity") }
        let errorsBefore = reading.errorCount
        let exceptions = fields["except"].map { self.exceptions($0) }
        guard let from, let to, from.isSource, reading.errorCount == errorsBefore else { return nil }
        var flow = Claim.Flow(from: from, to: to)
        flow.via = via
        flow.steps = steps
        flow.capacity = capacity ?? .url
        flow.exceptPlaces = exceptions?.places ?? []
        flow.exceptQuestions = exceptions?.questions ?? []
        return flow
    }

    private static let questionNames = Claim.Flow.questions.map(\.rawValue)

    private func questionKinds(_ node: DocumentNode) -> [Question.Kind] {
        let nodes = reading.oneOrMany(node)
        if nodes.isEmpty {
            reading.report(.missingValue, "no question is named", at: node.place, help: "name one, or remove the key")
        }
        return nodes.compactMap { element in
            reading.choice(element, among: Self.questionNames, called: "question").flatMap {
                Question.Kind(rawValue: $0)
            }
        }
    }

    private func exceptions(_ node: DocumentNode) -> (places: [ClaimSelector], questions: [Question.Kind]) {
        var places: [ClaimSelector] = []
        var questions: [Question.Kind] = []
        for element in reading.oneOrMany(node) {
            if case .scalar(let text, _) = element.content, let kind = Question.Kind(rawValue: text),
                Claim.Flow.questions.contains(kind)
            {
                questions.append(kind)
            } else if let selector = selector(element, orAmong: Self.questionNames) {
                places.append(selector)
            }
        }
        return (places, questions)
    }

    // MARK: Selectors

    private static let flowSettings = SingleSetting.allCases.filter { $0 != .fileEncryption }.map(\.rawValue)

    /// Reads a selector; one of `words` is also accepted.
    private func selector(_ node: DocumentNode, orAmong words: [String] = []) -> ClaimSelector? {
        guard let text = reading.name(node) else { return nil }
        guard let colon = text.firstIndex(of: ":") else { return wordSelector(text, node.place, words) }
        let name = String(text[..<colon])
        let rest = String(text[text.index(after: colon)...].drop { $0 == " " })
        guard let prefix = ClaimSelector.Prefix(rawValue: name) else {
            reading.reportUnknownValue(name, at: node.place, called: "place", among: Self.prefixes)
            return nil
        }
        guard !rest.isEmpty else {
            reading.report(.missingValue, "there is no name after `\(name):`", at: node.place)
            return nil
        }
        return switch prefix {
        case .organization: .organization(rest)
        case .account: .account(AccountID(named: rest))
        case .native: .native(AccountID(named: rest))
        case .view: .view(rest)
        case .app: .app(AppID(rest))
        case .apps: word(rest, name, at: node.place, ClaimSelector.AppGroup.self).map { .apps($0) }
        case .browser: word(rest, name, at: node.place, ClaimSelector.Browser.self).map { .browser($0) }
        case .site: word(rest, name, at: node.place, ClaimSelector.Site.self).map { .site($0) }
        case .system: .system(rest)
        case .storage: storage(rest, at: node.place)
        }
    }

    private static let prefixes = ClaimSelector.Prefix.allCases.map(\.rawValue)

    /// A selector of one word: `native`, `unmanaged`, or a single setting.
    private func wordSelector(_ text: String, _ place: DocumentNode.Place, _ words: [String]) -> ClaimSelector? {
        switch text {
        case "native": return .native(nil)
        case "unmanaged": return .unmanaged
        default: break
        }
        if Self.flowSettings.contains(text), let setting = SingleSetting(rawValue: text) { return .setting(setting) }
        let known = ["unmanaged", "native"] + Self.flowSettings + words + Self.prefixes.map { $0 + ":" }
        reading.reportUnknownValue(text, at: place, called: "place", among: known)
        return nil
    }

    private func storage(_ text: String, at place: DocumentNode.Place) -> ClaimSelector? {
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let location = word(parts[0], "storage", at: place, SaveLocation.self) else { return nil }
        guard parts.count == 2 else { return .storage(location, nil) }
        return word(parts[1], "storage", at: place, ClaimSelector.StorageOwner.self).map { .storage(location, $0) }
    }

    private func word<Word: RawRepresentable & CaseIterable>(
        _ text: String,
        _ what: String,
        at place: DocumentNode.Place,
        _: Word.Type
    ) -> Word? where Word.RawValue == String {
        if let word = Word(rawValue: text) { return word }
        reading.report(
            .unknownValue,
            "`\(what):` has no `\(Quoted.word(text))`",
            at: place,
            help: "write \(Quoted.list(Word.allCases.map(\.rawValue)))"
        )
        return nil
    }
}
