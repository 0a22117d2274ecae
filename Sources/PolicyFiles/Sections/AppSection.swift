import Diagnostics
import DocumentReading
import PolicyModel
import PropertyList

/// `app`: the declarations of the embedding app about itself.
struct AppSection {
    let context: ReadingContext

    func read(_ node: DocumentNode) -> AppSettings? {
        guard let fields = context.fields(node, "`app`", keys: DocumentKeys.embeddingApp) else { return nil }
        let inline = Set(AppSetting.allCases.filter { fields.has($0.name) })
        var app = fields["infoPlist"].flatMap { infoPlist($0, overridden: inline) } ?? AppSettings()
        for setting in AppSetting.allCases {
            guard let node = fields[setting.name], let value = value(of: setting, node) else { continue }
            app[setting] = value
            app.setVariable(for: setting, to: nil)
            app.setLocation(of: setting, to: context.location(of: fields.keyPlace(setting.name) ?? node.place))
        }
        return app
    }

    private func value(of setting: AppSetting, _ node: DocumentNode) -> AppSettingValue? {
        switch setting.kind {
        case .boolean: context.boolean(node).map { .boolean($0) }
        case .text: context.text(node).map { .text($0) }
        case .texts: context.names(node, of: "strings").map { .texts($0) }
        case .schemes: schemes(node, of: setting).map { .texts($0) }
        case .number: context.number(node).map { .number($0) }
        case .color: color(node).map { .text($0) }
        case .choice(let words): context.choice(node, among: words).map { .text($0) }
        case .systemRelease: systemRelease(node).map { .systemRelease($0) }
        case .dictionary: dictionary(node).map { .dictionary($0) }
        }
    }

    private func schemes(_ node: DocumentNode, of setting: AppSetting) -> [String]? {
        context.elements(node, of: "schemes")?.compactMap { element -> String? in
            guard let text = context.name(element), let scheme = context.scheme(element) else { return nil }
            if setting == .webViewHandledURLSchemes, AppSettings.schemesNeverHandled.contains(scheme) {
                context.report(
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

    private func color(_ node: DocumentNode) -> String? {
        guard let text = context.text(node) else { return nil }
        guard AppSettings.isColor(text) else {
            context.report(
                .invalidColor,
                "`\(Quoted.word(text))` is not a color",
                at: node.place,
                help: "write `#RRGGBB` in hexadecimal digits, in quotes"
            )
            return nil
        }
        return text
    }

    private func systemRelease(_ node: DocumentNode) -> Int? {
        guard let text = context.text(node) else { return nil }
        guard text.hasPrefix("ios"), text.utf8.count <= 6, let release = Int(text.dropFirst(3)), release > 0 else {
            context.report(
                .unknownValue,
                "unknown system release `\(Quoted.word(text))`",
                at: node.place,
                help: "write `ios` and its major version, such as `ios26`"
            )
            return nil
        }
        return release
    }

    private func dictionary(_ node: DocumentNode) -> [String: String]? {
        // Values that an organization configures may be personal data.
        context.hideLines(of: node.place)
        guard case .mapping(let entries) = node.content else {
            context.report(
                .wrongType,
                "expected keys with values, found \(context.description(of: node))",
                at: node.place
            )
            return nil
        }
        var values: [String: String] = [:]
        for entry in entries { values[entry.key] = context.text(entry.value) }
        return values
    }

    // MARK: The Info.plist

    /// The settings in an app's Info.plist.
    ///
    /// - Parameters:
    ///   - node: The path, confined like every reference of a document.
    ///   - overridden: The settings that the document itself contains.
    /// - Returns: The settings that the plist contains.
    private func infoPlist(_ node: DocumentNode, overridden: Set<AppSetting>) -> AppSettings? {
        guard let reference = context.reference(node),
            let bytes = context.bytes(of: reference, limit: context.propertyListBounds.bytes),
            let list = context.propertyList(bytes, reference)
        else { return nil }
        var reader = InfoPlistReader(
            reading: context,
            file: list.file,
            format: list.document.format,
            overridden: overridden
        )
        reader.read(list.document.root, path: reference.path)
        return reader.app
    }
}
