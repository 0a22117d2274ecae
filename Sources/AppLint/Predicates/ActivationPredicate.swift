/// A predicate equivalent to the constants of an activation rule, with the SDK's types added.
///
/// The constants mean that one item is shared, that its attachments have types that a constant names, and that there
/// are no more attachments of a type than its constant allows; a limit of 0 refuses only attachments that have no other
/// named type. An attachment comes in several forms, and has a type if any of its forms has it.
///
/// With strict matching, every attachment must have a named type; otherwise, one such attachment is enough, whatever is
/// shared with it. Dictionaries of version 1 are always matched strictly, and later ones only if they ask for it.
struct ActivationPredicate {
    /// The limit for each type, in the order of the rule.
    private let limits: [(constant: ActivationConstant, most: Int)]
    /// Whether every attachment must have a named type.
    private let isStrict: Bool
    private let leastAttachments: Int
    private let mostAttachments: Int?

    /// Reads constants with their values; an enabled switch is 1.
    ///
    /// - Returns: Nil if no type is accepted, because the intention of such a rule is unclear.
    init?(_ constants: [(constant: ActivationConstant, value: Int)]) {
        let value = { (constant: ActivationConstant) in constants.first { $0.constant == constant }?.value }
        limits = constants.compactMap { $0.constant.type == nil ? nil : ($0.constant, max(0, $0.value)) }
        guard limits.contains(where: { $0.most > 0 }) else { return nil }
        // A dictionary without a version has the oldest one.
        isStrict = (value(.version) ?? 1) < 2 || (value(.strictMatching) ?? 0) != 0
        leastAttachments = max(1, value(.leastAttachments) ?? 1)
        mostAttachments = value(.mostAttachments)
        if let mostAttachments, mostAttachments < leastAttachments { return nil }
    }

    /// The text of the predicate.
    var text: String {
        let attachments = "$extensionItem.attachments"
        var conditions = ["\(attachments).@count >= \(leastAttachments)"]
        if let mostAttachments { conditions.append("\(attachments).@count <= \(mostAttachments)") }
        let taken = limits.filter { $0.most > 0 }.map(\.constant)
        let named = taken.map { attachment(is: $0) }.joined(separator: " ||\n")
        conditions.append(
            subquery(attachments, "$attachment", named) + (isStrict ? " == \(attachments).@count" : " >= 1")
        )
        for limit in limits where !limit.constant.isSwitch || limit.most == 0 {
            var counted = attachment(is: limit.constant)
            // Types overlap: a picture is a file, so a limit of 0 for files must not refuse the pictures that are accepted.
            if limit.most == 0 { counted = "(\(counted)) AND NOT\n(\(named))" }
            conditions.append("\(subquery(attachments, "$attachment", counted)) <= \(limit.most)")
        }
        return subquery("extensionItems", "$extensionItem", conditions.joined(separator: " AND\n")) + " == 1"
    }

    /// A condition that any form of an attachment has the type. A file also has a URL, which is not a web URL.
    private func attachment(is constant: ActivationConstant) -> String {
        guard let type = constant.type else { return "FALSEPREDICATE" }
        let forms = "$attachment.registeredTypeIdentifiers"
        let any = either("ANY \(forms) UTI-CONFORMS-TO", type)
        guard constant == .webURLs else { return any }
        let twin = PredicateTypes.prefix + Self.fileURL
        return """
            ((\(any)) AND
            NONE \(forms) UTI-CONFORMS-TO "\(Self.fileURL)" AND
            NONE \(forms) UTI-CONFORMS-TO "\(twin)")
            """
    }

    private static let fileURL = "public.file-url"

    private func either(_ question: String, _ type: String) -> String {
        "\(question) \"\(type)\" ||\n\(question) \"\(PredicateTypes.prefix)\(type)\""
    }

    private func subquery(_ collection: String, _ variable: String, _ condition: String) -> String {
        let inner = "\(collection),\n\(variable),\n\(condition)"
        let lines = inner.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }
        return "SUBQUERY (\n\(lines.joined(separator: "\n"))\n).@count"
    }
}

/// A constant of `NSExtensionActivationRule`, as listed in
/// [Apple's reference](https://developer.apple.com/documentation/bundleresources/information-property-list/nsextension/nsextensionattributes/nsextensionactivationrule).
enum ActivationConstant: String, CaseIterable {
    case version = "NSExtensionActivationDictionaryVersion"
    case strictMatching = "NSExtensionActivationUsesStrictMatching"
    case mostAttachments = "NSExtensionActivationSupportsAttachmentsWithMaxCount"
    case leastAttachments = "NSExtensionActivationSupportsAttachmentsWithMinCount"
    case files = "NSExtensionActivationSupportsFileWithMaxCount"
    case images = "NSExtensionActivationSupportsImageWithMaxCount"
    case movies = "NSExtensionActivationSupportsMovieWithMaxCount"
    case text = "NSExtensionActivationSupportsText"
    case webPages = "NSExtensionActivationSupportsWebPageWithMaxCount"
    case webURLs = "NSExtensionActivationSupportsWebURLWithMaxCount"

    /// The type that the constant counts; nil if it counts all attachments, or none.
    var type: String? {
        switch self {
        case .version, .strictMatching, .mostAttachments, .leastAttachments: nil
        case .files: "public.data"
        case .images: "public.image"
        case .movies: "public.movie"
        case .text: "public.text"
        // A page is passed to an extension as the result of its script, which is a property list.
        case .webPages: "com.apple.property-list"
        case .webURLs: "public.url"
        }
    }

    /// Whether the constant is a switch rather than a number.
    var isSwitch: Bool { self == .text || self == .strictMatching }
}
