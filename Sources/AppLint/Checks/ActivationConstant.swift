/// A constant of `NSExtensionActivationRule`, as
/// [Apple's reference](https://developer.apple.com/documentation/bundleresources/information-property-list/nsextension/nsextensionattributes/nsextensionactivationrule)
/// lists them.
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

    /// The type of what the constant counts; nil where it counts all, or nothing.
    var type: String? {
        switch self {
        case .version, .strictMatching, .mostAttachments, .leastAttachments: nil
        case .files: "public.data"
        case .images: "public.image"
        case .movies: "public.movie"
        case .text: "public.text"
        // A page reaches an extension as what its script gives back, and that is a property list.
        case .webPages: "com.apple.property-list"
        case .webURLs: "public.url"
        }
    }

    /// Whether the constant is on or off, and has no number.
    var isSwitch: Bool { self == .text || self == .strictMatching }
}
