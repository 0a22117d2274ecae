import Diagnostics
import PolicyAnalysis
import PolicyModel

/// The tables of a page.
struct ShownTables {
    typealias Part = PolicyPageText.Part
    typealias Cell = TextTable.Cell

    /// The path of the policy. Places in that file are shown by line only.
    let path: String

    // MARK: Accounts

    /// The tables of one account.
    func parts(of section: PolicyPage.AccountSection, _ views: [PolicyPage.ViewSection]) -> [Part] {
        var parts = PolicyPage.Topic.allCases.map { topic in
            let lines = section.lines.filter { $0.topic == topic }
            switch topic {
            case .save, .open: return locations(lines, topic)
            case .clipboard, .apps, .links, .features: return deeds(lines, topic)
            }
        }
        if !views.isEmpty { parts.append(self.views(views)) }
        return parts
    }

    private static func title(of topic: PolicyPage.Topic) -> String {
        switch topic {
        case .clipboard: "Copy and paste"
        case .save: "Save a copy to"
        case .open: "Open data from"
        case .apps: "Other apps"
        case .links: "Links"
        case .features: "Features"
        }
    }

    private static let deedColumns: [TextTable.Column] = [
        .init("Verdict", .words(0)), .init("What", .sentences(least: 26)), .init("Setting", .whole(least: 56)),
    ]

    /// A row for each outcome; consecutive lines with the same outcome are merged.
    private func deeds(_ lines: [PolicyPage.Line], _ topic: PolicyPage.Topic) -> Part {
        var rows: [(deeds: [(deed: String, objects: [String])], outcome: PolicyPage.Outcome)] = []
        var direct: PolicyPage.Line?
        for line in lines {
            // Another way to the same app, with the same outcome.
            if let direct, line.target.hasPrefix("\(direct.target)@"), line.outcome.isShown(as: direct.outcome) {
                continue
            }
            direct = line
            if rows.last?.outcome.isShown(as: line.outcome) == true {
                let last = rows.count - 1
                if rows[last].deeds.last?.deed == line.deed {
                    rows[last].deeds[rows[last].deeds.count - 1].objects.append(line.object)
                } else {
                    rows[last].deeds.append((line.deed, [line.object]))
                }
            } else {
                rows.append(([(line.deed, [line.object])], line.outcome))
            }
        }
        return Part(
            level: 3,
            title: Self.title(of: topic),
            columns: Self.deedColumns,
            rows: rows.map { row in
                let words = row.deeds.map { deed, objects in
                    (deed.isEmpty ? "" : deed + " ") + objects.joined(separator: ", ")
                }
                return cells(words.joined(separator: "; "), row.outcome)
            }
        )
    }

    /// A row for all locations with the same outcomes, with a column for each kind of owner.
    private func locations(_ lines: [PolicyPage.Line], _ topic: PolicyPage.Topic) -> Part {
        var rows: [(names: [String], outcomes: [PolicyPage.Outcome], settings: [String])] = []
        var names: [String] = []
        for line in lines where names.last != line.target { names.append(line.target) }
        for name in names {
            let outcomes = lines.filter { $0.target == name }.map(\.outcome)
            var settings: [String] = []
            for text in outcomes.map({ text(of: $0.setting) }) where !text.isEmpty && !settings.contains(text) {
                settings.append(text)
            }
            let same = rows.firstIndex {
                $0.outcomes.map(\.verdict) == outcomes.map(\.verdict) && $0.settings == settings
            }
            if let same { rows[same].names.append(name) } else { rows.append(([name], outcomes, settings)) }
        }
        return Part(
            level: 3,
            title: Self.title(of: topic),
            columns: [
                .init("Own account", .words(0)), .init("Personal account", .words(0)), .init("No account", .words(0)),
                .init("Location", .sentences(least: 24)), .init("Setting", .whole(least: 46)),
            ],
            rows: rows.map { row in
                row.outcomes.map { Self.verdict($0) } + [
                    Cell(row.names.joined(separator: ", ")), Cell(row.settings.joined(separator: "; "), .faint),
                ]
            },
            hasHeader: true
        )
    }

    // MARK: Views

