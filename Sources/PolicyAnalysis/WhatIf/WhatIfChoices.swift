import Diagnostics
import PolicyModel

/// A setting that a report lets its reader change, with the values to choose from.
struct WhatIfChoice {
    let place: PolicySettingPlace
    /// The values. Nil is what a document says that doesn't have the setting.
    let values: [PolicySettingValue?]
    /// Which of them is in force.
    let current: Int

    /// Nil where there is nothing to choose.
    init?(_ place: PolicySettingPlace, in document: PolicyDocument) {
        guard let value = document.policies[place.policy].map({ $0[place.setting] }) else { return nil }
        var values: [PolicySettingValue?]
        switch place.setting.row.kind {
        case .boolean: values = [.boolean(false), .boolean(true)]
        case .word(let words): values = words.map { .text($0) }
        case .number: values = [value, .number(0)]
        case .words, .links: values = [value, .texts([])]
        case .protocols: values = [value, .protocols([])]
        case .scheme: values = [value, nil]
        case .text, .duration, .version, .models: return nil
        }
        if values.count == 2, values[0] == values[1] { values.removeLast() }
        guard values.count > 1, let current = values.firstIndex(of: value) else { return nil }
        self.place = place
        self.values = values
        self.current = current
    }

    /// How readily it is given up where a part has too many combinations: lists first, whose values are two of many.
    var rank: Int {
        switch place.setting.row.kind {
        case .words, .links, .protocols: 0
        case .number, .scheme: 1
        case .boolean: 2
        case .word, .text, .duration, .version, .models: 3
        }
    }
}

/// The settings that a reader may change, each in one policy, and the documents that come of it.
struct WhatIfChoices {
    private(set) var choices: [WhatIfChoice] = []
    private var positions: [PolicySettingPlace: Int] = [:]
    private let document: PolicyDocument

    /// Values by the positions of the choices.
    typealias Chosen = [Int]

    init(_ document: PolicyDocument) {
        self.document = document
        let inUse = Set(document.accounts.accounts.compactMap(\.policy) + (document.apps ?? []).compactMap(\.policy))
        for policy in inUse.sorted() {
            for setting in PolicySetting.allCases where setting.row.decides == .data {
                let place = PolicySettingPlace(policy: policy, setting: setting)
                guard let choice = WhatIfChoice(place, in: document) else { continue }
                positions[place] = choices.count
                choices.append(choice)
            }
        }
    }

    /// Takes a setting away: it stays as it is.
    mutating func give(up place: PolicySettingPlace) { positions[place] = nil }

    /// The positions of settings, in their order; one that cannot be changed has none.
    func positions(of places: [PolicySettingPlace]) -> [Int] { places.compactMap { positions[$0] }.sorted() }

    /// The choices that are left.
    var offered: [Int] { positions.values.sorted() }

    /// How many combinations of values some choices have.
    func count(of positions: [Int]) -> Int { positions.reduce(1) { $0 * choices[$1].values.count } }

    /// What is in force.
    var current: Chosen { choices.map(\.current) }

    /// Where the values of some choices are in the list of all combinations of these.
    func row(of positions: [Int], in chosen: Chosen) -> Int {
        positions.reduce(0) { $0 * choices[$1].values.count + chosen[$1] }
    }

    /// The values of some choices in a row of that list.
    func values(of positions: [Int], inRow row: Int) -> [Int] {
        var rest = row
        var values: [Int] = []
        for position in positions.reversed() {
            values.append(rest % choices[position].values.count)
            rest /= choices[position].values.count
        }
        return values.reversed()
    }

    /// The document with the chosen values. What is changed counts as written.
    func document(with chosen: Chosen) -> PolicyDocument {
        var changed = document
        for (position, choice) in choices.enumerated() where chosen[position] != choice.current {
            let (policy, setting) = (choice.place.policy, choice.place.setting)
            changed.policies[policy]?.set(setting, to: choice.values[chosen[position]])
            changed.policies[policy]?.setLocation(of: setting, to: Self.place)
        }
        return changed
    }

    private static let place = SourceLocation(path: "what-if", line: 1, column: 1)
}
