import Demarc
import PolicyModel

/// Queries the engine for every owner, destination and item in a world, and compares the answers with the oracle.
///
/// The oracle is queried once for every two *sides* and item. Many places are the same side to the oracle; for each of
/// them, the decision must equal the first, which was compared reason by reason.
struct ClipboardRun {
    let question: ClipboardOracle.Question
    let items: [ClipboardItem]
    private(set) var asked = 0
    private(set) var differences: [String] = []
    private(set) var codes: Set<String> = []

    init(question: ClipboardOracle.Question, items: [ClipboardItem]) {
        self.question = question
        self.items = items
    }

    mutating func ask(_ world: ClipboardWorld, actingAs identity: String?) {
        let samples = ClipboardSample.places + (question == .clipboard ? ClipboardSample.records : [])
        let flag = world.treatsAllAsUnmanaged
        let sides = samples.map { $0.side(actingAs: identity, treatsAllAsUnmanaged: flag, .out) }
        let destinations = samples.map { $0.side(actingAs: identity, treatsAllAsUnmanaged: flag, .into) }
        // The first sample that is the same side to the oracle.
        let kinds = sides.map { side in sides.firstIndex(of: side) ?? 0 }
        let kindsOfDestinations = destinations.map { side in destinations.firstIndex(of: side) ?? 0 }
        var seen: [Decision?] = Array(repeating: nil, count: sides.count * sides.count * items.count)
        let account = identity.map { AccountID($0) }
        for source in samples.indices {
            for into in world.places.indices {
                // Only web views accept uploads; the engine checks this before anything else.
                if question == .upload {
                    switch samples[into].kind {
                    case .view, .frame: break
                    default: continue
                    }
                }
                for number in items.indices {
                    asked += 1
                    let item = items[number]
                    let decision: Decision
                    if case .upload = question {
                        guard let (view, isFrame) = Self.page(at: world.places[into]) else { continue }
                        decision = world.evaluator.upload(
                            from: world.places[source],
                            into: view,
                            isExternalFrame: isFrame,
                            identity: account
                        )
                    } else if source < world.places.count {
                        let (from, into) = (world.places[source], world.places[into])
                        decision = world.evaluator.paste(item, from: from, into: into, identity: account)
                    } else if case .recorded(let owner) = samples[source].kind {
                        let into = world.places[into]
                        decision = world.evaluator.paste(item, ownedBy: owner, into: into, identity: account)
                    } else {
                        continue
                    }
                    let key = (kinds[source] * sides.count + kindsOfDestinations[into]) * items.count + number
                    if let first = seen[key] {
                        if first == decision { continue }
                    } else {
                        seen[key] = decision
                    }
                    compare(
                        decision,
                        item,
                        from: (samples[source].kind, sides[source]),
                        into: (samples[into].kind, destinations[into]),
                        world.policies
                    )
                }
            }
        }
    }

    private static func page(at place: Place<ViewID>) -> (ViewID, isExternalFrame: Bool)? {
        switch place {
        case .view(let view): (view, false)
        case .externalFrame(let view): (view, true)
        case .native, .account, .app: nil
        }
    }

    private mutating func compare(
        _ decision: Decision,
        _ item: ClipboardItem,
        from source: (kind: ClipboardSample.Kind, side: ClipboardOracle.Side),
        into destination: (kind: ClipboardSample.Kind, side: ClipboardOracle.Side),
        _ policies: [String: ClipboardOracle.Policy]
    ) {
        let expected = ClipboardOracle.answer(
            question,
            from: source.side,
            into: destination.side,
            characters: item.textLength,
            policies
        )
        let actual = decision.clipboardAnswer
        codes.formUnion(actual.reasons)
        if actual == expected, decision.destination == nil, decision.page == nil, decision.urlClass == nil { return }
        guard differences.count < 10 else { return }
        differences.append(
            """
            \(source.kind) into \(destination.kind), \(item), \(policies)
              table:  \(expected)
              engine: \(actual)
            """
        )
    }
}
