import PolicyModel
import TestSupport
import Testing

/// The pages list the settings of the tables. `make pages` rewrites the lists.
@Suite("Documentation of the settings", .serialized) struct SettingsPageTests {
    /// A list on a page.
    enum List: String, CaseIterable {
        case decisive, launch, kept, logs, settings

        var page: String { self == .settings ? "InfoPlistSettings" : "ProtectionPolicies" }

        var lines: [String] {
            switch self {
            case .decisive: SettingsPageTests.policySettings(that: .data)
            case .launch: SettingsPageTests.policySettings(that: .launch)
            case .kept: SettingsPageTests.policySettings(that: .nothing)
            case .logs: SettingsPageTests.logNames()
            case .settings: SettingsPageTests.appSettings()
            }
        }
    }

    @Test("The pages list the settings of the tables", arguments: List.allCases)
    func lists(list: List) throws {
        let path = "Sources/Demarc/Demarc.docc/\(list.page).md"
        #expect(try Repository.holds(list: list.lines, named: list.rawValue, in: path), "run `make pages`")
    }

    // MARK: Settings of policies

    private static func policySettings(that decides: PolicySettingUse) -> [String] {
        let rows = PolicySetting.allCases.filter { $0.row.decides == decides }.map { setting in
            let row = setting.row
            let standard =
                AppProtectionPolicy()[setting].map { shown($0) }
                ?? row.unset.map { "none, like \(shown($0))" } ?? "none"
            return "| `\(setting.name)` | \(row.summary) | \(values(row.kind)) | \(standard) | \(stricter(row))"
                + " | \(source(row.source)) |"
        }
        return ["| Setting | Meaning | Values | Default | Stricter is | Documented in |", "|---|---|---|---|---|---|"]
            + rows
    }

    private static func values(_ kind: PolicySettingKind) -> String {
        switch kind {
        case .boolean: "`true`, `false`"
        case .number(0...Int(Int32.max)): "a whole number"
        case .number(let range): "\(range.lowerBound) to \(range.upperBound)"
        case .text: "a string"
        case .word(let words): code(words)
        case .words(let words): "a list of \(code(words))"
        case .scheme: "a URL scheme"
        case .duration: "a length of time"
        case .links: "a list of URLs with `*`"
        case .version: "one to four numbers separated by dots"
        case .models: "names of models separated by `;`"
        case .protocols: "a list of `name` and `value`; the value contains schemes separated by `;`"
        }
    }

    private static func shown(_ value: PolicySettingValue) -> String {
        switch value {
        case .boolean(let value): "`\(value)`"
        case .number(let value): "\(value)"
        case .text(let value): "`\(value)`"
        case .texts(let values): values.isEmpty ? "empty" : code(values)
        case .scheme(let value): "`\(value.text)`"
        case .duration(let value): "`\(value.text)`"
        case .protocols: "empty"
        }
    }

    private static func stricter(_ row: PolicySettingRow) -> String {
        switch row.strictness {
        case .unordered: return "–"
        case .on: return "`true`"
        case .off: return "`false`"
        case .words(let words):
            if case .word(words) = row.kind { return "a later word" }
            return "a later one of " + code(words)
        case .higher: return "more"
        case .lower: return "less"
        case .shorter(let zeroIsNever): return zeroIsNever ? "less, but zero means never" : "less"
        case .fewer: return "a shorter list"
        case .unset: return "none"
        }
    }

    private static func source(_ source: PolicySettingSource) -> String {
        switch source {
        case .graph: "[Graph](\(source.url ?? ""))"
        case .graphBeta: "[Graph beta](\(source.url ?? ""))"
        case .adminCenter: "exports of the admin center"
        }
    }

    private static func code(_ words: [String]) -> String { words.map { "`\($0)`" }.joined(separator: ", ") }

    // MARK: Device logs

    private static func logNames() -> [String] {
        let rows = PolicySetting.allCases.compactMap { setting in
            setting.row.deviceLog.map { "| `\($0.name)` | `\(setting.name)` | \(content($0.content, of: setting)) |" }
        }
        return ["| Name | Setting | Values |", "|---|---|---|"] + rows
    }

    private static func content(_ content: DeviceLogForm.Content, of setting: PolicySetting) -> String {
        switch content {
        case .numbers(let numbers): numbers.map { "\($0.number) \(shown($0.value))" }.joined(separator: ", ")
        case .sum(let bits): "the sum of " + bits.map { "\($0.bit) `\($0.word)`" }.joined(separator: ", ")
        case .number: values(setting.row.kind)
        case .time(let unit): "a number of \(unit.rawValue)"
        case .text:
            switch setting.row.kind {
            case .links: "a list of links, or a string that separates them with `;`"
            case .protocols: "a list of schemes, or a string that separates them with `;`"
            default: values(setting.row.kind)
            }
        }
    }

    // MARK: Settings of apps

    private static func appSettings() -> [String] {
        let rows = AppSetting.allCases.map { setting in
            let row = setting.row
            let key = row.infoPlistKey.map { "`\($0.name)`" } ?? "–"
            var need = "–"
            if case .required(let condition) = row.need { need = condition.rawValue }
            return
                "| \(key) | `\(setting.name)` | \(kind(row.kind)) | \(row.standard) | \(need) | \(row.decides ?? "–") |"
        }
        return [
            "| Info.plist | Under `app` | Type | Default | Required when | Decides |", "|---|---|---|---|---|---|",
        ] + rows
    }

    private static func kind(_ kind: AppSetting.Kind) -> String {
        switch kind {
        case .boolean: "boolean"
        case .text: "text"
        case .texts: "texts"
        case .schemes: "schemes"
        case .number: "number"
        case .color: "color"
        case .choice(let words): "one of \(code(words))"
        case .systemRelease: "iOS version"
        case .dictionary: "texts by name"
        }
    }
}
