import Diagnostics
import PolicyModel
import PropertyList

/// Declarations of an Info.plist other than the settings. They do not affect decisions, so none of them is an error.
extension InfoPlistReader {
    mutating func readDeclarations(_ top: [String: PropertyListNode.Entry]) {
        guard var bundle = app.bundle else { return }
        bundle.faceIDUsageDescription = top["NSFaceIDUsageDescription"].flatMap { prose($0.value) }
        if let types = top["CFBundleURLTypes"], let nodes = elements(types.value, of: "dictionaries", .warning) {
            bundle.urlTypes = nodes.compactMap { urlType($0) }
        }
        bundle.appExtension = top["NSExtension"].flatMap { appExtension($0) }
        bundle.sceneManifest = top["UIApplicationSceneManifest"].flatMap { sceneManifest($0) }
        app.bundle = bundle
    }

    private func urlType(_ node: PropertyListNode) -> URLTypeDeclaration? {
        let keys: Set<String> = ["CFBundleURLName", "CFBundleTypeRole", "CFBundleURLSchemes"]
        guard let fields = dictionary(node, keys) else { return nil }
        return URLTypeDeclaration(
            name: fields["CFBundleURLName"].flatMap { text($0.value, .warning) },
            role: fields["CFBundleTypeRole"].flatMap { text($0.value, .warning) },
            schemes: fields["CFBundleURLSchemes"].flatMap { texts($0.value, .warning) } ?? [],
            location: location(of: node.place)
        )
    }

    private func appExtension(_ entry: PropertyListNode.Entry) -> ExtensionDeclaration? {
        let keys: Set<String> = ["NSExtensionPointIdentifier", "NSExtensionAttributes"]
        guard let fields = dictionary(entry.value, keys) else { return nil }
        var declaration = ExtensionDeclaration(location: location(of: entry.key.place))
        declaration.pointIdentifier = fields["NSExtensionPointIdentifier"].flatMap { text($0.value, .warning) }
        let key = "NSExtensionActivationRule"
        if let attributes = fields["NSExtensionAttributes"], let rule = dictionary(attributes.value, [key])?[key] {
            declaration.activationRule = activationRule(rule.value)
        }
        return declaration
    }

    private func activationRule(_ node: PropertyListNode) -> ExtensionDeclaration.ActivationRule? {
        switch node.content {
        case .string(let predicate): return .predicate(predicate)
        case .dictionary(let entries):
            let constants = entries.compactMap { entry -> ExtensionDeclaration.Constant? in
                switch entry.value.content {
                case .boolean(let value): return .init(entry.key.text, value ? 1 : 0)
                case .integer(let number): return .init(entry.key.text, Int(clamping: number))
                default:
                    if variable(in: entry.value) == nil { wrongType(entry.value, "a number or a boolean", .warning) }
                    return nil
                }
            }
            return .constants(constants)
        default:
            wrongType(node, "a predicate or a dictionary of constants", .warning)
            return nil
        }
    }

    private func sceneManifest(_ entry: PropertyListNode.Entry) -> SceneManifest? {
        let keys: Set<String> = ["UIApplicationSupportsMultipleScenes", "UISceneConfigurations"]
        guard let fields = dictionary(entry.value, keys) else { return nil }
        var manifest = SceneManifest(location: location(of: entry.key.place))
        if let several = fields["UIApplicationSupportsMultipleScenes"], variable(in: several.value) == nil {
            manifest.supportsMultipleScenes = boolean(several.value, .warning) ?? false
        }
        if let configurations = fields["UISceneConfigurations"] {
            if configurations.value.entries == nil { wrongType(configurations.value, "a dictionary", .warning) }
            manifest.configuredRoles = configurations.value.entries?.map(\.key.text)
        }
        return manifest
    }

    private func dictionary(_ node: PropertyListNode, _ keys: Set<String>) -> [String: PropertyListNode.Entry]? {
        guard let entries = node.entries else {
            wrongType(node, "a dictionary", .warning)
            return nil
        }
        return unique(entries, known: keys)
    }

    /// A text that may have several lines.
    private func prose(_ node: PropertyListNode) -> String? {
        if case .string(let text) = node.content { return text }
        wrongType(node, "a string", .warning)
        return nil
    }
}
