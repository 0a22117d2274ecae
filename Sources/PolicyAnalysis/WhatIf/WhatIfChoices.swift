import Diagnostics
import PolicyModel

/// A setting that the reader of a report can change, with the values to choose from.
struct WhatIfChoice {
    let place: PolicySettingPlace
    /// The values. Nil is the value of a document that does not contain the setting.
    let values: [PolicySettingValue?]
    /// The index of the value in force.
    let current: Int

    /// Creates the choice. The result is nil if there is nothing to choose.
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

    /// How early the choice is dropped if a part has too many combinations: lists first, because they offer only two of
    /// many values.
    var rank: Int {
        switch place.setting.row.kind {
        case .words, .links, .protocols: 0
        case .number, .scheme: 1
        case .boolean: 2
        case .word, .text, .duration, .version, .models: 3
        }
    }
}

/// The settings that a reader can change, each in one policy, and the resulting documents.
struct WhatIfChoices {
    private(set) var choices: [WhatIfChoice] = []
    private var positions: [PolicySettingPlace: Int] = [:]
    private let document: PolicyDocument

    /// Value indexes by the positions of the choices.
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

    /// Removes a setting from the choices: its value stays fixed.
    mutating func give(up place: PolicySettingPlace) { positions[place] = nil }

    /// The positions of settings, in order. A setting that cannot be changed has none.
    func positions(of places: [PolicySettingPlace]) -> [Int] { places.compactMap { positions[$0] }.sorted() }

    /// The remaining choices.
    var offered: [Int] { positions.values.sorted() }

    /// The number of combinations of values of some choices.
    func count(of positions: [Int]) -> Int { positions.reduce(1) { $0 * choices[$1].values.count } }

    /// The values in force.
    var current: Chosen { choices.map(\.current) }

    /// The row of the values of some choices in the list of all their combinations.
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

    /// The document with the chosen values. A changed setting counts as explicit.
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