    /// Three rows for all views that act the same.
    private func views(_ views: [PolicyPage.ViewSection]) -> Part {
        var groups: [(names: [String], view: PolicyPage.ViewSection)] = []
        for view in views {
            let name = view.id == PolicyDocument.implicitView ? "the web view" : view.id
            let same = groups.firstIndex { group in
                zip(group.view.outcomes, view.outcomes).allSatisfy { $0.1.isShown(as: $1.1) }
            }
            if let same { groups[same].names.append(name) } else { groups.append(([name], view)) }
        }
        return Part(
            level: 3,
            title: "Web views",
            columns: Self.deedColumns,
            rows: groups.flatMap { names, view in
                view.outcomes.map { kind, outcome in cells("\(names.joined(separator: ", ")): \(kind)", outcome) }
            }
        )
    }

    // MARK: Settings

    /// The settings of each policy: a table of those that are written, and those that have their defaults.
    func settings(_ settings: [SettingInForce]) -> [Part] {
        var names: [String] = []
        for setting in settings { if let name = setting.policy, !names.contains(name) { names.append(name) } }
        return names.map { name in
            let own = settings.filter { $0.policy == name }
            let defaults = own.filter(\.isDefault).map { "\($0.name): \($0.value.text)" }
            return Part(
                level: 2,
                title: name.isEmpty ? "Settings" : "Settings of \(name)",
                text: defaults.isEmpty
                    ? nil
                    : "These are not set, so they have their defaults: \(defaults.joined(separator: ", ")).",
                columns: [
                    .init("Setting", .words(0)), .init("Value", .sentences(least: 18)), .init("At", .words(0)),
                ],
                rows: own.filter { !$0.isDefault }
                    .map { [Cell($0.name), Cell($0.value.text), Cell(place(of: $0), .faint)] }
            )
        }
    }

    // MARK: Level

    /// The settings that are weaker than a level, by policy.
    func deviations(_ distance: LevelDistance) -> [Part] {
        var names: [String] = []
        for deviation in distance.deviations {
            if let name = deviation.setting.policy, !names.contains(name) { names.append(name) }
        }
        return names.map { name in
            Part(
                level: 2,
                title: "\(name.isEmpty ? "Weaker" : "\(name): weaker") than level \(distance.level.rawValue)",
                columns: [
                    .init("Setting", .words(0)), .init("Value → expected", .sentences(least: 22)),
                    .init("At", .words(0)),
                ],
                rows: distance.deviations.filter { $0.setting.policy == name }
                    .map { deviation in
                        [
                            Cell(deviation.setting.name),
                            Cell("\(deviation.setting.value.text) → \(deviation.expected.text)", .red),
                            Cell(place(of: deviation.setting), .faint),
                        ]
                    },
                hasHeader: true
            )
        }
    }

    // MARK: Cells

    private func cells(_ words: String, _ outcome: PolicyPage.Outcome) -> [Cell] {
        [Self.verdict(outcome), Cell(words), Cell(text(of: outcome.setting), .faint)]
    }

    private static func verdict(_ outcome: PolicyPage.Outcome) -> Cell {
        var text = outcome.verdict.rawValue
        if let value = outcome.value, value.rawValue != text { text += " (\(value.rawValue))" }
        switch outcome.destination {
        case nil, .view?: break
        case let destination?: text += " → \(destination.rawValue)"
        }
        if let page = outcome.page { text += ", \(page.rawValue) page" }
        return Cell(text, outcome.verdict.color)
    }

    private func text(of setting: SettingInForce?) -> String {
        setting.map { "\($0.name): \($0.value.text) (\(place(of: $0)))" } ?? ""
    }

    private func place(of setting: SettingInForce) -> String {
        guard let location = setting.location else { return "default" }
        return location.path == path ? "line \(location.line)" : location.description
    }
}

extension PolicyPage.Outcome {
    /// Whether another outcome looks the same on a page; the sentence is not shown there.
    fileprivate func isShown(as other: Self) -> Bool {
        verdict == other.verdict && destination == other.destination && page == other.page && value == other.value
            && setting == other.setting
    }
}

extension PolicyPage.ViewSection {
    fileprivate var outcomes: [(String, PolicyPage.Outcome)] {
        [("internal URLs", `internal`), ("external URLs", external), ("URLs that no rule matches", unmatched)]
    }
}
