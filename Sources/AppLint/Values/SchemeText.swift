import PolicyFiles
import PolicyModel
import PropertyList

/// The text of a URL scheme in a list, and the scheme it stands for.
struct SchemeText {
    /// The scheme in lower case; if the text is not a scheme but the beginning of a URL, the scheme of that URL.
    let scheme: String?
    /// Whether the text itself is a valid scheme.
    let isLegal: Bool

    /// Reads a text without build variables.
    ///
    /// In `msauth.com.contoso.app://auth`, the text before the first colon is the intended scheme. A twin keeps its
    /// suffix: `myapp://auth-intunemam` was derived from `myapp://auth`, and is corrected to `myapp-intunemam`.
    init(_ text: String) {
        isLegal = RedirectScheme.isScheme(text)
        guard !isLegal else {
            scheme = text.lowercased()
            return
        }
        let lowered = Spelling.trimmed(text).lowercased()
        guard !RedirectScheme.isScheme(lowered) else {
            scheme = lowered
            return
        }
        guard let colon = lowered.firstIndex(of: ":"), RedirectScheme.isScheme(lowered[..<colon]) else {
            scheme = nil
            return
        }
        let start = String(lowered[..<colon])
        scheme = TwinScheme.isTwin(lowered) && !TwinScheme.isTwin(start) ? TwinScheme.of(start) : start
    }

    /// The twin of a scheme with a build variable, in the form that the vendor's tool writes: `$(SCHEME)-intunemam` for
    /// `$(SCHEME)`.
    ///
    /// - Returns: Nil for a twin, and for a text that cannot be a scheme whatever the build fills in.
    static func twin(ofUnknown text: String) -> String? {
        guard BuildVariable.occurs(in: text), !text.lowercased().contains("intunemam") else { return nil }
        var rest = text[...]
        var example = ""
        while let start = rest.firstIndex(of: "$") {
            example += rest[..<start]
            guard let end = rest[start...].firstIndex(where: { $0 == ")" || $0 == "}" }) else { return nil }
            example += "a"
            rest = rest[rest.index(after: end)...]
        }
        return RedirectScheme.isScheme(example + rest) ? TwinScheme.of(text) : nil
    }

    /// The SDK's own sign-in scheme for apps without a registration. Only the app that signs in opens it.
    static let sdkRedirect = "msauth.com.microsoft.intunemam"

    /// Whether a scheme is used for sign-in. The vendor's own samples have no twins for these.
    static func isRedirect(_ scheme: String) -> Bool { scheme.hasPrefix("msauth") }
}

/// Apps that are known to use the SDK, so that an app that opens their schemes does not need the twins.
///
/// These are the vendor's own apps for work accounts; an author who knows of others can remove their twins without this
/// advice.
enum KnownManagedApp {
    private static let schemes: Set<String> = [
        "microsoft-edge", "microsoft-edge-http", "microsoft-edge-https", "ms-excel", "ms-onedrive", "ms-outlook",
        "ms-powerpoint", "ms-sharepoint", "ms-teams", "ms-to-do", "ms-whiteboard", "ms-word", "msteams", "onenote",
        "yammer",
    ]

    /// Whether a scheme in lower case is the twin of such an app's scheme.
    static func hasTwin(_ scheme: String) -> Bool {
        TwinScheme.base(of: scheme).map(schemes.contains) ?? false
    }
}
