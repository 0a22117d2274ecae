import ByteText
import PolicyModel
import RuleIndex
import RuleRegions
import URLStandard

/// Finds URLs that readers resolve to a different place than the place that was decided.
///
/// Texts are generated from two URLs with different decisions. A text that the engine rejects reaches no reader. Hosts
/// pass on only the canonical URL, so a reader goes to what it finds there; a difference that remains is a residual.
///
/// The templates, all or those of paths, are filled with at most `n(n + 1)` pairs of URLs in a view, where *n* is the
/// limit of witnesses plus one. So the number of texts is bounded, and only the search for witnesses grows with the
/// rules: it is linear in their number.
struct ReaderSearch {
    /// The maximum number of URLs to combine into texts, and the maximum number of one shape.
    private static let mostWitnesses = 24
    private static let mostOfShape = 2

    private let asking: FlowAsking
    private let user: AccountID
    private var replay: PathReplay
    private let replaying: PathReplay.Replaying
    private let readers: [ReaderModel]
    private(set) var consensus = ReaderConsensus()
    /// The answers for URLs in the current view.
    private var answers: [String: FlowStep] = [:]

    /// Prepares the search in every view of a policy.
    ///
    /// - Parameters:
    ///   - asking: Queries the engine.
    ///   - readers: The readers.
    ///   - replaying: How results are confirmed.
    init(_ asking: FlowAsking, readers: [ReaderModel], replaying: @escaping PathReplay.Replaying = PathReplay.replaying)
    {
        self.asking = asking
        self.readers = readers
        self.replaying = replaying
        replay = PathReplay(asking)
        user = FlowOrganization.all(of: asking.policy).first?.accounts.first?.id ?? .noUser
        consensus.readers = readers
        let document = asking.policy.document
        let classes = FlowGraph.viewClasses(of: document)
        for (position, ruleSet) in document.ruleSets.enumerated() {
            let views = classes.map(\.view).filter { $0.ruleSet == ruleSet.name }
            guard !views.isEmpty else { continue }
            let map = RuleMap(ruleSet, compiled: asking.policy.ruleSets[position])
            for view in views { look(in: view, map) }
        }
        consensus.residuals.sort { ($0.words, $0.view) < ($1.words, $1.view) }
    }

    private mutating func look(in view: ViewDeclaration, _ map: RuleMap) {
        answers = [:]
        let combinations = witnesses(in: view, map).combinations
        var found: [RuleReference?: [ReaderResidual.Reading]] = [:]
        var seen: Set<String> = []
        for combination in combinations {
            for template in combination.templates {
                guard let text = template.filled(combination.first, combination.second), seen.insert(text).inserted
                else { continue }
                consensus.textCount += 1
                for reading in readings(of: text, template.name, in: view) {
                    let rule = reading.otherStep.deciding?.rule
                    let isKnown = found[rule]?.contains {
                        $0.reader == reading.reader && $0.template == reading.template
                    }
                    if isKnown != true { found[rule, default: []].append(reading) }
                }
            }
        }
        consensus.residuals += found.map { rule, readings in
            ReaderResidual(
                ruleSet: map.ruleSet.name,
                rule: rule,
                location: rule?.location ?? map.ruleSet.defaultLocation,
                view: view.id,
                readings: readings.sorted { readers.position(of: $0) < readers.position(of: $1) }
            )
        }
    }

    /// The readings of a text whose verdict differs from that of the canonical URL.
    private mutating func readings(
        of text: String,
        _ template: String,
        in view: ViewDeclaration
    ) -> [ReaderResidual.Reading] {
        let canonical = ReaderReading.canonical(text)
        guard let given = navigate(to: text, in: view) else { return [] }
        let isRejected = given.has(.urlAmbiguous) || given.has(.urlInvalid)
        // A blocked text stays blocked, whatever a reader would find in it.
        guard isRejected || given.verdict != .block else { return [] }
        let step = canonical.flatMap { navigate(to: $0, in: view) } ?? given
        var found: [ReaderResidual.Reading] = []
        let bytes = Array(text.utf8)
        for reader in readers {
            guard let destination = reader.read(bytes)?.destination, destination != canonical,
                let other = navigate(to: destination, in: view), other.isAnswered(differentlyFrom: step)
            else { continue }
            if isRejected {
                consensus.rejectedCount += 1
            } else if let canonical, let residual = residual(reader, template, text, canonical, step, in: view) {
                found.append(residual)
            } else {
                consensus.repairedCount += 1
            }
        }
        return found
    }

