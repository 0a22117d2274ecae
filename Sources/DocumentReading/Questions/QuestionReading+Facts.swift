import Diagnostics
package import PolicyModel

/// Readers of facts about devices and access, and of times. Each reports problems and returns nil.
extension QuestionReading {
    /// Reads a point in time.
    package func instant(_ node: DocumentNode) -> Instant? {
        guard let text = reading.text(node) else { return nil }
        if let instant = Instant(text) { return instant }
        reading.report(
            .invalidInstant,
            "`\(Quoted.word(text))` is not a date and time",
            at: node.place,
            help: "write it in the form of RFC 3339, such as `2026-11-23T12:00:00Z`"
        )
        return nil
    }

    /// Reads a PIN. No finding contains it, and no report shows its line.
    func candidate(_ node: DocumentNode) -> PINCandidate? {
        reading.hideLines(of: node.place)
        guard case .scalar(let text, _) = node.content, !node.isNull else {
            reading.report(.wrongType, "expected a PIN, found something that is not a string", at: node.place)
            return nil
        }
        guard text != PINCandidate.scrubbed else {
            reading.report(
                .unknownValue,
                "`\(PINCandidate.scrubbed)` is written in place of a PIN, and is not one",
                at: node.place,
                help: "write the PIN itself"
            )
            return nil
        }
        return PINCandidate(text)
    }

    /// Reads the facts about a device.
    package func deviceFacts(_ node: DocumentNode) -> DeviceFacts? {
        var facts = DeviceFacts()
        guard
            read(node, "what is known of a device", LaunchFact.ofDevice, { facts.state($0, as: $1) })
        else { return nil }
        return facts
    }

    /// Reads the facts about an account's access.
    package func accessState(_ node: DocumentNode) -> AccessState? {
        var state = AccessState()
        guard
            read(node, "what is known of the access", LaunchFact.ofAccess, { state.state($0, as: $1) })
        else { return nil }
        return state
    }

    private func read(
        _ node: DocumentNode,
        _ subject: String,
        _ facts: [LaunchFact],
        _ set: (LaunchFact, Fact<FactValue>) -> Void
    ) -> Bool {
        let names = facts.map(\.rawValue)
        // Hosts write `null` for unknown facts, and scenarios write it for facts that are no longer known.
        guard
            let fields = reading.fields(node, subject, keys: names + [DocumentKeys.inapplicable], null: .missing),
            case .mapping(let entries) = node.content
        else { return false }
        for entry in entries where entry.value.isNull {
            if let fact = LaunchFact(rawValue: entry.key) { set(fact, .missing) }
        }
        for fact in facts {
            if let node = fields[fact.rawValue], let value = value(node, of: fact) { set(fact, value) }
        }
        guard let node = fields[DocumentKeys.inapplicable] else { return true }
        for element in reading.elements(node, of: "names of facts") ?? [] {
            guard let name = word(element, called: "fact", among: names), let fact = LaunchFact(rawValue: name) else {
                continue
            }
            guard !fields.has(name) else {
                reading.report(
                    .duplicateKey,
                    "`\(name)` has a known value, so it cannot be inapplicable too",
                    at: element.place,
                    also: fields.keyPlace(name).map { [$0] } ?? [],
                    help: "remove one of them"
                )
                continue
            }
            set(fact, .inapplicable)
        }
        return true
    }

    /// Reads the value of a fact. A version or time that cannot be read is still a fact, because the device reported
    /// it.
    private func value(_ node: DocumentNode, of fact: LaunchFact) -> Fact<FactValue>? {
        switch fact.form {
        case .version: reading.text(node).map { VersionNumber($0) == nil ? .unreadable : .known(.text($0)) }
        case .model: reading.text(node).map { $0.isEmpty ? .unreadable : .known(.text($0)) }
        case .boolean: reading.boolean(node).map { .known(.boolean($0)) }
        case .count: reading.integer(node, in: 0...Int(Int32.max)).map { .known(.count($0)) }
        case .word(let words): word(node, called: "value", among: words).map { .known(.text($0)) }
        case .threats: threats(node).map { .known(.threats($0)) }
        case .instant:
            reading.text(node).map { text in Instant(text).map { .known(.instant($0)) } ?? .unreadable }
        }
    }

    private func threats(_ node: DocumentNode) -> DeviceThreats? {
        guard case .mapping(let entries) = node.content else {
            reading.report(
                .wrongType,
                "expected levels by service name, found \(reading.description(of: node))",
                at: node.place,
                help: "write `threats: {\(DeviceThreats.defenderName): low}`"
            )
            return nil
        }
        let words = DeviceThreats.Level.allCases.map(\.rawValue)
        var levels: [String: DeviceThreats.Level] = [:]
        for entry in entries where !entry.value.isNull {
            guard let word = word(entry.value, called: "threat level", among: words) else { return nil }
            levels[entry.key] = DeviceThreats.Level(rawValue: word)
        }
        return DeviceThreats(levels)
    }
}
