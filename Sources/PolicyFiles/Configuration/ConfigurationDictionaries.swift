import Diagnostics
import DocumentReading
import PolicyModel

/// `plist`: dictionaries in the SDK's form, in a property list or in JSON.
///
/// The root is a dictionary, a list of dictionaries, or a device log, which contains them under
/// `ApplicationConfiguration`, or one of them as a list of pairs, `{"Name": …, "Value": …}`. It may also be a list of
/// such logs. A dictionary with `__IsDefault: true` is the default. The XML of a dictionary may lack
/// `<plist>` around it: Intune documents and accepts that form.
struct ConfigurationDictionaries {
    static let logKey = "ApplicationConfiguration"

    private let context: ReadingContext
    private let values: ConfigurationValues

    init(_ context: ReadingContext, _ values: ConfigurationValues) {
        self.context = context
        self.values = values
    }

    /// Reads the file that a value names.
    func read(_ node: DocumentNode, _ entry: AppConfigurationsSection.Entry) -> [AppConfigurationDocument] {
        guard let root = Self.root(node, context, acceptsFragment: true) else { return [] }
        return read(root: root, entry)
    }

    /// Reads dictionaries from a root that has already been read.
    func read(root: DocumentNode, _ entry: AppConfigurationsSection.Entry) -> [AppConfigurationDocument] {
        let logs = Self.logs(in: root)
        let dictionaries =
            logs.isEmpty
            ? Self.elements(of: root)
            : logs.flatMap { log in Self.dictionary(ofPairs: log).map { [$0] } ?? Self.elements(of: log) }
        guard !dictionaries.isEmpty else {
            context.report(.noPolicy, "the file contains no app configuration", at: entry.place)
            return []
        }
        return dictionaries.compactMap { node in
            values.dictionary(node, entry.channel ?? .mam, in: "an app configuration").map {
                Self.document($0, entry, context)
            }
        }
    }

    /// What is under `ApplicationConfiguration` in a device log, or in each of a list of them; empty in other files.
    static func logs(in root: DocumentNode) -> [DocumentNode] {
        elements(of: root)
            .compactMap { node in
                guard case .mapping(let entries) = node.content else { return nil }
                return entries.first { $0.key == logKey }?.value
            }
    }

    private static func elements(of node: DocumentNode) -> [DocumentNode] {
        guard case .sequence(let elements) = node.content else { return [node] }
        return elements
    }

    /// The dictionary that a log writes as a list of pairs; nil if an element has another form.
    private static func dictionary(ofPairs log: DocumentNode) -> DocumentNode? {
        guard case .sequence(let pairs) = log.content, !pairs.isEmpty else { return nil }
        var settings: [DocumentNode.Entry] = []
        for pair in pairs {
            guard case .mapping(let entries) = pair.content, entries.count == 2,
                let name = entries.first(where: { $0.key == "Name" })?.value,
                case .scalar(let key, isPlain: false) = name.content,
                let value = entries.first(where: { $0.key == "Value" })?.value
            else { return nil }
            settings.append(DocumentNode.Entry(key: key, keyPlace: name.place, value: value))
        }
        return DocumentNode(content: .mapping(settings), place: log.place, weight: log.weight, height: log.height)
    }

    static func document(
        _ settings: ConfigurationValues.Settings,
        _ entry: AppConfigurationsSection.Entry,
        _ context: ReadingContext
    ) -> AppConfigurationDocument {
        AppConfigurationDocument(
            entry.channel ?? .mam,
            isDefault: settings.isDefault ?? entry.isDefault,
            accounts: entry.accounts,
            settings: settings.all,
            location: context.location(of: entry.place)
        )
    }

    /// The root of a file of configurations, which no report quotes; nil, after a report, if it cannot be read.
    ///
    /// - Parameters:
    ///   - node: The value that names the file.
    ///   - context: The reading.
    ///   - acceptsFragment: Whether a property list may be a `<dict>` without `<plist>`.
    /// - Returns: The root.
    static func root(_ node: DocumentNode, _ context: ReadingContext, acceptsFragment: Bool) -> DocumentNode? {
        guard let reference = context.reference(node),
            let bytes = context.bytes(of: reference, limit: context.documentLimit)
        else { return nil }
        context.opensConfidentially = true
        defer { context.opensConfidentially = false }
        return context.propertyListOrJSON(bytes, reference, acceptsFragment: acceptsFragment)
    }
}