    /// The reading of the canonical URL, if that differs too.
    private mutating func residual(
        _ reader: ReaderModel,
        _ template: String,
        _ text: String,
        _ canonical: String,
        _ step: FlowStep,
        in view: ViewDeclaration
    ) -> ReaderResidual.Reading? {
        guard let destination = reader.read(Array(canonical.utf8))?.destination, destination != canonical,
            let other = navigate(to: destination, in: view), other.isAnswered(differentlyFrom: step)
        else { return nil }
        guard let confirmed = replaying(&replay, [step])?.first, let otherConfirmed = replaying(&replay, [other])?.first
        else {
            consensus.refusedCount += 1
            return nil
        }
        return ReaderResidual.Reading(
            reader: reader,
            template: template,
            text: text,
            step: confirmed,
            destination: destination,
            otherStep: otherConfirmed
        )
    }

    private mutating func navigate(to url: String, in view: ViewDeclaration) -> FlowStep? {
        if let known = answers[url] { return known }
        let step = asking.ask(
            FlowRequest(world: .completed, user: user, question: .navigate(to: url, in: view.id))
        )
        answers[url] = step
        return step
    }
}

// MARK: Witnesses

extension ReaderSearch {
    /// A URL from which texts are generated, with its answer.
    fileprivate struct Witness {
        var parts: ConfusionTemplate.Parts
        var answer: Answered
        /// A path of the same host that no rule names, if the answer there is different.
        var rest: ConfusionTemplate.Parts?
    }

    /// Two URLs, and the templates to fill with them.
    fileprivate struct Combination {
        var first: ConfusionTemplate.Parts
        var second: ConfusionTemplate.Parts
        var templates: [ConfusionTemplate]
    }

    /// What similar URLs share: templates have the same effect on all of them.
    private struct Shape: Hashable {
        var answer: Answered
        var scheme: String
        var hostKind: HostKind
        var hasPort: Bool
        var hasPath: Bool
        var hasQuery: Bool
        var escapes: Set<String>
        var exits: Set<String>
    }

    private mutating func witnesses(in view: ViewDeclaration, _ map: RuleMap) -> [Witness] {
        let candidates = WitnessCandidates(in: view, map)
        var counts: [Shape: Int] = [:]
        var found: [Witness] = []
        var asked: Set<Int> = []
        for candidate in candidates.named where found.count < Self.mostWitnesses {
            if add(candidate, in: view, &counts, to: &found), let rule = candidate.rule { asked.insert(rule) }
        }
        consensus.passedOverCount += map.ruleSet.rules.count - asked.count
        if let unnamed = candidates.unnamed { _ = add(unnamed, in: view, &counts, to: &found) }
        return found
    }

    private mutating func add(
        _ candidate: WitnessCandidate,
        in view: ViewDeclaration,
        _ counts: inout [Shape: Int],
        to found: inout [Witness]
    ) -> Bool {
        guard let record = URLRecord(candidate.url), let step = navigate(to: candidate.url, in: view) else {
            return false
        }
        let shape = Shape(
            answer: Answered(step),
            scheme: record.scheme.string,
            hostKind: record.hostKind,
            hasPort: record.port != nil,
            hasPath: record.path.count > 1,
            hasQuery: record.hasQuery,
            escapes: candidate.escapes,
            exits: candidate.exits
        )
        guard counts[shape, default: 0] < Self.mostOfShape else { return false }
        counts[shape, default: 0] += 1
        let rest = navigate(to: candidate.rest.url, in: view)
        let isDivided = rest.map { Answered($0) != shape.answer } ?? false
        found.append(
            Witness(parts: candidate.parts, answer: shape.answer, rest: isDivided ? candidate.rest : nil)
        )
        return true
    }
}

extension [ReaderSearch.Witness] {
    /// All pairs with different answers, in both orders, and each URL with the rest of its host. Of the latter two only
    /// the paths differ, so that only templates of paths can lead from one to the other.
    fileprivate var combinations: [ReaderSearch.Combination] {
        var found: [ReaderSearch.Combination] = []
        for first in self {
            for second in self where second.answer != first.answer {
                found.append(.init(first: first.parts, second: second.parts, templates: ConfusionTemplate.all))
            }
        }
        for witness in self {
            guard let rest = witness.rest else { continue }
            found.append(.init(first: witness.parts, second: rest, templates: ConfusionTemplate.inPaths))
            found.append(.init(first: rest, second: witness.parts, templates: ConfusionTemplate.inPaths))
        }
        return found
    }
}

/// The relevant parts of an answer to a navigation.
private struct Answered: Hashable {
    var verdict: Verdict
    var destination: Destination?
    var page: PageClassification?

    init(_ step: FlowStep) { (verdict, destination, page) = (step.verdict, step.destination, step.page) }
}

extension FlowStep {
    fileprivate func isAnswered(differentlyFrom other: FlowStep) -> Bool { Answered(self) != Answered(other) }
}

extension [ReaderModel] {
    fileprivate func position(of reading: ReaderResidual.Reading) -> Int {
        firstIndex(of: reading.reader) ?? count
    }
}
