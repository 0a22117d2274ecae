import Diagnostics
import PolicyModel

/// `app`: what the embedding app declares of itself.
extension PolicyReading {
    func app(_ node: YAMLNode) -> AppSettings? {
        guard let fields = fields(node, "`app`", keys: DocumentKeys.embeddingApp) else { return nil }
        let inline = Set(AppSetting.allCases.filter { fields.has($0.name) })
        var app = fields["infoPlist"].flatMap { infoPlist($0, overridden: inline) } ?? AppSettings()
        for setting in AppSetting.allCases {
            guard let node = fields[setting.name], let value = value(of: setting, node) else { continue }
            app[setting] = value
            app.setVariable(for: setting, to: nil)
            app.setLocation(of: setting, to: location(of: fields.keyPlace(setting.name) ?? node.place))
        }
        return app
    }

    private func value(of setting: AppSetting, _ node: YAMLNode) -> AppSettingValue? {
        switch setting.kind {
        case .boolean: boolean(node).map { .boolean($0) }
        case .text: text(node).map { .text($0) }
        case .texts: names(node, of: "texts").map { .texts($0) }
        case .schemes: schemes(node, of: setting).map { .texts($0) }
        case .number: number(node).map { .number($0) }
        case .color: color(node).map { .text($0) }
        case .choice(let words): choice(node, among: words).map { .text($0) }
        case .systemRelease: systemRelease(node).map { .systemRelease($0) }
        case .dictionary: dictionary(node).map { .dictionary($0) }
        }
    }

    private func schemes(_ node: YAMLNode, of setting: AppSetting) -> [String]? {
        elements(node, of: "schemes")?.compactMap { element -> String? in
            guard let text = name(element), let scheme = scheme(element) else { return nil }
            if setting == .webViewHandledURLSchemes, AppSettings.schemesNeverHandled.contains(scheme) {
                report(
                    .schemeNeverHandled,
                    "`\(text)` is ignored here",
                    at: element.place,
                    help: "an app that handled it itself would switch off the protection of its web views; remove it"
                )
                return nil
            }
            return scheme
        }
    }

    private func color(_ node: YAMLNode) -> String? {
        guard let text = text(node) else { return nil }
        guard AppSettings.isColor(text) else {
            report(
                .invalidColor,
                "`\(Quoted.word(text))` is no color",
                at: node.place,
                help: "write `#RRGGBB` in hexadecimal digits, in quotes"
            )
            return nil
        }
        return text
    }

    private func systemRelease(_ node: YAMLNode) -> Int? {
        guard let text = text(node) else { return nil }
        guard text.hasPrefix("ios"), text.utf8.count <= 6, let release = Int(text.dropFirst(3)), release > 0 else {
            report(
                .unknownValue,
                "unknown system release `\(Quoted.word(text))`",
                at: node.place,
                help: "write `ios` and its major version, such as `ios26`"
            )
            return nil
        }
        return release
    }

    private func dictionary(_ node: YAMLNode) -> [String: String]? {
        guard case .mapping(let entries) = node.content else {
            report(.wrongType, "expected keys with values, found \(description(of: node))", at: node.place)
            return nil
        }
        var values: [String: String] = [:]
        for entry in entries { values[entry.key] = text(entry.value) }
        return values
    }
}
